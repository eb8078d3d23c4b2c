/**
 * Sends marked recitations to the lesson log, one after another in order. They are stored on the
 * device first. A recitation that can't be sent waits and is sent again with the same ID, so that
 * each is stored only once.
 */
import { ApiError, messageOf } from "../../client/api-error.ts";
import { createRetryTask } from "../../client/retry-task.ts";
import { $session } from "../../client/session/session.store.ts";
import { $outgoingLessons, type OutgoingLesson } from "../marking.store.ts";
import type { Marking } from "../marking.ts";
import { removeRecitation, saveRecitation } from "../recitations.calls.ts";
import { refreshAfterLesson } from "../recitations.queries.ts";
import {
  forgetOutgoing,
  readMarking,
  readOutgoing,
  storeMarking,
  storeOutgoing,
} from "./marking-storage.ts";

let isStarted = false;

/** The lessons that this page has tried to send, by their client IDs. They may have arrived. */
const attempted = new Set<string>();

let latestUserId: string | undefined;

/**
 * The account whose lessons are sent; undefined until it is known. Recitations that are marked
 * after a session has ended belong to its user.
 */
export function findUserId(): string | undefined {
  const session = $session.get();
  if (session.status === "signed-in") latestUserId = session.user.id;
  return latestUserId;
}

function refresh(): readonly OutgoingLesson[] {
  const userId = findUserId();
  const lessons = userId === undefined ? [] : readOutgoing(userId);
  $outgoingLessons.set(lessons);
  return lessons;
}

const sending = createRetryTask(async () => {
  for (;;) {
    const userId = findUserId();
    const lesson = refresh().find(({ refusal }) => refusal === undefined);
    if (!lesson || userId === undefined) return undefined;
    const { seat, input } = lesson;
    attempted.add(input.clientId);
    try {
      await saveRecitation(seat, input, userId);
    } catch (error) {
      // After a session has ended, lessons wait until the same user logs in.
      if (error instanceof ApiError && error.status === 401) return undefined;
      if (!(error instanceof ApiError) || error.temporary) {
        if (error instanceof ApiError && error.retryAfter !== undefined) {
          return error.retryAfter * 1_000;
        }
        throw error;
      }
      storeOutgoing(userId, { ...lesson, refusal: messageOf(error) });
      continue;
    }
    forgetOutgoing(input.clientId);
    refresh();
    void refreshAfterLesson(seat);
  }
});

/** Sends the lessons that earlier pages couldn't send. Runs once per page. */
export function startLessonOutbox(): void {
  if (!isStarted) {
    isStarted = true;
    addEventListener("online", sending.run);
    addEventListener("storage", refresh);
    $session.listen(sending.run);
  }
  sending.run();
}

/** @throws Error if nobody is logged in. */
export function sendLesson(lesson: OutgoingLesson): void {
  const userId = findUserId();
  if (userId === undefined) throw new Error("Only people who are logged in can send lessons");
  storeOutgoing(userId, lesson);
  refresh();
  startLessonOutbox();
}

/** Sends a rejected lesson again. */
export const retryLesson = ({ refusal: _, ...lesson }: OutgoingLesson): void => sendLesson(lesson);

/**
 * Removes a lesson that was finished by mistake from the log, or from this device if it was never sent, and keeps its
 * marks for when the student recites again. A lesson that may have arrived is saved again first, which stores nothing
 * new and returns its ID.
 * @throws ApiError if the server can't be reached or refuses.
 */
export async function takeBackLesson(lesson: OutgoingLesson, marking: Marking): Promise<void> {
  const { seat, input } = lesson;
  const userId = findUserId();
  if (userId === undefined) return;
  const isWaiting = readOutgoing(userId).some((each) => each.input.clientId === input.clientId);
  if (!isWaiting || attempted.has(input.clientId)) {
    const saved = await saveRecitation(seat, input, userId);
    if (saved) await removeRecitation(saved._id);
  }
  discardLesson(lesson);
  const { steps } = readMarking(userId, seat) ?? { steps: [] };
  // It gets a new ID, because the server remembers the removed one.
  if (steps.length === 0) storeMarking(userId, seat, { ...marking, clientId: crypto.randomUUID() });
  void refreshAfterLesson(seat);
}

/** Removes a rejected lesson from this device. */
export function discardLesson({ input }: OutgoingLesson): void {
  forgetOutgoing(input.clientId);
  refresh();
}
