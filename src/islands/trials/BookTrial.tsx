import { useState } from "react";
import { AddGuardian } from "#islands/people/shared/AddGuardian.tsx";
import { CanceledTrial } from "#islands/trials/shared/CanceledTrial.tsx";
import { TrialCard } from "#islands/trials/shared/TrialCard.tsx";
import { useBookTrial, useTrials } from "#islands/trials/shared/use-trials.ts";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { useHydrated } from "#islands/ui/use-hydrated.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { trialPath, trialSection } from "#lib/trials/trial-section.ts";
import type { TrialTime } from "#lib/trials/trials.ts";
import { getTexts } from "#translations/trials.ts";

const t = getTexts("trials");

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
  const hydrated = useHydrated();
  const booking = useBookTrial();
  if (times.length === 0) {
    return <p className="muted text-sm">{t("noTimes")}</p>;
  }
  return (
    <>
      <p className="muted text-sm">{t("meet", { teacher: isolatedInRtl(teacherName) })}</p>
      <fieldset className="grid gap-2" disabled={!hydrated}>
        <legend className="sr-only">{t("time")}</legend>
        {times.map((time) => (
          <label
            key={time.slotId}
            className="flex cursor-pointer items-start gap-3 rounded-field border border-base-300 px-3 py-2 text-sm has-checked:border-secondary has-checked:bg-base-200"
          >
            <input
              type="radio"
              name="trial-time"
              className="mt-1 accent-secondary"
              checked={chosen === time}
              onChange={() => setChosen(time)}
            />
            <LocalTime instant={time.start} otherZone={zone} zoneBefore={viewerZone} />
          </label>
        ))}
      </fieldset>
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
        onClick={() => chosen && booking.mutate(chosen)}
      >
        {t("book")}
      </Button>
    </>
  );
}
