import { useState } from "react";
import { AddGuardian } from "#islands/people/shared/AddGuardian.tsx";
import { CanceledTrial } from "#islands/trials/shared/CanceledTrial.tsx";
import { TrialCard } from "#islands/trials/shared/TrialCard.tsx";
import { useBookTrial, useTrials } from "#islands/trials/shared/use-trials.ts";
import { Button } from "#islands/ui/Button.tsx";
import { deferPart } from "#islands/ui/deferred.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { useHydrated } from "#islands/ui/use-hydrated.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { trialPath, trialSection } from "#lib/trials/trial-section.ts";
import type { TrialTime } from "#lib/trials/trials.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts } from "#translations/trials.ts";
import { TimeChips } from "./TimeChips.tsx";

const t = getTexts("trials");

/** Appears once a time is chosen. */
const TrialNote = deferPart(async () => (await withTexts(import("./TrialNote.tsx"))).TrialNote);

interface BookTrialProps {
  teacherId: string;
  teacherName: string;
  /** The teacher's IANA zone. */
  zone: string;
  times: readonly TrialTime[];
  /** The viewer's zone as the server knows it. */
  viewerZone?: string | undefined;
}

/** Lets a student book a free trial lesson, or shows the booked one. */
export default function BookTrial({ teacherId, ...offer }: BookTrialProps) {
  const trials = useTrials();
  const lesson = trials.data?.find(({ teacher }) => teacher._id === teacherId);
  return (
    <section
      id={trialSection}
      className="panel grid scroll-mt-6 gap-3 p-5"
      aria-labelledby="trial-title"
    >
      <h2 id="trial-title" className="text-base">
        {t("title")}
      </h2>
      <CanceledTrial />
      {lesson ? (
        <>
          <p role="status" className="text-sm font-medium text-success">
            {t("booked")}
          </p>
          <ul>
            <TrialCard lesson={lesson} other={lesson.teacher} />
          </ul>
        </>
      ) : (
        <ChooseTime teacherId={teacherId} {...offer} />
      )}
    </section>
  );
}

function ChooseTime({ teacherId, teacherName, zone, times, viewerZone }: BookTrialProps) {
  const [chosen, setChosen] = useState<TrialTime>();
  const [note, setNote] = useState("");
  const hydrated = useHydrated();
  const booking = useBookTrial();
  if (times.length === 0) {
    return <p className="muted text-sm">{t("noTimes")}</p>;
  }
  return (
    <>
      <p className="muted text-sm">{t("meet", { teacher: isolatedInRtl(teacherName) })}</p>
      <TimeChips
        times={times}
        chosen={chosen}
        viewerZone={viewerZone}
        disabled={!hydrated}
        onChoose={setChosen}
      />
      {chosen && (
        <>
          <p className="text-sm" aria-live="polite">
            <LocalTime instant={chosen.start} otherZone={zone} zoneBefore={viewerZone} />
            {" · "}
            {t("duration", { minutes: chosen.minutes })}
          </p>
          <TrialNote note={note} onChange={setNote} />
        </>
      )}
      {booking.isError && <Alert>{messageOf(booking.error)}</Alert>}
      <AddGuardian
        error={booking.error}
        returnTo={trialPath(`/teachers/${teacherId}`)}
        label={t("addGuardian")}
      />
      <Button
        disabled={!chosen}
        busy={booking.isPending}
        busyLabel={t("bookBusy")}
        onClick={() => chosen && booking.mutate({ time: chosen, note: note.trim() })}
      >
        {t("book")}
      </Button>
    </>
  );
}
