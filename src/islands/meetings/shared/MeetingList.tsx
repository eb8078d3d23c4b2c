import type { ReactNode } from "react";
import type { ApiMeeting } from "#lib/meetings/meetings.calls.ts";
import { formatClock, formatInstant, groupByDay, isSameClock } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/meetings.ts";

const t = getTexts("meetings");

interface MeetingListProps {
  meetings: readonly ApiMeeting[];
  /** The teacher's time zone, shown in addition if it differs from the viewer's. */
  teacherZone?: string | undefined;
  /** Whether the viewer is the teacher. */
  own?: boolean;
  /** How much time is left, if the list says so. */
  until?: (meeting: ApiMeeting) => string | undefined;
  /** Renders the actions for a meeting. */
  action: (meeting: ApiMeeting) => ReactNode;
}

/**
 * Meetings grouped by local date, earliest first. Rendered only in the browser, because times are
 * in the viewer's zone.
 */
export function MeetingList({
  meetings,
  teacherZone,
  own = false,
  until,
  action,
}: MeetingListProps) {
  const zone = viewerZone();
  return (
    <div className="grid gap-5">
      {groupByDay(meetings, zone, Date.now()).map(({ day, entries }) => (
        <section key={day} className="grid gap-2">
          <h3 className="muted text-sm font-semibold">{day}</h3>
          <ul className="grid gap-2">
            {entries.map((meeting) => (
              <MeetingRow
                key={meeting._id}
                meeting={meeting}
                until={until?.(meeting)}
                zone={zone}
                teacherZone={meeting.timeZone ?? teacherZone}
                own={own}
                action={action(meeting)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface MeetingRowProps {
  meeting: ApiMeeting;
  until: string | undefined;
  zone: string;
  teacherZone: string | undefined;
  own: boolean;
  action: ReactNode;
}

function MeetingRow({ meeting, until, zone, teacherZone, own, action }: MeetingRowProps) {
  const course = typeof meeting.courseId === "object" ? meeting.courseId.title : undefined;
  return (
    <li className="panel flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="grid min-w-0 flex-[1_1_16rem] gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          <span dir="auto">{meeting.topic}</span>
          {meeting.status === "started" && (
            <span className="badge badge-sm badge-success">{t("inProgress")}</span>
          )}
        </p>
        {course && course !== meeting.topic && (
          <p className="muted text-sm" dir="auto">
            {course}
          </p>
        )}
        <p className="muted tabular text-sm">
          <time dateTime={meeting.startTime}>{formatClock(meeting.startTime, zone)}</time>
          {" · "}
          {t("minutes", { count: meeting.duration })}
          {until && meeting.status !== "started" && (
            <span className="font-semibold text-secondary"> · {until}</span>
          )}
        </p>
        {teacherZone && !isSameClock(meeting.startTime, zone, teacherZone) && (
          <p className="muted text-xs">
            {t(own ? "ownZoneTime" : "teachersTime", {
              time: formatInstant(meeting.startTime, teacherZone, Date.now()),
            })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-1">{action}</div>
    </li>
  );
}
