// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface TimeZonesTexts {
  common: null;
  other: null;
  "area.Africa": null;
  "area.America": null;
  "area.Antarctica": null;
  "area.Arctic": null;
  "area.Asia": null;
  "area.Atlantic": null;
  "area.Australia": null;
  "area.Etc": null;
  "area.Europe": null;
  "area.Indian": null;
  "area.Pacific": null;
  "question.label": null;
  "question.text": { browser: string | number; profile: string | number };
  "question.forTeachers": null;
  "question.use": { browser: string | number };
  "question.keep": { profile: string | number };
  "question.used": { browser: string | number };
}

export const getTexts = createTexts<"timeZones", TimeZonesTexts>("timeZones");
