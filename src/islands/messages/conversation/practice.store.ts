/**
 * The practice conversation. It exists only on this page: nothing is sent, and the replies are
 * fixed texts.
 */
import { atom } from "nanostores";

export interface PracticeMessage {
  id: number;
  from: "me" | "practice";
  text: string;
  /** Milliseconds since the epoch. */
  at: number;
}

export const practiceName = "Test chat";

const answerAfter = 1_000;

const answers = [
  "Wa alaikum assalam! This is a test chat, so no one else reads it.",
  "Got it. Press Enter to send, or Shift+Enter for a new line.",
  "Your teacher's replies will look just like mine.",
  "You can also ask about a lesson in your course group.",
] as const;

let lastId = 0;
let answered = 0;

export const $practice = atom<readonly PracticeMessage[]>([]);

function add(from: PracticeMessage["from"], text: string): void {
  lastId += 1;
  $practice.set([...$practice.get(), { id: lastId, from, text, at: Date.now() }]);
}

/** Shows the message, and a reply one second later. */
export function sendToPractice(text: string): void {
  add("me", text);
  setTimeout(() => {
    add("practice", answers[answered % answers.length] ?? answers[0]);
    answered += 1;
  }, answerAfter);
}
