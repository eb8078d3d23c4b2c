// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface RoomsTexts {
  quranPage: null;
  openInZoom: null;
}

export const getTexts = createTexts<"rooms", RoomsTexts>("rooms");
