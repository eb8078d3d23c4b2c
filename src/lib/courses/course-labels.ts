/** Texts of courses for pages and islands. Levels and statuses are stored in English. */
import { getTexts } from "#translations/courses.ts";
import {
  type CourseAudience,
  type CourseCategory,
  courseStatuses,
  editableCourseLevels,
} from "./courses.rules.ts";

const t = getTexts("courses");

const shownStatuses = [...courseStatuses, "hidden", "ended", "full"] as const;

/** The label of a level. Returns other texts as they are. */
export function labelLevel(level: string): string {
  const known = editableCourseLevels.find((each) => each === level);
  return known ? t(`level.${known}`) : level;
}

export const labelCategory = (category: CourseCategory): string => t(`category.${category}`);

/** The label of an audience, with its ages. */
export const labelAudience = (audience: CourseAudience): string => t(`audience.${audience}`);

/** The label of a status, or of another reason why no one can enroll. Returns other texts as they are. */
export function labelStatus(status: string): string {
  const known = shownStatuses.find((each) => each === status);
  return known ? t(`status.${known}`) : status;
}
