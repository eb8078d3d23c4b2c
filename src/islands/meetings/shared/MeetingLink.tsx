import { getLivePageLabel, livePagePath } from "#lib/live-pages/live-pages.rules.ts";
import type { ApiMeeting } from "#lib/meetings/meetings.calls.ts";
import { localizePath } from "#lib/site/locale.ts";
import { localizeUrl } from "#lib/site/localize-url.ts";
import { getTexts } from "#translations/meetings.ts";

const t = getTexts("meetings");

interface MeetingLinkProps {
  meeting: ApiMeeting;
  label: string;
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
          href={localizePath(livePagePath(meeting.classId))}
          aria-label={t("actionOn", { action: getLivePageLabel(), topic: meeting.topic })}
        >
          {getLivePageLabel()}
        </a>
      )}
      <a
        className="btn btn-secondary btn-sm"
        href={localizeUrl(href)}
        aria-label={t("actionOn", { action: label, topic: meeting.topic })}
      >
        {label}
      </a>
    </>
  );
}
