import { formatShortDay, formatSpan } from "#lib/time/format-time.ts";

interface ClassTimeProps {
  startsAt: string;
  endsAt: string;
  /** The viewer's zone. */
  zone: string;
  /** The teacher's, shown beside where the clock says something else there. */
  teacherZone: string;
  /** Whether the viewer is the teacher, whose own browser may be elsewhere. */
  own?: boolean;
  large?: boolean;
}

/** When a class is, on the viewer's clock and, where it differs, on the teacher's. */
export function ClassTime({
  startsAt,
  endsAt,
  zone,
  teacherZone,
  own = false,
  large = false,
}: ClassTimeProps) {
  const viewers = formatSpan(startsAt, endsAt, zone);
  const teachers = formatSpan(startsAt, endsAt, teacherZone);
  // Browsers don't agree with the server on every space and abbreviation of a date.
  return (
    <div className="grid gap-0.5">
      <time dateTime={startsAt} className="tabular flex flex-wrap gap-x-2">
        <span
          className={large ? "text-heading font-semibold" : "font-semibold"}
          suppressHydrationWarning
        >
          {formatShortDay(startsAt, zone)}
        </span>
        <span className={large ? "self-end text-lead" : ""} suppressHydrationWarning>
          {viewers}
        </span>
      </time>
      {teachers !== viewers && (
        <p className="muted tabular text-xs" suppressHydrationWarning>
          {own ? "In your profile's time zone" : "Teacher's time"}:{" "}
          {formatShortDay(startsAt, teacherZone)}, {teachers}
        </p>
      )}
    </div>
  );
}
