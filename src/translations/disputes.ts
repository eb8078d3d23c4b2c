// Written by `npm run texts`. Change the English catalog instead.
import { createTexts, type Tag } from "./texts.ts";

export interface DisputesTexts {
  loadFailed: null;
  saveFailed: null;
  submitFailed: null;
  empty: null;
  missing: null;
  alreadySubmitted: null;
  deadlinePassed: null;
  refused: null;
  back: null;
  loading: null;
  reason: { reason: string | number };
  respondBy: { time: Tag };
  left: { time: string | number };
  leftDays: { days: number };
  refundInstead: null;
  facts: null;
  factsText: null;
  "fact.receipt": null;
  "fact.paid": null;
  "fact.enrolled": null;
  "fact.attendance": null;
  "fact.lessons": null;
  "fact.messages": null;
  attended: { attended: number; held: number };
  count: { count: number };
  classes: null;
  joined: { time: string | number };
  present: null;
  absent: null;
  statement: null;
  label: null;
  hint: null;
  saved: { time: Tag };
  save: null;
  saving: null;
  submit: null;
  submitting: null;
  submittedOn: { time: Tag };
  noStatement: null;
  "confirm.title": null;
  "confirm.text": null;
  "confirm.back": null;
  "state.sending": null;
  "state.submitted": null;
  "state.too-late": null;
  "state.won": null;
  "state.lost": null;
  "server.title": null;
  "server.intro": null;
}

export const getTexts = createTexts<"disputes", DisputesTexts>("disputes");
