/** The use cases of courses, for routes, pages and other nouns. */

export { browseCourses, type Catalog, listCourses } from "../catalog/catalog.ts";
export type { CourseOptions, Option } from "../catalog/course-facets.ts";
export { listOwnCourses, listStudentCourses, listTeacherCourses } from "../catalog/course-list.ts";
export { listFeaturedCourses } from "../catalog/featured-courses.ts";
export { findCourse } from "../catalog/find-course.ts";
export { type Cancellation, cancelCourse } from "./course-cancellation.ts";
export { createCourse } from "./course-creation.ts";
export { type Deletion, deleteCourse } from "./course-deletion.ts";
export { updateCourse } from "./course-editing.ts";
