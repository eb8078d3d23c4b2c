import type { WireMeeting } from "#lib/meetings/meetings.calls.ts";

/** The teacher's way into a meeting: our own link, which fetches the service's when it is opened. */
export function StartMeeting({ meeting }: { meeting: WireMeeting }) {
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
