import { Icon } from "#islands/ui/Icon.tsx";
import type { ApiTimeSlot } from "#lib/people/time-slots.calls.ts";
import { formatHours } from "#lib/time/format-hours.ts";
import { labelDay } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/schedule.ts";
import { listDays } from "./week.ts";

const t = getTexts("schedule");

/** A card for each slot, in weekly order. */
export function SlotCards({ slots }: { slots: readonly ApiTimeSlot[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-3">
      {listDays(slots)
        .flatMap(({ slots: ofDay }) => ofDay)
        .map(({ day, startTime, endTime, isBooked = false }) => (
          <li key={`${day} ${startTime}`} className="panel grid gap-2 p-4">
            <div className="flex items-center justify-between gap-2">
              <span className="font-semibold">{labelDay(day)}</span>
              <Icon name="clock" className="size-4 text-accent" />
            </div>
            <span className="tabular text-sm">{formatHours({ startTime, endTime })}</span>
            <span
              className={`badge badge-sm justify-self-start ${isBooked ? "badge-warning" : "badge-success"}`}
            >
              {isBooked ? t("booked") : t("available")}
            </span>
          </li>
        ))}
    </ul>
  );
}
