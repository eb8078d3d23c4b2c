/** All demo data. */
import type { DemoCourse, DemoStudent, DemoTeacher } from "../demo-shapes.ts";
import { meaningCourses } from "./courses-meaning.data.ts";
import { memorizationCourses } from "./courses-memorization.data.ts";
import { readingCourses } from "./courses-reading.data.ts";
import { tajweedCourses } from "./courses-tajweed.data.ts";
import { westernStudents } from "./students.data.ts";
import { easternStudents } from "./students-east.data.ts";
import { westernTeachers } from "./teachers.data.ts";
import { easternTeachers } from "./teachers-east.data.ts";
import { youngStudents } from "./young-students.data.ts";

export { comments as demoComments } from "./comments.data.ts";
export { reviews as demoReviews } from "./reviews.data.ts";

export const demoTeachers: readonly DemoTeacher[] = [...westernTeachers, ...easternTeachers];
export const demoStudents: readonly DemoStudent[] = [
  ...youngStudents,
  ...easternStudents,
  ...westernStudents,
];
export const demoCourses: readonly DemoCourse[] = [
  ...tajweedCourses,
  ...readingCourses,
  ...memorizationCourses,
  ...meaningCourses,
];
