/** Statuses, levels and messages of courses, without the schemas. */

export const courseStatuses = ["draft", "published", "archived"] as const;

export type CourseStatus = (typeof courseStatuses)[number];

/** The error of a page or an API call that can't load a course. */
export const courseNotLoaded = "Failed to load course details";

/** The levels in the create form. The edit form also offers 'All Levels'. */
export const courseLevels = ["Beginner", "Intermediate", "Advanced"] as const;

export const editableCourseLevels = [...courseLevels, "All Levels"] as const;

export type CourseLevel = (typeof editableCourseLevels)[number];
