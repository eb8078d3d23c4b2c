// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface CourseAudienceTexts {
  title: null;
  advice: null;
  find: null;
  confirm: null;
}

export const getTexts = createTexts<"courseAudience", CourseAudienceTexts>("courseAudience");
