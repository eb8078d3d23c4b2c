import { meetingServiceNames } from "#lib/meetings/meeting-services.ts";
import { localizePath } from "#lib/site/locale.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import type { TrialLesson } from "#lib/trials/trials.responses.ts";
import { getTexts } from "#translations/trials.ts";

const t = getTexts("trials");

interface TrialPlaceProps {
  lesson: TrialLesson;
  /** Whether the viewer is the teacher, who may have to send a link or connect an account. */
  isOwn: boolean;
}

/** Where the two people meet. */
export function TrialPlace({ lesson: { room, teacher }, isOwn }: TrialPlaceProps) {
  if (room === "ready") return t("roomReady", { service: meetingServiceNames });
  if (room === "coming") return t("roomComing", { service: meetingServiceNames });
  if (!isOwn) return t("roomOfTeacher", { teacher: isolatedInRtl(teacher.name) });
  return (
    <span>
      {t.rich("noRoom", {
        service: meetingServiceNames,
        link: (text) => (
          <a key="link" className="link" href={localizePath("/dashboard/meetings")}>
            {text}
          </a>
        ),
      })}
    </span>
  );
}
