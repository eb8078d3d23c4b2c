import type { ApiTimeSlot } from "#lib/people/time-slots.calls.ts";
import { formatHours } from "#lib/time/format-hours.ts";
import { labelDay } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/schedule.ts";
import { type DayStatus, describeDay, listDays } from "./week.ts";

const t = getTexts("schedule");

const looks: Record<DayStatus["kind"], string> = {
  none: "badge-ghost",
  free: "badge-success",
  booked: "badge-warning",
};

/** A table of the week: each day's slots and how many are booked. */
export function WeeklyOverview({ slots }: { slots: readonly ApiTimeSlot[] }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-subheading">{t("overview")}</h2>
      <div className="panel overflow-x-auto">
        <table className="table max-sm:[&_:is(td,th)]:px-3">
          <thead>
            <tr>
              <th scope="col">{t("day")}</th>
              <th scope="col">{t("slots")}</th>
              <th scope="col">{t("status")}</th>
            </tr>
          </thead>
          <tbody>
            {listDays(slots).map(({ day, slots: ofDay }) => {
              const status = describeDay(ofDay);
              return (
                <tr key={day}>
                  <th scope="row" className="font-medium">
                    {labelDay(day)}
                  </th>
                  <td className="muted tabular">
                    {ofDay.length === 0 && "–"}
                    {ofDay.map(({ startTime, endTime }, index) => (
                      <span key={startTime}>
                        {index > 0 && `${t("separator")} `}
                        <span className="whitespace-nowrap">
                          {formatHours({ startTime, endTime })}
                        </span>
                      </span>
                    ))}
                  </td>
                  <td>
                    <span className={`badge badge-sm whitespace-nowrap ${looks[status.kind]}`}>
                      {status.text}
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
