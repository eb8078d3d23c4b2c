// Written by `npm run texts`. Change the English catalog instead.
import { createTexts, type Tag } from "./texts.ts";

export interface QuizEditorTexts {
  "error.passMark": null;
  "error.answer": null;
  "error.right": null;
  "error.kind": null;
  "error.question": null;
  "error.tooFewAnswers": null;
  "error.tooManyAnswers": { maximum: string | number };
  "error.noneRight": null;
  "error.sameAnswers": null;
  "error.title": null;
  "error.noQuestions": null;
  "error.tooManyQuestions": { maximum: string | number };
  title: null;
  lead: null;
  add: null;
  loading: null;
  none: null;
  results: null;
  resultsLabel: { title: string | number };
  edit: null;
  editLabel: { title: string | number };
  remove: null;
  removeLabel: { title: string | number };
  summaryNotTaken: { count: number; passMark: string | number };
  summaryTaken: {
    count: number;
    passMark: string | number;
    taken: string | number;
    passed: string | number;
  };
  removeTitle: null;
  removeText: { name: Tag; title: string | number };
  resultsStay: null;
  cancel: null;
  removing: null;
  taken: null;
  quizTitle: null;
  passMark: null;
  addQuestion: null;
  atMost: { maximum: string | number };
  saving: null;
  save: null;
  questionNumber: { number: string | number };
  question: null;
  kind: null;
  single: null;
  multiple: null;
  answersSingle: { note: Tag };
  answersMultiple: { note: Tag };
  isCorrect: { answer: string | number; question: string | number };
  answer: { answer: string | number; question: string | number };
  removeAnswer: { answer: string | number; question: string | number };
  addAnswer: null;
  explanation: null;
  explanationHint: null;
  removeQuestion: { number: string | number };
  loadingResults: null;
  loadingAnswers: null;
  attempts: { count: number };
  removed: { title: string | number };
  saved: { title: string | number };
}

export const getTexts = createTexts<"quizEditor", QuizEditorTexts>("quizEditor");
