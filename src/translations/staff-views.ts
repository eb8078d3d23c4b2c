// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface StaffViewsTexts {
  button: null;
  title: { name: string | number };
  text: { minutes: string | number };
  start: null;
  failed: null;
  "server.banner.label": null;
  "server.banner.title": { name: string | number };
  "server.banner.text": { reason: string | number };
  "server.banner.until": { time: string | number; zone: string | number };
  "server.banner.end": null;
  "server.banner.hidden": null;
  "server.banner.hiddenText": null;
  "server.pageTitle": null;
  "server.notShownTitle": null;
  "server.notShownText": null;
  "server.dashboard": null;
  "server.openPublic": null;
  "server.endedTitle": null;
  "server.endedText": null;
  "server.toPeople": null;
  "server.missing": null;
  "server.notShown": null;
  "server.noPerson": null;
  "server.isStaff": null;
  "server.mail.subject": { site: string | number };
  "server.mail.title": null;
  "server.mail.preheader": null;
  "server.mail.text": { time: string | number; minutes: number };
  "server.mail.limits": null;
  "server.mail.question": null;
  "server.mail.reason": null;
  "server.mail.because": { site: string | number };
}

export const getTexts = createTexts<"staffViews", StaffViewsTexts>("staffViews");
