import { meetingServiceNames } from "#lib/meetings/meeting-services.ts";
import { localizePath } from "#lib/site/locale.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import type { TrialLesson, TrialPerson } from "#lib/trials/trials.responses.ts";
import { getTexts } from "#translations/trials.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { LocalTime } from "../../ui/time/LocalTime.tsx";
import { TrialActions } from "./TrialActions.tsx";

const t = getTexts("trials");

interface TrialCardProps {
  lesson: TrialLesson;
  /** The other person in the lesson. */
  other: TrialPerson;
}

/** An upcoming trial lesson, with buttons to join, message and cancel. */
export function TrialCard({ lesson, other }: TrialCardProps) {
  const isOwn = other._id === lesson.student._id;
  const name = isolatedInRtl(other.name);
  return (
    <li className="panel flex flex-wrap items-center justify-between gap-3 p-4">
      <div className="flex min-w-0 flex-[1_1_14rem] items-center gap-3">
        <Avatar name={other.name} image={other.profileImageUrl} />
        <div>
          <p className="font-semibold" dir="auto">
            {other.name}
          </p>
          <p className="muted text-sm">
            <LocalTime
              instant={lesson.startTime}
              otherZone={lesson.timeZone}
              otherLabel={t(isOwn ? "inYourZone" : "forTeacher")}
            />
          </p>
          <p className="muted text-sm">{isOwn ? <TeachersPlace {...lesson} /> : placeOf(lesson)}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {lesson.room === "ready" && (
          <a
            className="btn btn-sm btn-secondary"
            href={localizePath(`/${isOwn ? "start" : "join"}/${lesson._id}`)}
            aria-label={t(isOwn ? "startWith" : "joinWith", { name })}
          >
            {t(isOwn ? "start" : "join")}
          </a>
        )}
        <TrialActions lesson={lesson} other={other} />
      </div>
    </li>
  );
}

/** Tells the student how to join the lesson. */
function placeOf({ room, teacher }: TrialLesson): string {
  if (room === "ready") return t("roomReady", { service: meetingServiceNames });
  if (room === "coming") return t("roomComing", { service: meetingServiceNames });
  return t("roomOfTeacher", { teacher: isolatedInRtl(teacher.name) });
}

/** Tells the teacher how the student joins. The teacher may have to send a link or connect an account. */
function TeachersPlace(lesson: TrialLesson) {
  if (lesson.room !== "none") return placeOf(lesson);
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
