import { useHydrated } from "#islands/ui/use-hydrated.ts";
import type { NextClass } from "#lib/classes/weekly-classes.ts";
import { describeZone, formatInstant, formatWeekly } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";

interface ClassTimesProps {
  classes: NextClass[];
  /** The teacher's IANA zone. */
  zone: string;
  /** Start of the next class in ISO 8601. Missing if there is none. */
  next?: string | undefined;
}

const weekday = (day: string): string => day.slice(0, 3);

/** Includes the day if it differs in the viewer's time zone. */
function toCell({ day, next }: NextClass, zone: string): string {
  if (!next) return "";
  const own = formatWeekly(next, zone);
  return own.day === day ? own.hours : `${weekday(own.day)} ${own.hours}`;
}

/**
 * The weekly classes in the teacher's time zone, and in the viewer's if that differs. Both columns
 * are rendered from the start, so that nothing moves once the viewer's zone is known.
 */
export default function ClassTimes({ classes, zone, next }: ClassTimesProps) {
  const hydrated = useHydrated();
  const own = hydrated ? viewerZone() : zone;
  const at = next ?? classes.find((each) => each.next)?.next?.start;
  const differs = classes.some((each) => each.next && toCell(each, own) !== toCell(each, zone));
  return (
    <div className="grid gap-4">
      {next && <NextTime start={next} own={own} zone={zone} />}
      <table className="w-full text-sm">
        <caption className="sr-only">Weekly classes</caption>
        <thead>
          <tr className="muted text-xs">
            <th scope="col" className="w-1/3 pb-1 text-start font-normal">
              Day
            </th>
            <th scope="col" className="w-1/3 pb-1 text-start font-normal">
              {differs ? "Teacher's time" : "Time"}
            </th>
            <td className="w-1/3 pb-1">{differs && "Your time"}</td>
          </tr>
        </thead>
        <tbody>
          {classes.map((each) => (
            <tr key={`${each.day} ${each.startTime}`}>
              <th scope="row" className="py-1 text-start font-medium">
                {each.day}
              </th>
              <td className="py-1">
                {each.startTime}-{each.endTime}
              </td>
              <td className="py-1 font-medium" suppressHydrationWarning>
                {differs && toCell(each, own)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted min-h-8 text-xs" suppressHydrationWarning>
        Teacher's time zone: {describeZone(zone, at)}.
        {own !== zone && <> Your time zone: {describeZone(own, at)}.</>}
      </p>
    </div>
  );
}

function NextTime({ start, own, zone }: { start: string; own: string; zone: string }) {
  const [mine, theirs] = [formatInstant(start, own), formatInstant(start, zone)];
  return (
    <p className="rounded-box bg-base-200 px-4 py-3 text-sm">
      <span className="muted block text-xs">Next class</span>
      {/* Browsers and the server format some dates with different spaces and abbreviations. */}
      <time dateTime={start} className="block font-medium" suppressHydrationWarning>
        {mine}
      </time>
      <span className="muted block min-h-4 text-xs" suppressHydrationWarning>
        {mine === theirs ? "" : `${theirs} for the teacher`}
      </span>
    </p>
  );
}
