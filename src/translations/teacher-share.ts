// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface TeacherShareTexts {
  label: null;
  take: null;
  takeHint: null;
  keep: null;
  keepHint: null;
}

export const getTexts = createTexts<"teacherShare", TeacherShareTexts>("teacherShare");
