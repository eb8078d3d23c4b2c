// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface ProfileErrorsTexts {
  countryMissing: null;
  countryUnknown: null;
  tooManyEntries: { count: string | number };
  entryEmpty: null;
  age: null;
  nameMissing: null;
  gender: null;
  level: null;
  secureAddress: null;
  certificateMissing: null;
  authorityMissing: null;
  certificateYear: null;
  degreeMissing: null;
  institutionMissing: null;
  educationYear: null;
  adultTeacher: null;
  experience: null;
  rate: null;
  role: null;
  time: null;
  day: null;
  timeOrder: null;
  tooManySlots: null;
  registrationFailed: null;
  unsupportedRole: null;
  profileUnknown: null;
  updateFailed: null;
  slotsNotLoaded: null;
  slotsNotSaved: null;
  "server.otherSlots": null;
  "server.bookedSlot": { slot: string | number };
  "server.overlap": { second: string | number; first: string | number };
  "server.otherProfile": null;
  "server.alreadyComplete": null;
  "server.slot": { day: string | number; start: string | number; end: string | number };
  guardianName: { age: string | number };
  guardianContact: { age: string | number };
}

export const getTexts = createTexts<"profileErrors", ProfileErrorsTexts>("profileErrors");
