import { livePageLabel, livePagePath } from "#lib/live-pages/live-pages.rules.ts";
import type { ApiMeeting } from "#lib/meetings/meetings.calls.ts";

interface MeetingLinkProps {
  meeting: ApiMeeting;
  label: "Start Meeting" | "Join meeting";
  /** Our own link, which gets the service's link when it is opened. Some meetings have none. */
  href: string | undefined;
}

export function MeetingLink({ meeting, label, href }: MeetingLinkProps) {
  if (!href) return null;
  return (
    <>
      {meeting.classId && (
        <a
          className="btn btn-ghost btn-sm"
          href={livePagePath(meeting.classId)}
          aria-label={`${livePageLabel}: ${meeting.topic}`}
        >
          {livePageLabel}
        </a>
      )}
      <a className="btn btn-secondary btn-sm" href={href} aria-label={`${label}: ${meeting.topic}`}>
        {label}
      </a>
    </>
  );
}
