// Written by `npm run texts`. Change the English catalog instead.
import { createTexts, type Tag } from "./texts.ts";

export interface DashboardTexts {
  menu: null;
  "tab.dashboard": null;
  "tab.personal": null;
  "tab.courses": null;
  "tab.students": null;
  "tab.schedule": null;
  "tab.settings": null;
  "page.meetings": null;
  "page.earnings": null;
  "page.messages": null;
  "page.receipts": null;
  teacher: null;
  student: null;
  logOut: null;
  loggingOut: null;
  profileFailed: null;
  welcome: { name: Tag; firstName: string | number };
  teacherIntro: null;
  studentIntro: null;
  "figure.students": null;
  "figure.courses": null;
  "figure.classes": null;
  "figure.rating": null;
  "figure.enrolled": null;
  "figure.lessons": null;
  "figure.quizzes": null;
  "figure.hours": null;
  myCourses: null;
  allCourses: null;
  upcoming: null;
  manageMeetings: null;
  loadingMeetings: null;
  tryAgainLower: null;
  noMeetings: null;
  "server.title": null;
}

export const getTexts = createTexts<"dashboard", DashboardTexts>("dashboard");
