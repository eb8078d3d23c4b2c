import { useState } from "react";
import { AddGuardian } from "#islands/people/shared/AddGuardian.tsx";
import { useBookTrial } from "#islands/trials/shared/use-trials.ts";
import { Button } from "#islands/ui/Button.tsx";
import { deferPart } from "#islands/ui/deferred.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { useHydrated } from "#islands/ui/use-hydrated.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { trialPath } from "#lib/trials/trial-section.ts";
import type { TrialTime } from "#lib/trials/trials.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts } from "#translations/trial-booking.ts";
import { TimeChips } from "./TimeChips.tsx";

const t = getTexts("trialBooking");

/** Appears once a time is chosen. */
const TrialNote = deferPart(async () => (await withTexts(import("./TrialNote.tsx"))).TrialNote);

export interface TrialOffer {
  teacherId: string;
  teacherName: string;
  /** The teacher's IANA zone. */
  zone: string;
  times: readonly TrialTime[];
  /** The zone of the page's times, if the server knows it. */
  viewerZone?: string | undefined;
}

/** The times that a student can choose from, and what the teacher should know. */
export function ChooseTime({ teacherId, teacherName, zone, times, viewerZone }: TrialOffer) {
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
            <LocalTime instant={chosen.start} otherZone={zone} zone={viewerZone} isZoneNamed />
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
