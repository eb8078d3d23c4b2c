/**
 * The practice conversation. It exists only on this page: nothing is sent, and the replies are
 * fixed texts.
 */
import { atom } from "nanostores";
import { getTexts } from "#translations/conversations.ts";

const t = getTexts("conversations");

export interface PracticeMessage {
  id: number;
  from: "me" | "practice";
  text: string;
  /** Milliseconds since the epoch. */
  at: number;
}

const answerAfter = 1_000;

const answers = [
  "practice.answer.0",
  "practice.answer.1",
  "practice.answer.2",
  "practice.answer.3",
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
    add("practice", t(answers[answered % answers.length] ?? answers[0]));
    answered += 1;
  }, answerAfter);
}
