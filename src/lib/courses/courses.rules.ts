/** Statuses and levels of courses, without the schemas and texts. */

export const courseStatuses = ["draft", "published", "archived"] as const;

export type CourseStatus = (typeof courseStatuses)[number];

/**
 * The maximum number of courses of a teacher, and of those in which a student is enrolled. Profiles
 * and dashboards list all of them, with their texts.
 */
export const maxCourses = 300;

/** The levels in the create form. The edit form also offers 'All Levels'. */
export const courseLevels = ["Beginner", "Intermediate", "Advanced"] as const;

export const editableCourseLevels = [...courseLevels, "All Levels"] as const;

export type CourseLevel = (typeof editableCourseLevels)[number];
