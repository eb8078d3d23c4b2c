// Written by `npm run texts`. Change the English catalog instead.
import { createTexts, type Tag } from "./texts.ts";

export interface RefundDialogTexts {
  title: { student: string | number };
  refundable: { name: Tag; course: string | number; amount: string | number };
  howMuch: null;
  partial: null;
  partialEnrolled: null;
  partialLeft: null;
  full: { amount: string | number };
  fullEnrolled: null;
  fullLeft: null;
  amount: null;
  amountHint: { amount: string | number; times: number };
  note: null;
  noteHint: null;
  hasLeft: { student: string | number };
  losesSeat: { student: string | number };
  staysEnrolled: { student: string | number };
  source: null;
  cancel: null;
  submit: null;
  submitAmount: { amount: string | number };
  submitAndEnd: { amount: string | number };
  busy: null;
  done: { amount: string | number; student: string | number };
}

export const getTexts = createTexts<"refundDialog", RefundDialogTexts>("refundDialog");
