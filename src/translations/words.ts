// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface WordsTexts {
  malformedWord: null;
  wordNotFound: { verse: string | number; position: string | number; count: string | number };
  unknownRelation: null;
  malformedPage: null;
  noSuchPage: { page: string | number; pages: number };
  planRequired: null;
  words: null;
  wordsOf: { verse: string | number };
  place: { verse: string | number; position: string | number };
  previousWord: null;
  nextWord: null;
  allWords: { verse: string | number };
  loading: null;
  noMeaning: null;
  same: { count: number };
  similar: { count: number };
  similarNote: null;
  root: null;
  lemma: null;
  partOfSpeech: null;
  sameRoot: null;
  times: { count: number };
  noGrammar: null;
  source: null;
  logIn: null;
  logInToStudy: null;
  wordStudy: null;
  counts: { occurrences: number; similar: number };
  notLoaded: null;
}

export const getTexts = createTexts<"words", WordsTexts>("words");
