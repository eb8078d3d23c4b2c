// Written by `npm run texts`. Change the English catalog instead.
import { createTexts, type Tag } from "./texts.ts";

export interface MeetingsPageTexts {
  title: null;
  cancelTitle: null;
  cancelLead: {
    topic: Tag;
    name: string | number;
    time: string | number;
    consequence: string | number;
  };
  notCreatedYet: { service: string | number };
  classStays: null;
  removed: { service: string | number };
  keep: null;
  canceling: null;
  cancelMeeting: null;
  canceled: null;
  updated: null;
  created: null;
  editTitle: null;
  ofClass: { link: Tag };
  topic: null;
  message: null;
  messageHint: null;
  back: null;
  saving: null;
  save: null;
  connectingAccount: { service: string | number };
  connectedNow: { service: string | number };
  redirecting: null;
  connectionFailed: null;
  toMeetings: null;
  checking: null;
  checkingText: null;
  connected: null;
  connectedText: { service: string | number };
  notConnected: null;
  notConnectedText: { service: string | number };
  connection: { service: string | number };
  connecting: null;
  connect: { service: string | number };
  reconnect: { service: string | number };
  accessEnded: { service: string | number; date: string | number };
  create: null;
  creating: null;
  course: null;
  loadingCourses: null;
  selectCourse: null;
  noCourses: null;
  time: null;
  timeHint: { zone: string | number };
  duration: null;
  tips: null;
  "tip.early": { hours: number };
  "tip.start": null;
  "tip.muted": null;
  toDashboard: null;
  waiting: { service: string | number };
  waitingText: { service: string | number };
  edit: null;
  cancel: null;
  upcoming: null;
  empty: null;
  denied: { service: string | number };
}

export const getTexts = createTexts<"meetingsPage", MeetingsPageTexts>("meetingsPage");
