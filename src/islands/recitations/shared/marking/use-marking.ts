import { useStore } from "@nanostores/react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queryClient } from "#lib/client/query-client.ts";
import { $session } from "#lib/client/session/session.store.ts";
import { type Passage, verseOfNumber } from "#lib/quran/quran.ts";
import { keyOfVerse } from "#lib/quran/verse-key.ts";
import {
  findUserId,
  sendLesson,
  startLessonOutbox,
} from "#lib/recitations/client/lesson-outbox.ts";
import {
  forgetMarking,
  readMarking,
  storeMarking,
} from "#lib/recitations/client/marking-storage.ts";
import type { MistakeType } from "#lib/recitations/marked-words.rules.ts";
import type { OutgoingLesson } from "#lib/recitations/marking.store.ts";
import {
  type Marking,
  markWord,
  setPassage,
  startMarking,
  undoStep,
  type WordPlace,
} from "#lib/recitations/marking.ts";
import type { SeatKey } from "#lib/recitations/recitations.calls.ts";
import { preparationOptions } from "#lib/recitations/recitations.queries.ts";
import type { WeakWord } from "#lib/recitations/recitations.responses.ts";
import type { RecitationKind } from "#lib/recitations/recitations.rules.ts";
import { wallClock } from "#lib/time/format-time.ts";

export interface Reciter {
  seat: SeatKey;
  name: string;
}

interface MarkingOptions {
  reciter: Reciter;
  /** The open passage, which the student probably recites. */
  passage: Passage;
}

/** A lesson that has just been sent to the log, and the marks that it was made of. */
export interface FinishedLesson {
  lesson: OutgoingLesson;
  marking: Marking;
}

export interface MarkingState {
  marking: Marking;
  kind: RecitationKind;
  /** Undefined until they are loaded, for example while the teacher is offline. */
  weakWords: readonly WeakWord[] | undefined;
  finished: FinishedLesson | undefined;
  mark: (place: WordPlace, mistake: MistakeType) => void;
  undo: () => void;
  chooseKind: (kind: RecitationKind) => void;
  choosePassage: (passage: Passage) => void;
  /** Removes all marks, or starts a new recitation after a finished one. */
  startOver: () => void;
  /** Sends the lesson to the log. */
  finish: () => FinishedLesson;
  /** Continues with the marks of a lesson that was taken back. */
  restore: () => void;
}

const create = (passage: Passage) => startMarking(crypto.randomUUID(), passage);

/**
 * The marks that a teacher sets while one student recites. Each change is stored on the device, so
 * that nothing is lost when the page is closed. For another student, render the component with
 * another key.
 */
export function useMarking({ reciter, passage }: MarkingOptions): MarkingState {
  const { seat, name } = reciter;
  const isKnown = useStore($session).status === "signed-in";
  const [marking, setMarking] = useState<Marking>(() => restore(seat) ?? create(passage));
  const [finished, setFinished] = useState<FinishedLesson>();
  useEffect(() => startLessonOutbox(), []);
  const isTouched = marking.steps.length > 0;
  // Until something is marked, the recitation consists of the open passage.
  const current = isTouched || marking.kind ? marking : { ...marking, passage };
  const from = keyOfVerse(verseOfNumber(passage.first));
  const to = keyOfVerse(verseOfNumber(passage.last));
  const { data } = useQuery(
    { ...preparationOptions(seat, { from, to }), enabled: isKnown },
    queryClient,
  );
  const kind = current.kind ?? data?.kind ?? "sabaq";

  const change = (next: Marking) => {
    setFinished(undefined);
    setMarking(next);
    const userId = findUserId();
    if (userId === undefined) return;
    if (next.steps.length > 0) storeMarking(userId, seat, next);
    else forgetMarking(seat);
  };
  return {
    marking: current,
    kind,
    weakWords: data?.weakWords,
    finished,
    mark: (place, mistake) => change(markWord(current, place, mistake)),
    undo: () => change(undoStep(current)),
    chooseKind: (chosen) => change({ ...current, kind: chosen }),
    choosePassage: (chosen) => change(setPassage({ ...current, kind }, chosen)),
    startOver: () => change(create(passage)),
    restore() {
      setFinished(undefined);
      setMarking(restore(seat) ?? create(passage));
    },
    finish() {
      const { clientId, words, passage: recited } = current;
      const [first, last] = [verseOfNumber(recited.first), verseOfNumber(recited.last)];
      const heardAt = new Date().toISOString();
      const zone = data?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
      const lesson: OutgoingLesson = {
        seat,
        studentName: name,
        passage: recited,
        input: {
          clientId,
          kind,
          heardAt,
          date: wallClock(heardAt, zone).date,
          ...{ fromSurah: first.surah, fromVerse: first.verse },
          ...{ toSurah: last.surah, toVerse: last.verse },
          mistakes: words.length,
          markedWords: [...words],
        },
      };
      sendLesson(lesson);
      change(create(passage));
      setFinished({ lesson, marking: current });
      return { lesson, marking: current };
    },
  };
}

function restore(seat: SeatKey): Marking | undefined {
  const userId = findUserId();
  return userId === undefined ? undefined : readMarking(userId, seat);
}
