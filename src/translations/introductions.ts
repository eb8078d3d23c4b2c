// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface IntroductionsTexts {
  title: null;
  lead: null;
  loading: null;
  loadFailed: null;
  saveFailed: null;
  deleteFailed: null;
  onlyTeachers: null;
  "current.title": null;
  "current.none": null;
  "current.hidden": null;
  "current.recording": { seconds: number };
  "current.video": { service: string | number };
  "current.open": null;
  "current.page": null;
  "current.delete": null;
  "current.deleting": null;
  "current.deleted": null;
  "current.saved": null;
  "record.title": null;
  "record.text": null;
  "record.start": null;
  "record.again": null;
  "record.stop": null;
  "record.waiting": null;
  "record.running": { time: string | number; max: string | number };
  "record.file": null;
  "record.fileHint": null;
  "record.converting": null;
  "record.preview": { seconds: number };
  "record.publish": null;
  "record.publishing": null;
  "record.discard": null;
  "record.replaces": null;
  "problem.denied": null;
  "problem.noMicrophone": null;
  "problem.busy": null;
  "problem.unreadable": null;
  "problem.tooLarge": null;
  "problem.tooShort": null;
  "problem.tooLong": null;
  "problem.silent": null;
  "video.title": null;
  "video.label": null;
  "video.hint": null;
  "video.save": null;
  "video.saving": null;
  "invalid.link": null;
  "invalid.recording": null;
  "server.missing": null;
  "server.heading": null;
  "server.listen": { name: string | number };
  "server.watch": { service: string | number };
}

export const getTexts = createTexts<"introductions", IntroductionsTexts>("introductions");
