// Written by `npm run texts`. Change the English catalog instead.
import { createTexts, type Tag } from "./texts.ts";

export interface TeacherClassesTexts {
  loading: null;
  noClasses: null;
  noClassesText: null;
  editCourse: null;
  attendance: null;
  attendanceFor: { number: string | number };
  attendedCount: { present: number; students: number };
  loadingAttendance: null;
  notSaved: { name: Tag; student: string | number; problem: string | number };
  noStudents: null;
  searchStudents: null;
  noMatch: { search: string | number };
  joinedAt: { time: string | number };
  notJoined: null;
  setByYou: null;
  studentAttended: { student: string | number };
  done: null;
  back: null;
  move: null;
  moveClass: null;
  moveNumber: { number: string | number };
  moving: null;
  reinstate: null;
  reinstateClass: null;
  reinstateThis: null;
  date: null;
  message: null;
  zoneHint: { zone: string | number };
  cancel: null;
  cancelClass: null;
  cancelNumber: { number: string | number };
  cancelText: { time: string | number; days: number; hours: number };
  canceling: null;
  "refund.introduction": { days: number };
  "refund.shortNotice": { hours: number };
  "refund.early": { days: number };
  "refund.late": { days: number };
  "refund.dense": null;
}

export const getTexts = createTexts<"teacherClasses", TeacherClassesTexts>("teacherClasses");
