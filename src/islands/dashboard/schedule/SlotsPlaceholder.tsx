import { ErrorAlert } from "#islands/ui/ErrorAlert.tsx";
import { Loading } from "#islands/ui/Loading.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import type { useTimeSlots } from "./use-time-slots.ts";

/** What stands in place of slots that have not come, or could not be read; nothing once they are there. */
export function SlotsPlaceholder({ slots }: { slots: ReturnType<typeof useTimeSlots> }) {
  if (slots.isPending) return <Loading label="Loading your schedule..." />;
  if (!slots.isError) return null;
  return (
    <ErrorAlert
      message={messageOf(slots.error, "Failed to fetch time slots")}
      retry={() => void slots.refetch()}
      busy={slots.isFetching}
    />
  );
}
