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
  payments: null;
  paymentsOf: { title: string | number };
}

export const getTexts = createTexts<"staffCourses", StaffCoursesTexts>("staffCourses");
