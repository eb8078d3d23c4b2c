// Written by `npm run texts`. Change the English catalog instead.
import { createTexts, type Tag } from "./texts.ts";

export interface TimeSlotsTexts {
  title: null;
  none: null;
  slot: { number: string | number };
  removeSlot: { number: string | number };
  start: null;
  end: null;
  bookedSlot: { slot: string | number; booked: Tag };
  add: null;
  overlap: { slot: string | number };
  cancel: null;
  save: null;
  saving: null;
  saved: null;
  done: null;
  copyTitle: null;
  copyFrom: null;
  copyTo: null;
  copy: null;
  copied: { count: number };
  day: null;
  slotTime: { day: string | number; start: string | number; end: string | number };
}

export const getTexts = createTexts<"timeSlots", TimeSlotsTexts>("timeSlots");
