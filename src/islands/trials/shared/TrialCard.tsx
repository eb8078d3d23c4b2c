import { useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { meetingServiceNames } from "#lib/meetings/meeting-services.ts";
import type { TrialLesson, TrialPerson } from "#lib/trials/trials.responses.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { LocalTime } from "../../ui/time/LocalTime.tsx";
import { useCancelTrial } from "./use-trials.ts";

interface TrialCardProps {
  lesson: TrialLesson;
  /** The other person in the lesson. */
  other: TrialPerson;
}

/** An upcoming trial lesson, with buttons to join, message and cancel. */
export function TrialCard({ lesson, other }: TrialCardProps) {
  const [asking, setAsking] = useState(false);
  const isOwn = other._id === lesson.student._id;
  const label = isOwn ? "Start lesson" : "Join lesson";
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
              otherLabel={isOwn ? "in your profile's time zone" : "for the teacher"}
            />
          </p>
          <p className="muted text-sm">{isOwn ? <TeachersPlace {...lesson} /> : placeOf(lesson)}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {lesson.room === "ready" && (
          <a
            className="btn btn-sm btn-secondary"
            href={`/${isOwn ? "start" : "join"}/${lesson._id}`}
            aria-label={`${label}: ${other.name}`}
          >
            {label}
          </a>
        )}
        <a
          className="btn btn-sm btn-outline border-base-300"
          href={`/dashboard/messages?to=${encodeURIComponent(other._id)}`}
          aria-label={`Message ${other.name}`}
        >
          Message
        </a>
        <Button
          look="plain"
          className="btn-sm"
          aria-label={`Cancel lesson with ${other.name}`}
          onClick={() => setAsking(true)}
        >
          Cancel lesson
        </Button>
      </div>
      {asking && (
        <CancelLesson lesson={lesson} name={other.name} onClose={() => setAsking(false)} />
      )}
    </li>
  );
}

/** Tells the student how to join the lesson. */
function placeOf({ room, teacher }: TrialLesson): string {
  if (room === "ready") return `You'll meet in a private ${meetingServiceNames} room.`;
  if (room === "coming") {
    return `We're setting up your ${meetingServiceNames} room. The link will appear here.`;
  }
  return `${teacher.name} will message you the link to the video class.`;
}

/** Tells the teacher how the student joins. The teacher may have to send a link or connect an account. */
function TeachersPlace(lesson: TrialLesson) {
  if (lesson.room !== "none") return placeOf(lesson);
  return (
    <>
      Please message the student a link to the video class, or{" "}
      <a className="link" href="/dashboard/meetings">
        connect {meetingServiceNames}
      </a>
      , and we'll set up a room.
    </>
  );
}

interface CancelLessonProps {
  lesson: TrialLesson;
  name: string;
  onClose: () => void;
}

function CancelLesson({ lesson, name, onClose }: CancelLessonProps) {
  const canceling = useCancelTrial();
  return (
    <Dialog open title="Cancel this lesson?" onClose={onClose}>
      <p className="text-sm">
        {name} will get an email, and the time will be available to others again.
      </p>
      {canceling.isError && <Alert>{messageOf(canceling.error)}</Alert>}
      <div className="flex justify-end gap-2">
        <Button look="plain" onClick={onClose}>
          Keep lesson
        </Button>
        <Button
          look="danger"
          busy={canceling.isPending}
          busyLabel="Canceling..."
          onClick={() => canceling.mutate(lesson._id)}
        >
          Cancel lesson
        </Button>
      </div>
    </Dialog>
  );
}
