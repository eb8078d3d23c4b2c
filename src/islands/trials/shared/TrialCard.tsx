import { JoinButton } from "#islands/rooms/shared/JoinButton.tsx";
import { joinMinutesBefore, roomPhase } from "#lib/rooms/room-opening.ts";
import { localizePath } from "#lib/site/locale.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import type { TrialLesson, TrialPerson } from "#lib/trials/trials.responses.ts";
import { getTexts } from "#translations/trials.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { LocalTime } from "../../ui/time/LocalTime.tsx";
import { useNow } from "../../ui/time/use-now.ts";
import { TrialActions } from "./TrialActions.tsx";
import { TrialPlace } from "./TrialPlace.tsx";

const t = getTexts("trials");

interface TrialCardProps {
  lesson: TrialLesson;
  /** The other person in the lesson. */
  other: TrialPerson;
  /** The zone of the page's times, if the page names it. */
  pageZone?: string | undefined;
}

/** An upcoming trial lesson, with buttons to join, message and cancel. */
export function TrialCard({ lesson, other, pageZone }: TrialCardProps) {
  const now = useNow(30_000);
  const { startTime: startsAt, endTime: endsAt, room } = lesson;
  const phase = roomPhase({ startsAt, endsAt }, now);
  const isOpen = phase === "open" || phase === "running";
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
              zone={pageZone}
              isZoneNamed={pageZone !== undefined}
            />
          </p>
          {lesson.note && (
            <p className="mt-1 text-sm">
              <span className="muted">{t(isOwn ? "noteOfStudent" : "noteOfYou")}</span>{" "}
              <span dir="auto" className="whitespace-pre-line wrap-anywhere">
                {lesson.note}
              </span>
            </p>
          )}
          <p className="muted text-sm">
            <TrialPlace lesson={lesson} isOwn={isOwn} />
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {room === "ready" && !isOwn && phase === "coming" && (
          <span className="muted text-xs">{t("opens", { minutes: joinMinutesBefore })}</span>
        )}
        {room === "ready" && (
          <JoinButton
            label={t(isOwn ? "start" : "join")}
            name={t(isOwn ? "startWith" : "joinWith", { name })}
            href={localizePath(`/${isOwn ? "start" : "join"}/${lesson._id}`)}
            // Teachers can prepare their room at any time.
            isOpen={isOwn || isOpen}
            isQuiet={!isOpen}
            className="btn-sm"
          />
        )}
        <TrialActions lesson={lesson} other={other} />
      </div>
    </li>
  );
}
