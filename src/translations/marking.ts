// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface MarkingTexts {
  marking: { name: string | number };
  howToMark: null;
  keys: null;
  stopMarking: null;
  stoppedLeft: { name: string | number };
  stoppedTurn: { name: string | number };
  stoppedClose: null;
  undo: null;
  finish: null;
  finishAndNext: { name: string | number };
  next: { name: string | number };
  again: null;
  finished: { kind: string | number; passage: string | number; mistakes: string | number };
  logged: { name: string | number; lesson: string | number };
  takeBack: null;
  takenBack: { name: string | number };
  mistakeTypes: null;
  lessonKind: null;
  lesson: { kind: string | number; passage: string | number };
  lessonShort: null;
  marked: { word: string | number; verse: string | number; mistake: string | number };
  unmarked: { word: string | number; verse: string | number };
  wordLabel: { word: string | number; verse: string | number; state: string | number };
  notMarked: null;
  far: { verse: string | number; passage: string | number };
  waiting: { count: number };
  refused: { name: string | number; passage: string | number; reason: string | number };
  retry: null;
  discard: null;
  unsavedAtLogOut: { count: number };
  weakCount: { count: number };
  weakUnknown: null;
  weakWords: null;
  weakWordsHelp: null;
  weakWord: { mistake: string | number; times: number; age: string | number; remaining: number };
}

export const getTexts = createTexts<"marking", MarkingTexts>("marking");
