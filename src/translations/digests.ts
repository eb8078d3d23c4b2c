// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface DigestsTexts {
  "mail.subject": { subject: string | number; count: number };
  "mail.title": { count: number };
  "mail.preheader": null;
  "mail.first": null;
  "mail.action": null;
  "mail.note": null;
  "mail.because": { site: string | number };
}

export const getTexts = createTexts<"digests", DigestsTexts>("digests");
