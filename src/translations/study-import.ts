// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface StudyImportTexts {
  saved: { count: number };
  waiting: { count: number };
  refused: { count: number };
  invalid: { count: number };
  version: null;
  unknown: null;
}

export const getTexts = createTexts<"studyImport", StudyImportTexts>("studyImport");
