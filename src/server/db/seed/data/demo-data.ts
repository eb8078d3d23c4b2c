/** The demo's data as a whole. */
import type { DemoCourse, DemoStudent, DemoTeacher } from "../demo.ts";
import { meaningCourses } from "./courses-meaning.data.ts";
import { memorizationCourses } from "./courses-memorization.data.ts";
import { recitationCourses } from "./courses-recitation.data.ts";
import { adults } from "./students.data.ts";
import { westernTeachers } from "./teachers.data.ts";
import { easternTeachers } from "./teachers-east.data.ts";
import { children } from "./young-students.data.ts";

export { reviews as demoReviews } from "./reviews.data.ts";

export const demoTeachers: readonly DemoTeacher[] = [...westernTeachers, ...easternTeachers];
export const demoStudents: readonly DemoStudent[] = [...adults, ...children];
export const demoCourses: readonly DemoCourse[] = [
  ...recitationCourses,
  ...memorizationCourses,
  ...meaningCourses,
];
