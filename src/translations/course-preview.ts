// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface CoursePreviewTexts {
  title: null;
  text: null;
  noReviews: null;
  noStudents: null;
  free: null;
  starts: { time: string | number };
  classes: { count: number; dates: string | number };
}

export const getTexts = createTexts<"coursePreview", CoursePreviewTexts>("coursePreview");
