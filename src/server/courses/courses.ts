/** The use cases of courses, for routes, pages and other nouns. */

export { browseCourses, type Catalogue, type CourseList, listCourses } from "./catalogue.ts";
export type { CourseView } from "./course.view.ts";
export { type Cancellation, cancelCourse } from "./course-cancellation.ts";
export { createCourse } from "./course-creation.ts";
export { type Deletion, deleteCourse } from "./course-deletion.ts";
export { updateCourse } from "./course-editing.ts";
export type { CourseOptions, Option } from "./course-facets.ts";
export { listOwnCourses, listStudentCourses, listTeacherCourses } from "./course-list.ts";
export { findCourse } from "./find-course.ts";
