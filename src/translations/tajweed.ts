// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface TajweedTexts {
  colors: null;
  legend: null;
  legendNote: null;
  ghunnah: null;
  ghunnahDetail: null;
  ikhfa: null;
  ikhfaDetail: null;
  iqlab: null;
  iqlabDetail: null;
  idghamGhunnah: null;
  idghamGhunnahDetail: null;
  idgham: null;
  idghamDetail: null;
  qalqalah: null;
  qalqalahDetail: null;
  maddLazim: null;
  maddLazimDetail: null;
  maddMuttasil: null;
  maddMuttasilDetail: null;
  maddMunfasil: null;
  maddMunfasilDetail: null;
  maddStop: null;
  maddStopDetail: null;
  silent: null;
  silentDetail: null;
  rare: null;
  rareDetail: null;
}

export const getTexts = createTexts<"tajweed", TajweedTexts>("tajweed");
