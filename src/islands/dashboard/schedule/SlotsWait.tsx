import { Busy } from "#islands/ui/Busy.tsx";
import { Trouble } from "#islands/ui/Trouble.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import type { useTimeSlots } from "./use-time-slots.ts";

/** What stands in place of slots that have not come, or could not be read; nothing once they are there. */
export function SlotsWait({ slots }: { slots: ReturnType<typeof useTimeSlots> }) {
  if (slots.isPending) return <Busy label="Loading your schedule..." />;
  if (!slots.isError) return null;
  return (
    <Trouble
      message={messageOf(slots.error, "Failed to fetch time slots")}
      retry={() => void slots.refetch()}
      busy={slots.isFetching}
    />
  );
}
