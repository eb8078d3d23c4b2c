// Written by `npm run texts`. Change the English catalog instead.
import { createTexts, type Tag } from "./texts.ts";

export interface MailsTexts {
  greeting: { name: string | number };
  greetingWithoutName: null;
  reason: { because: string | number };
  site: { site: string | number };
  questions: { link: Tag; email: string | number };
  orOpen: { link: Tag; url: string | number };
  unsubscribe: { list: string | number };
  newsletter: null;
  "course.open": null;
  "course.because": { course: string | number };
  "course.duration": { time: string | number; minutes: number };
  "course.teachersTime": { time: string | number };
  ownZone: { zone: string | number };
  childsZone: { zone: string | number };
  link: { label: string | number };
  "fact.named": { name: string | number; value: string | number };
  "fact.course": null;
  "fact.teacher": null;
  "fact.student": null;
  "fact.firstClass": null;
  "fact.when": null;
  "fact.duration": null;
  "fact.minutes": { minutes: number };
  "fact.where": null;
  "fact.price": null;
  "fact.free": null;
  "fact.receipt": null;
  "fact.refundUntil": null;
  "fact.refunded": null;
  "fact.paid": null;
  "fact.back": null;
  "fact.backInDays": null;
  "fact.students": null;
  "fact.nextClass": null;
}

export const getTexts = createTexts<"mails", MailsTexts>("mails");
