// Written by `npm run texts`. Change the English catalog instead.
import { createTexts, type Tag } from "./texts.ts";

export interface TeacherStudentsTexts {
  title: null;
  exportCsv: null;
  none: null;
  noneText: null;
  publicPage: null;
  loading: null;
  notFound: null;
  noMatch: { search: string | number };
  search: null;
  searchHint: null;
  sortBy: null;
  "sort.student": null;
  "sort.course": null;
  "sort.progress": null;
  "sort.joined": null;
  actions: null;
  joinedOn: { label: Tag; time: Tag };
  message: null;
  messageTo: { student: string | number };
  quran: null;
  quranOf: { student: string | number; course: string | number };
  view: null;
  viewNamed: { student: string | number };
  refund: null;
  refundNamed: { student: string | number; course: string | number };
  remove: null;
  removeNamed: { student: string | number; course: string | number };
  noClasses: null;
  progress: { done: string | number; total: number };
  progressPercent: { progress: string | number; percent: string | number };
  "removal.title": null;
  "removal.stuck": { student: string | number; course: string | number };
  "removal.losesSeat": { student: string | number; course: string | number };
  "removal.refund": { amount: string | number };
  "removal.refundOf": { amount: string | number; paid: string | number };
  "removal.noRefund": null;
  "removal.cancel": null;
  "removal.openEarnings": null;
  "removal.busy": null;
  "removal.removeAndRefund": null;
  "removal.removed": null;
  "removal.removedAndRefunded": null;
  "failed.fetch": null;
  "failed.refund": null;
  "failed.remove": null;
  "server.sortOrder": null;
  "server.csv.student": null;
  "server.csv.course": null;
  "server.csv.classes": null;
  "server.csv.progress": null;
  "server.csv.joined": null;
}

export const getTexts = createTexts<"teacherStudents", TeacherStudentsTexts>("teacherStudents");
