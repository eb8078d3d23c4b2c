// Written by `npm run texts`. Change the English catalog instead.
import { createTexts, type Tag } from "./texts.ts";

export interface QuranChartTexts {
  fresh: { days: string | number };
  fading: { days: string | number };
  stale: null;
  legend: null;
  juzList: null;
  juz: { juz: string | number };
  juzNumber: { hidden: Tag; juz: string | number };
  close: null;
  nothing: null;
  verses: { memorized: string | number; total: string | number; percent: string | number };
  wholeJuz: { count: number };
  wholeSurahs: { count: number };
  separator: null;
  sentence: { text: string | number };
  last: { age: string | number };
  overdue: { count: number; days: string | number };
  started: { count: number };
  noLesson: null;
  notStarted: null;
  allVerses: { count: number };
  someVerses: { memorized: string | number; count: string | number };
  recited: { age: string | number };
  recitedPartly: { age: string | number; oldest: string | number };
  "guardian.text": { strong: Tag; address: string | number };
  "guardian.submit": null;
  "guardian.busy": null;
  "guardian.off": null;
  "guardian.turnOff": { child: string | number };
}

export const getTexts = createTexts<"quranChart", QuranChartTexts>("quranChart");
