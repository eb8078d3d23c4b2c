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
  void: null;
  voidOf: { name: string | number };
  voidTitle: { name: string | number };
  voidText: null;
  payout: null;
  choosePayout: null;
  loadingPayouts: null;
  notVoided: null;
  "invalid.amount": null;
  "invalid.reference": null;
  "invalid.payout": null;
  "invalid.suspended": null;
  email: null;
  country: null;
  suspended: { date: string | number };
  suspendedUntil: null;
  suspendedText: { date: string | number };
  confirmSuspended: null;
  sanctioned: null;
  prohibited: null;
}

export const getTexts = createTexts<"payouts", PayoutsTexts>("payouts");
