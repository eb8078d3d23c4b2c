import { JoinButton } from "#islands/rooms/shared/JoinButton.tsx";
import { useNow } from "#islands/ui/time/use-now.ts";
import { type ApiMeeting, meetingPhase } from "#lib/meetings/meetings.calls.ts";
import { joinMinutesBefore } from "#lib/rooms/room-opening.ts";
import { localizeUrl } from "#lib/site/localize-url.ts";
import { getTexts } from "#translations/meetings.ts";

const t = getTexts("meetings");

/** The button that leads students into a meeting, and when it opens. */
export function JoinMeeting({ meeting }: { meeting: ApiMeeting }) {
  const now = useNow(30_000);
  const isOpen = meetingPhase(meeting, now) !== "coming";
  return (
    <>
      {!isOpen && (
        <span className="muted text-xs">{t("opens", { minutes: joinMinutesBefore })}</span>
      )}
      <JoinButton
        label={t("join")}
        name={t("actionOn", { action: t("join"), topic: meeting.topic })}
        href={meeting.joinUrl && localizeUrl(meeting.joinUrl)}
        isOpen={isOpen}
        className="btn-sm"
      />
    </>
  );
}
