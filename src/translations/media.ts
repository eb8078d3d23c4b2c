// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface MediaTexts {
  hint: null;
  tooLarge: null;
  wrongType: null;
  uploadFirst: null;
  tooSlow: null;
  uploadFailed: { status: string | number };
  noAddress: null;
  "server.tooMany": null;
  "server.tooManyDrawn": null;
  "server.unavailable": null;
  "server.notFound": null;
}

export const getTexts = createTexts<"media", MediaTexts>("media");
