// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface AgreementsTexts {
  "server.changed": null;
  "server.label": null;
  "server.notice": { document: string | number };
  "server.noticeDocument.terms": null;
  "server.noticeDocument.privacy": null;
  "server.noticeDocument.both": null;
  "server.review": null;
  "server.title": null;
  "server.lead": null;
  "server.document.terms": null;
  "server.document.privacy": null;
  "server.since": { date: string | number };
  "server.read.terms": null;
  "server.read.privacy": null;
  "server.accept": null;
  "server.later": null;
  "server.without": null;
  "server.done": null;
  "server.doneText": null;
  "server.dashboard": null;
  "server.changes.terms": null;
  "server.changes.privacy": null;
}

export const getTexts = createTexts<"agreements", AgreementsTexts>("agreements");
