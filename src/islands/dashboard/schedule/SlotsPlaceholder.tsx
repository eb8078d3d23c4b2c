import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { getTexts } from "#translations/schedule.ts";
import type { useTimeSlots } from "./use-time-slots.ts";

const t = getTexts("schedule");

/** Loading and error states of the time slots. Renders nothing once they have loaded. */
export function SlotsPlaceholder({ slots }: { slots: ReturnType<typeof useTimeSlots> }) {
  if (slots.isPending) return <Loading label={t("loading")} />;
  if (!slots.isError) return null;
  return <QueryError query={slots} />;
}
