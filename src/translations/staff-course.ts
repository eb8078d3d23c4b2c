// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface StaffCourseTexts {
  back: null;
  missing: null;
  loading: null;
  canceled: null;
  hiddenSince: null;
  publicPage: null;
  "fact.seats": null;
  "fact.payments": null;
  "fact.dates": null;
  seatFigures: { students: string | number; maxStudents: string | number; held: string | number };
  paymentFigures: { count: number; paid: string | number; refunded: string | number };
  "section.text": null;
  "section.cases": null;
  "section.students": null;
  "section.actions": null;
  "text.none": null;
  "text.image": null;
  "text.objectives": null;
  "text.requirements": null;
  "text.topics": null;
  noCases: null;
  noStudents: null;
  noActions: null;
  reports: { count: number };
  "seat.held": null;
  "seat.enrolled": null;
  "seat.left": null;
  "seat.refunded": null;
  "seat.expired": null;
}

export const getTexts = createTexts<"staffCourse", StaffCourseTexts>("staffCourse");
