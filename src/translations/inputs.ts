// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface InputsTexts {
  wholeNumber: null;
  minimum: { minimum: string | number };
  maximum: { maximum: string | number };
  verse: null;
  word: null;
  edition: null;
  date: null;
  timeZone: null;
}

export const getTexts = createTexts<"inputs", InputsTexts>("inputs");
