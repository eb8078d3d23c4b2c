// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface CommentsTexts {
  locked: null;
  closed: null;
  empty: null;
  "call.load": null;
  "call.post": null;
  "call.delete": null;
  "call.change": null;
  loading: null;
  label: null;
  readByStudents: null;
  readByClass: null;
  left: { count: string | number };
  post: null;
  posting: null;
  title: null;
  none: null;
  older: null;
  teacher: null;
  hiddenByTeacher: null;
  hidden: null;
  hide: null;
  hideLabel: { name: string | number };
  report: null;
  show: null;
  showLabel: { name: string | number };
  delete: null;
  deleteText: null;
  "server.missing": null;
  "server.idMissing": null;
  "server.idMalformed": null;
  "server.hide": null;
  "server.deleted": null;
  "server.needsScript": null;
  "mail.child.subject": { child: string | number };
  "mail.child.preheader": { child: string | number; course: string | number };
  "mail.child.text": { child: string | number; course: string | number };
  "mail.childsTeacher.subject": { child: string | number };
  "mail.childsTeacher.preheader": { teacher: string | number; course: string | number };
  "mail.childsTeacher.text": { teacher: string | number; course: string | number };
  "mail.teacher.subject": { course: string | number };
  "mail.teacher.title": null;
  "mail.teacher.preheader": { course: string | number };
  "mail.teacher.text": { course: string | number };
  "mail.teacher.more": null;
  "mail.teacher.action": null;
  "mail.teacher.because": { course: string | number };
  "mail.fact.course": null;
  "mail.fact.teacher": null;
}

export const getTexts = createTexts<"comments", CommentsTexts>("comments");
