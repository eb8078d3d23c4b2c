// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface AudioTexts {
  listen: null;
  listenPractice: null;
  player: null;
  playVerse: null;
  playFromVerse: null;
  repeatVerse: null;
  play: null;
  pause: null;
  previousVerse: null;
  nextVerse: null;
  options: null;
  close: null;
  closeOptions: null;
  verseName: { name: string | number; verse: string | number };
  basmala: { name: string | number };
  loading: null;
  resting: null;
  restingWords: null;
  endedPage: null;
  endedRange: null;
  endedVerse: { verse: string | number };
  playAgain: null;
  continueWith: { name: string | number };
  comeBack: { verse: string | number };
  failed: null;
  recitersFailed: null;
  retry: null;
  practiceNote: null;
  speed: null;
  speedValue: { speed: string | number };
  reciter: null;
  range: null;
  firstVerse: null;
  lastVerse: null;
  verseRepeats: null;
  rangeRepeats: null;
  repeatCount: { count: number };
  endless: null;
  rests: null;
  words: { verse: string | number };
  firstWord: null;
  lastWord: null;
  repeatWords: null;
  stopRepeating: null;
  noWordTimes: null;
  credit: { credit: string | number; terms: string | number };
  keyPlay: null;
  "server.practice.name": null;
  "server.practice.credit": null;
  "server.practice.terms": null;
}

export const getTexts = createTexts<"audio", AudioTexts>("audio");
