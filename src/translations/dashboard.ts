// Written by `npm run texts`. Change the English catalog instead.
import { createTexts, type Tag } from "./texts.ts";

export interface DashboardTexts {
  "tab.dashboard": null;
  "tab.personal": null;
  "tab.courses": null;
  "tab.students": null;
  "tab.schedule": null;
  "tab.settings": null;
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
  "server.more": null;
  "server.closeMore": null;
  "server.openAccount": { name: string | number };
  "server.openSite": null;
  "server.closeSite": null;
  "server.theme": null;
  "server.page.meetings": null;
  "server.page.earnings": null;
  "server.page.messages": null;
  "server.page.receipts": null;
  "server.page.progress": null;
  "server.page.saved": null;
  "server.page.study": null;
  "server.role.teacher": null;
  "server.role.student": null;
  "server.menu": null;
  "server.mode": { mode: string };
}

export const getTexts = createTexts<"dashboard", DashboardTexts>("dashboard");
