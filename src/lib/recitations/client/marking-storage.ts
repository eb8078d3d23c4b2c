/**
 * Marked recitations on this device. Each has its own key, so that tabs don't overwrite each
 * other's. They are drafts, so they are kept until the user logs out, another account logs in, or a
 * month has passed (`src/lib/client/drafts.ts`).
 */
import { type DraftKey, isLessonDraft, remembered } from "../../client/browser-storage.ts";
import type { OutgoingLesson } from "../marking.store.ts";
import type { Marking } from "../marking.ts";
import type { SeatKey } from "../recitations.calls.ts";

interface Stored<Values> {
  userId: string;
  savedAt: number;
  values: Values;
}

const keyOfMarking = ({ courseId, studentId }: SeatKey): DraftKey =>
  `draft:marking:${courseId}:${studentId}`;
const keyOfLesson = (clientId: string): DraftKey => `draft:lesson:${clientId}`;

function read<Values>(key: DraftKey, userId: string): Stored<Values> | undefined {
  const text = remembered.get(key);
  const stored = text ? (JSON.parse(text) as Stored<Values>) : undefined;
  return stored?.userId === userId ? stored : undefined;
}

function write(key: DraftKey, userId: string, values: unknown, savedAt = Date.now()): void {
  remembered.set(key, JSON.stringify({ userId, savedAt, values } satisfies Stored<unknown>));
}

/** The recitation that the teacher was marking when the page was closed. */
export const readMarking = (userId: string, seat: SeatKey): Marking | undefined =>
  read<Marking>(keyOfMarking(seat), userId)?.values;

export const storeMarking = (userId: string, seat: SeatKey, marking: Marking): void =>
  write(keyOfMarking(seat), userId, marking);

export const forgetMarking = (seat: SeatKey): void => remembered.remove(keyOfMarking(seat));

/** The finished recitations of this user, in order. */
export function readOutgoing(userId: string): OutgoingLesson[] {
  return remembered
    .listDrafts()
    .filter(isLessonDraft)
    .flatMap((key) => read<OutgoingLesson>(key, userId) ?? [])
    .sort((one, other) => one.savedAt - other.savedAt)
    .map(({ values }) => values);
}

/** Adds a lesson, or replaces it without changing its position. */
export function storeOutgoing(userId: string, lesson: OutgoingLesson): void {
  const key = keyOfLesson(lesson.input.clientId);
  write(key, userId, lesson, read(key, userId)?.savedAt);
}

export const forgetOutgoing = (clientId: string): void => remembered.remove(keyOfLesson(clientId));
