// Written by `npm run texts`. Change the English catalog instead.
import { createTexts, type Tag } from "./texts.ts";

export interface UiTexts {
  loading: null;
  loadFailed: null;
  partFailed: null;
  tryAgain: null;
  reload: null;
  needsScript: null;
  scriptBlocked: null;
  withoutScript: { courses: Tag; teachers: Tag; contact: Tag };
  optional: null;
  found: { count: number };
  options: { label: string | number };
  restored: null;
  discard: null;
  removeImage: null;
  imageRemoved: null;
  keepImage: null;
  notChecked: null;
  print: null;
  close: null;
  offline: null;
  showPassword: null;
  show: null;
  hidePassword: null;
  hide: null;
  delete: null;
  deleting: null;
  cancel: null;
  pages: null;
  page: { number: string | number };
  previous: null;
  next: null;
  forTeacher: null;
  "server.temporary": null;
  "server.retry": null;
  "server.checkFields": null;
  "server.breadcrumb": null;
  undo: null;
}

export const getTexts = createTexts<"ui", UiTexts>("ui");
