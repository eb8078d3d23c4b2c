import { Button } from "#islands/ui/Button.tsx";
import type { Profile } from "#lib/people/profile.store.ts";
import { formatHours } from "#lib/time/format-hours.ts";
import { labelDay } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/schedule.ts";
import { SlotsPlaceholder } from "../schedule/SlotsPlaceholder.tsx";
import { useTimeSlots } from "../schedule/use-time-slots.ts";
import { listDays } from "../schedule/week.ts";

const t = getTexts("schedule");

/** A summary of the teacher's week. */
export function SlotsPanel({ profile, onManage }: { profile: Profile; onManage: () => void }) {
  const slots = useTimeSlots(profile);
  return (
    <section className="panel grid gap-5 p-5 sm:p-6">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-subheading">{t("panel")}</h2>
        <Button look="quiet" className="btn-sm" onClick={onManage}>
          {t("managePanel")}
        </Button>
      </div>
      <SlotsPlaceholder slots={slots} />
      {slots.data?.length === 0 && <p className="muted text-sm">{t("none")}</p>}
      <dl className="grid gap-3 empty:hidden">
        {listDays(slots.data ?? [])
          .filter(({ slots: ofDay }) => ofDay.length > 0)
          .map(({ day, slots: ofDay }) => (
            <div key={day} className="grid gap-1.5 sm:grid-cols-[7rem_1fr]">
              <dt className="font-medium">{labelDay(day)}</dt>
              <dd className="flex flex-wrap gap-2">
                {ofDay.map(({ startTime, endTime, isBooked }) => (
                  <span key={startTime} className="chip tabular">
                    {formatHours({ startTime, endTime })}
                    {isBooked && <span className="muted ms-1">{t("bookedTag")}</span>}
                  </span>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
