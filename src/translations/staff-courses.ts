// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface StaffCoursesTexts {
  title: null;
  lead: null;
  searchHint: null;
  failed: null;
  "column.title": null;
  "column.teacher": null;
  "column.state": null;
  "column.students": null;
  "column.price": null;
  "column.created": null;
  "column.actions": null;
  "state.published": null;
  "state.draft": null;
  "state.archived": null;
  "state.hidden": null;
  hide: null;
  show: null;
  hideNamed: { title: string | number };
  showNamed: { title: string | number };
  hideTitle: { title: string | number };
  showTitle: { title: string | number };
  hideText: null;
  showText: null;
  "server.csv.id": null;
  "server.csv.title": null;
  "server.csv.teacher": null;
  "server.csv.status": null;
  "server.csv.students": null;
  "server.csv.price": null;
  "server.csv.hidden": null;
  "server.error.hidden": null;
  "server.mail.shown.subject": { course: string | number };
  "server.mail.shown.title": null;
  "server.mail.shown.text": { course: string | number };
  "server.mail.shown.later": { course: string | number };
  "server.mail.shown.reason": null;
  "server.mail.shown.action": null;
  "server.mail.shown.because": null;
  payments: null;
  paymentsOf: { title: string | number };
}

export const getTexts = createTexts<"staffCourses", StaffCoursesTexts>("staffCourses");
