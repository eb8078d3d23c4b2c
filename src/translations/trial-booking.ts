// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface TrialBookingTexts {
  noTimes: null;
  meet: { teacher: string | number };
  time: null;
  zone: { zone: string | number };
  duration: { minutes: number };
  note: null;
  noteHint: null;
  book: null;
  bookBusy: null;
  addGuardian: null;
}

export const getTexts = createTexts<"trialBooking", TrialBookingTexts>("trialBooking");
