import { useHydrated } from "#islands/ui/use-hydrated.ts";
import { viewerZone } from "#lib/instants.ts";
import type { NextClass } from "#lib/weekly-classes.ts";

interface ClassTimesProps {
  classes: NextClass[];
  /** The teacher's IANA zone. */
  zone: string;
}

const words = (zone: string): string => zone.replaceAll("_", " ");

/** 'Tuesday 01:00-02:00' of the next class, by the viewer's clock. */
function formatNext({ start, end }: NonNullable<NextClass["next"]>, zone: string): string {
  const clock = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: zone,
  });
  const day = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: zone });
  const from = new Date(start);
  return `${day.format(from)} ${clock.format(from)}-${clock.format(new Date(end))}`;
}

/** The weekly classes by the teacher's clock, and by the viewer's where that differs. */
export default function ClassTimes({ classes, zone }: ClassTimesProps) {
  const hydrated = useHydrated();
  const own = hydrated ? viewerZone() : zone;
  return (
    <div className="grid gap-2">
      <ul className="grid gap-2">
        {classes.map(({ day, startTime, endTime, next }) => {
          const theirs = `${day} ${startTime}-${endTime}`;
          const mine = next ? formatNext(next, own) : theirs;
          return (
            <li key={theirs} className="flex flex-wrap justify-between gap-x-3 text-sm">
              <span className="font-medium">{day}</span>
              <span className="tabular">
                {startTime}-{endTime}
              </span>
              {mine !== theirs && <span className="muted tabular w-full">Your time: {mine}</span>}
            </li>
          );
        })}
      </ul>
      <p className="muted text-xs">
        Teacher's time zone: {words(zone)}
        {own !== zone && <> · Your time zone: {words(own)}</>}
      </p>
    </div>
  );
}
