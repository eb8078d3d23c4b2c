// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface ScheduleTexts {
  title: null;
  intro: { zone: string | number };
  manage: null;
  empty: null;
  emptyText: null;
  configure: null;
  loading: null;
  booked: null;
  available: null;
  overview: null;
  day: null;
  slots: null;
  status: null;
  noSlots: null;
  allAvailable: null;
  someBooked: { booked: string | number; count: string | number };
  none: null;
  bookedTag: null;
  panel: null;
  managePanel: null;
  separator: null;
  changed: null;
}

export const getTexts = createTexts<"schedule", ScheduleTexts>("schedule");
