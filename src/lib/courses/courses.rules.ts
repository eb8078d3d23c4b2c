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

/** The categories of the specification. */
export const firstCategories = ["Tajweed", "Memorization", "Tafsir"] as const;

/** The categories of the catalog and of the course form. */
export const courseCategories = [
  ...firstCategories,
  "Recitation",
  "Qira'at",
  "Qaida",
  "Arabic",
  "Seerah",
] as const;

export type CourseCategory = (typeof courseCategories)[number];

/** Whom a course can be for. The labels name the ages. */
export const courseAudiences = ["children", "teens", "adults"] as const;

export type CourseAudience = (typeof courseAudiences)[number];

export type CourseLevel = (typeof editableCourseLevels)[number];
