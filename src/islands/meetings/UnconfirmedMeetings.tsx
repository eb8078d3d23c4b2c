import { meetingServiceNames } from "#lib/meetings/meeting-services.ts";
import type { WaitingMeeting } from "#lib/meetings/meetings.responses.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts as getMeetingTexts } from "#translations/meetings.ts";
import { getTexts } from "#translations/meetings-page.ts";

const t = getTexts("meetingsPage");

const tMeetings = getMeetingTexts("meetings");

interface UnconfirmedMeetingsProps {
  waiting: readonly WaitingMeeting[];
  onCancel: (meeting: WaitingMeeting) => void;
}

/** Meetings that the service has not confirmed yet. They need no action and can be canceled. */
export function UnconfirmedMeetings({ waiting, onCancel }: UnconfirmedMeetingsProps) {
  const zone = viewerZone();
  const title = t("waiting", { service: meetingServiceNames });
  return (
    <section
      className="grid gap-3 rounded-box border border-warning/40 bg-warning/10 p-4"
      aria-label={title}
    >
      <div>
        <h3 className="text-sm font-semibold">{title}</h3>
        <p className="text-sm">{t("waitingText", { service: meetingServiceNames })}</p>
      </div>
      <ul className="grid gap-2">
        {waiting.map((meeting) => (
          <li
            key={meeting._id}
            className="panel flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
          >
            <div className="min-w-0 flex-[1_1_14rem]">
              <p className="font-semibold" dir="auto">
                {meeting.topic}
              </p>
              <p className="muted text-sm">
                <time dateTime={meeting.startTime}>
                  {formatInstant(meeting.startTime, zone, Date.now())}
                </time>
                {" · "}
                {tMeetings("minutes", { count: meeting.duration })} ·{" "}
                <span dir="auto">{meeting.courseId.title}</span>
              </p>
            </div>
            <button
              type="button"
              className="btn btn-sm btn-ghost text-error"
              aria-label={tMeetings("actionOn", { action: t("cancel"), topic: meeting.topic })}
              onClick={() => onCancel(meeting)}
            >
              {t("cancel")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
