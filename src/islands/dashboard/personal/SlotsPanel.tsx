import { Button } from "#islands/ui/Button.tsx";
import type { Profile } from "#lib/people/profile.store.ts";
import { SlotsPlaceholder } from "../schedule/SlotsPlaceholder.tsx";
import { useTimeSlots } from "../schedule/use-time-slots.ts";
import { listDays } from "../schedule/week.ts";

/** A summary of the teacher's week. */
export function SlotsPanel({ profile, onManage }: { profile: Profile; onManage: () => void }) {
  const slots = useTimeSlots(profile);
  return (
    <section className="panel grid gap-5 p-5 sm:p-6">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-subheading">Available Time Slots</h3>
        <Button look="quiet" className="btn-sm" onClick={onManage}>
          Manage
        </Button>
      </div>
      <SlotsPlaceholder slots={slots} />
      {slots.data?.length === 0 && <p className="muted text-sm">No time slots yet.</p>}
      <dl className="grid gap-3 empty:hidden">
        {listDays(slots.data ?? [])
          .filter(({ slots: ofDay }) => ofDay.length > 0)
          .map(({ day, slots: ofDay }) => (
            <div key={day} className="grid gap-1.5 sm:grid-cols-[7rem_1fr]">
              <dt className="font-medium">{day}</dt>
              <dd className="flex flex-wrap gap-2">
                {ofDay.map(({ startTime, endTime, isBooked }) => (
                  <span key={startTime} className="chip tabular">
                    {startTime}-{endTime}
                    {isBooked && <span className="muted ms-1">(Booked)</span>}
                  </span>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
