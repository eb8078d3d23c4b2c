// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface PayoutsTexts {
  title: null;
  lead: null;
  teacher: null;
  id: null;
  share: null;
  paid: null;
  owed: null;
  action: null;
  mark: null;
  markOf: { name: string | number };
  markTitle: { name: string | number };
  markText: { amount: string | number };
  amount: null;
  reference: null;
  referenceHint: null;
  record: null;
  recording: null;
  notRecorded: null;
  searchHint: null;
  none: null;
  noneText: null;
  "invalid.amount": null;
  "invalid.reference": null;
}

export const getTexts = createTexts<"payouts", PayoutsTexts>("payouts");
