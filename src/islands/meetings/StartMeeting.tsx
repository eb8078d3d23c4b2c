import type { ApiMeeting } from "#lib/meetings/meetings.calls.ts";

/** The teacher's start link. It is our own link, which gets the service's link when opened. */
export function StartMeeting({ meeting }: { meeting: ApiMeeting }) {
  if (!meeting.startUrl) return null;
  return (
    <a
      className="btn btn-secondary btn-sm"
      href={meeting.startUrl}
      aria-label={`Start Meeting: ${meeting.topic}`}
    >
      Start Meeting
    </a>
  );
}
