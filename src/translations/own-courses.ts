// Written by `npm run texts`. Change the English catalog instead.
import { createTexts, type Tag } from "./texts.ts";

export interface OwnCoursesTexts {
  taught: null;
  enrolled: null;
  loading: null;
  refresh: null;
  refreshing: null;
  add: null;
  browse: null;
  tryAgain: null;
  tryAlternative: null;
  noneTaught: null;
  noneTaughtText: null;
  createFirst: null;
  noneEnrolled: null;
  noneEnrolledText: null;
  levelMissing: null;
  hidden: { quote: Tag; reason: string | number; link: Tag };
  dates: null;
  datesMissing: null;
  students: null;
  teacher: null;
  studentCount: { count: number };
  seatCount: { seats: number; count: string | number };
  view: null;
  viewLabel: { title: string | number };
  edit: null;
  editLabel: { title: string | number };
  progress: null;
  progressLabel: { title: string | number };
  classes: null;
  classesLabel: { title: string | number };
  share: null;
  shareLabel: { title: string | number };
}

export const getTexts = createTexts<"ownCourses", OwnCoursesTexts>("ownCourses");
