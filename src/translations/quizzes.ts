// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface QuizzesTexts {
  "call.own": null;
  "call.save": null;
  "call.remove": null;
  "call.load": null;
  "call.submit": null;
  "call.results": null;
  "call.answers": null;
  "call.restore": null;
  none: null;
  summary: { count: number; passMark: string | number };
  review: null;
  reviewLabel: { title: string | number };
  start: null;
  startLabel: { title: string | number };
  retake: null;
  retakeLabel: { title: string | number };
  notTaken: null;
  bestPassed: { score: string | number };
  bestFailed: { score: string | number };
  loading: null;
  ownPassed: null;
  passed: null;
  failed: null;
  score: { right: number; count: number; score: string | number; passMark: string | number };
  tryAgain: null;
  correct: null;
  incorrect: null;
  yourAnswer: null;
  selected: null;
  correctAnswer: null;
  close: null;
  back: null;
  unanswered: null;
  answered: { answered: number; count: number };
  startAgain: null;
  submit: null;
  checking: null;
  questionSingle: { number: string | number; count: string | number };
  questionMultiple: { number: string | number; count: string | number };
  isUnanswered: null;
  "server.missing": null;
  "server.attemptMissing": null;
  "server.full": { maximum: string | number };
  "server.changed": null;
  "server.startAgain": null;
  "server.tooManyChanges": null;
}

export const getTexts = createTexts<"quizzes", QuizzesTexts>("quizzes");
