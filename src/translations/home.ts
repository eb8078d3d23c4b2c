// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface HomeTexts {
  "featured.title": null;
  "featured.all": null;
  "featured.loading": null;
  "featured.failed": null;
  "featured.none": null;
  "featured.noneText": null;
  "featured.teachers": null;
  browse: null;
  becomeTeacher: null;
  reasons: null;
  "testimonials.title": null;
  "testimonials.share": null;
  "testimonials.loading": null;
  "testimonials.failed": null;
  "testimonials.none": null;
  "testimonials.quote": { text: string | number };
  "verse.meaning": null;
  "verse.source": null;
  "needs.label": null;
  "needs.child": null;
  "needs.women": null;
  "needs.beginners": null;
  "needs.memorization": null;
  "needs.trial": null;
}

export const getTexts = createTexts<"home", HomeTexts>("home");
