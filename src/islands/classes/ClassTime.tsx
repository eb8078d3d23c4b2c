import { capitalize } from "#lib/text/capitalize.ts";
import { formatShortDay, formatSpan, isSameClock } from "#lib/time/format-time.ts";
import { formatUntil, nameNearDay } from "#lib/time/near-day.ts";
import { getTexts } from "#translations/classes.ts";

const t = getTexts("classes");

interface ClassTimeProps {
  startsAt: string;
  endsAt: string;
  /** The viewer's zone. */
  zone: string;
  /** The teacher's time zone. Its time is shown in addition if it is given and differs. */
  teacherZone: string | undefined;
  /** Whether the viewer is the teacher, whose browser may be in another time zone. */
  own?: boolean;
  large?: boolean;
  /** The current time, to name near days and the time that is left. */
  now?: number | undefined;
}

/** The time of a class in the viewer's time zone, and in the teacher's if it differs. */
export function ClassTime({
  startsAt,
  endsAt,
  zone,
  teacherZone,
  own = false,
  large = false,
  now,
}: ClassTimeProps) {
  const year = now ?? Date.now();
  const viewers = formatSpan(startsAt, endsAt, zone, year);
  const near = now === undefined ? undefined : nameNearDay(startsAt, zone, now);
  const until = now === undefined ? undefined : formatUntil(startsAt, now);
  const there = teacherZone !== undefined &&
    !isSameClock(startsAt, zone, teacherZone) && {
      day: formatShortDay(startsAt, teacherZone, year),
      times: formatSpan(startsAt, endsAt, teacherZone, year),
    };
  // Browsers and the server format some dates with different spaces and abbreviations.
  return (
    <div className="grid gap-0.5">
      <time dateTime={startsAt} className="tabular flex flex-wrap gap-x-2">
        <span
          className={large ? "text-heading font-semibold" : "font-semibold"}
          suppressHydrationWarning
        >
          {near ?? capitalize(formatShortDay(startsAt, zone, year))}
        </span>
        <span className={large ? "self-end text-lead" : ""} suppressHydrationWarning>
          {viewers}
        </span>
        {until && (
          <span
            className={`font-semibold text-secondary ${large ? "self-end" : ""}`}
            suppressHydrationWarning
          >
            · {until}
          </span>
        )}
      </time>
      {there && (
        <p className="muted tabular text-xs" suppressHydrationWarning>
          {own ? t("ownZoneTime", there) : t("teachersTime", there)}
        </p>
      )}
    </div>
  );
}
