// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface TimelineTexts {
  next: null;
  now: null;
  class: { number: string | number };
  extra: null;
  trial: { name: string | number };
  join: null;
  start: null;
  actionOn: { action: string | number; title: string | number };
  inProgress: null;
  opens: { minutes: number };
  open: null;
  running: null;
  roomComing: null;
  roomLater: null;
  notOpened: null;
  roomWithStudents: null;
  noRoom: null;
  sendLink: null;
  teacherSendsLink: null;
  teachersTime: { time: string | number };
  ownZoneTime: { time: string | number };
  failed: null;
  "warning.title": null;
  "warning.text": { course: string | number; time: string | number };
  "warning.create": null;
  "warning.unconnected": { service: string | number };
  "warning.connect": { service: string | number };
  classWithTopic: { number: string | number; topic: string | number };
  when: { day: string | number; time: string | number };
  "hijri.date": { day: string | number; month: string | number; year: string | number };
  "hijri.month.1": null;
  "hijri.month.2": null;
  "hijri.month.3": null;
  "hijri.month.4": null;
  "hijri.month.5": null;
  "hijri.month.6": null;
  "hijri.month.7": null;
  "hijri.month.8": null;
  "hijri.month.9": null;
  "hijri.month.10": null;
  "hijri.month.11": null;
  "hijri.month.12": null;
}

export const getTexts = createTexts<"timeline", TimelineTexts>("timeline");
