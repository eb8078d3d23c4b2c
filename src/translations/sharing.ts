// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface SharingTexts {
  title: null;
  live: null;
  liveText: { title: string | number };
  link: null;
  copy: null;
  copied: null;
  copyBlocked: null;
  shareWith: null;
  email: null;
  otherApps: null;
  message: { title: string | number; teacher: string | number };
  "code.title": null;
  "code.text": null;
  "code.label": { title: string | number };
  "code.download": null;
  "code.print": null;
  "code.scan": null;
  view: null;
  "notPublic.title": null;
  "notPublic.text": null;
  "notPublic.hidden": null;
  "notPublic.edit": null;
  unpublish: null;
}

export const getTexts = createTexts<"sharing", SharingTexts>("sharing");
