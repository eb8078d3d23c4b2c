// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface SettingsTexts {
  "invalid.required": null;
  "invalid.date": null;
  "invalid.percent": { maximum: string | number };
  "invalid.id": null;
  "invalid.twice": null;
  "invalid.tooMany": { maximum: string | number };
  "invalid.end": null;
  "invalid.sameStart": null;
  "notFound.teacher": { id: string | number };
  "notFound.course": { id: string | number };
  "notFound.student": { id: string | number };
}

export const getTexts = createTexts<"settings", SettingsTexts>("settings");
