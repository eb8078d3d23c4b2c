import { useViewerZone } from "#islands/ui/time/use-viewer-zone.ts";
import { describeZone, formatTime, groupByDay } from "#lib/time/format-time.ts";
import type { TrialTime } from "#lib/trials/trials.ts";
import { getTexts } from "#translations/trial-booking.ts";

const t = getTexts("trialBooking");

interface TimeChipsProps {
  times: readonly TrialTime[];
  chosen: TrialTime | undefined;
  /** The zone of the page's times, if the server knows it. */
  viewerZone: string | undefined;
  disabled: boolean;
  onChoose: (time: TrialTime) => void;
}

/** The times of a trial lesson by day, in the viewer's time zone, which is named once. */
export function TimeChips({ times, chosen, viewerZone, disabled, onChoose }: TimeChipsProps) {
  const browserZone = useViewerZone();
  // The page shows the weekly hours in this zone too.
  const zone = viewerZone ?? browserZone;
  const days = groupByDay(
    times.map((time) => ({ time, startTime: time.start })),
    zone,
    Date.now(),
  );
  return (
    <fieldset className="grid gap-3" disabled={disabled}>
      <legend className="sr-only">{t("time")}</legend>
      {days.map(({ day, entries }) => (
        <fieldset key={day} className="grid gap-1.5">
          <legend className="mb-1.5 text-sm font-medium" suppressHydrationWarning>
            {day}
          </legend>
          <div className="flex flex-wrap gap-2">
            {entries.map(({ time }) => (
              <label key={time.slotId} className="chip pill">
                <input
                  type="radio"
                  name="trial-time"
                  className="accent-secondary"
                  checked={chosen?.slotId === time.slotId}
                  onChange={() => onChoose(time)}
                />
                <time dateTime={time.start} className="tabular" suppressHydrationWarning>
                  {formatTime(time.start, zone)}
                </time>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <p className="muted text-sm" suppressHydrationWarning>
        {t("zone", { zone: describeZone(zone, times[0]?.start) })}
      </p>
    </fieldset>
  );
}
