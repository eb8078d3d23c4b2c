// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface CroppingTexts {
  title: null;
  loading: null;
  failed: null;
  hint: null;
  zoom: null;
  horizontal: null;
  vertical: null;
  cancel: null;
  apply: null;
  applying: null;
}

export const getTexts = createTexts<"cropping", CroppingTexts>("cropping");
