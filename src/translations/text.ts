// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface TextTexts {
  missing: null;
  notStorable: null;
  oneLine: null;
  tooLong: { maximum: string | number };
  webAddress: null;
}

export const getTexts = createTexts<"text", TextTexts>("text");
