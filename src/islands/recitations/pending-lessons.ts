/** Shows changes of lessons before the server has confirmed them. */
import { describePassage, numberOfVerse } from "#lib/quran/quran.ts";
import type { SeatKey } from "#lib/recitations/recitations.calls.ts";
import { changeRecitationLog } from "#lib/recitations/recitations.queries.ts";
import type { RecitationView } from "#lib/recitations/recitations.responses.ts";
import type { RecitationInput } from "#lib/recitations/recitations.ts";

/** The ID of a new lesson until the server has assigned one. */
export const pendingLessonId = "pending";

function toView(
  _id: string,
  { fromSurah, fromVerse, toSurah, toVerse, ...lesson }: RecitationInput,
) {
  const first = numberOfVerse({ surah: fromSurah, verse: fromVerse }) ?? 1;
  const last = numberOfVerse({ surah: toSurah, verse: toVerse }) ?? first;
  const view: RecitationView = {
    _id,
    ...{ first, last, passage: describePassage({ first, last }) },
    kind: lesson.kind,
    date: lesson.date,
    // At this hour, it is the same date in almost every time zone.
    heardAt: `${lesson.date}T11:00:00.000Z`,
    mistakes: lesson.mistakes,
    ...(lesson.note && { note: lesson.note }),
  };
  return view;
}

/** Shows a new lesson above the others. @returns a function that removes it. */
export function showNewLesson(seat: SeatKey, input: RecitationInput): () => void {
  const isOther = ({ _id }: RecitationView) => _id !== pendingLessonId;
  changeRecitationLog(seat, 1, (lessons) => [toView(pendingLessonId, input), ...lessons]);
  return () => changeRecitationLog(seat, 1, (lessons) => lessons.filter(isOther));
}

/** Hides a lesson. @returns a function that shows it again in the same position. */
export function hideLesson(seat: SeatKey, page: number, lesson: RecitationView): () => void {
  let place = 0;
  changeRecitationLog(seat, page, (lessons) => {
    place = lessons.indexOf(lesson);
    return lessons.filter(({ _id }) => _id !== lesson._id);
  });
  return () =>
    changeRecitationLog(seat, page, (lessons) =>
      lessons.some(({ _id }) => _id === lesson._id)
        ? lessons
        : lessons.toSpliced(Math.max(place, 0), 0, lesson),
    );
}
