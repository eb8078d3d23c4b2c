// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface SeatsTexts {
  "server.notFull": null;
  "server.unusedOffers": null;
  "server.notWaiting": null;
  "mail.becauseTeaching": { course: string | number };
  "mail.becauseEnrolled": { course: string | number };
  "mail.becauseEnrolling": { course: string | number };
  "mail.becauseWaiting": { course: string | number };
  "mail.openCourse": null;
  "mail.browse": null;
  "mail.someStudent": null;
  "mail.enrolled.subject": { course: string | number };
  "mail.enrolled.title": null;
  "mail.enrolled.preheader": { course: string | number };
  "mail.enrolled.text": { course: string | number; teacher: string | number };
  "mail.enrolled.textWithoutTeacher": { course: string | number };
  "mail.enrolled.free": null;
  "mail.enrolled.paid": { amount: string | number };
  "mail.enrolled.policy": { policy: string | number };
  "mail.enrolled.classesLeft": { left: string | number };
  "mail.enrolled.earlierEnds": { end: string | number };
  "mail.enrolled.earlierEnded": { end: string | number };
  "mail.enrolled.fewerClasses": null;
  "mail.enrolled.refundUntil": { end: string | number };
  "mail.newStudent.subject": { course: string | number };
  "mail.newStudent.title": null;
  "mail.newStudent.text": { student: string | number; course: string | number };
  "mail.left.subject": { course: string | number };
  "mail.left.title": null;
  "mail.left.preheader": { course: string | number };
  "mail.left.text": { course: string | number };
  "mail.left.notRefunded": null;
  "mail.studentLeft.subject": { course: string | number };
  "mail.studentLeft.title": null;
  "mail.studentLeft.preheader": { student: string | number; course: string | number };
  "mail.studentLeft.text": { student: string | number; course: string | number };
  "mail.offered.subject": { course: string | number };
  "mail.offered.title": null;
  "mail.offered.preheader": { end: string | number };
  "mail.offered.first": { course: string | number };
  "mail.offered.second": { hours: number; end: string | number };
  "mail.offered.action": null;
  "mail.lapsed.subject": { course: string | number };
  "mail.lapsed.title": null;
  "mail.lapsed.preheader": null;
  "mail.lapsed.first": { course: string | number; hours: number };
  "mail.lapsed.second": null;
  "mail.closed.subject": { course: string | number };
  "mail.closed.title": null;
  "mail.closed.preheader": { course: string | number };
  "mail.closed.text": { course: string | number };
}

export const getTexts = createTexts<"seats", SeatsTexts>("seats");
