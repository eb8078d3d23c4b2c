import { getTexts } from "#translations/staff-courses.ts";
import { requireObject } from "../client/readers.ts";
import { callStaff } from "../staff/staff.calls.ts";
import type { StaffCourse } from "./staff-courses.responses.ts";
import type { ShowCourseInput } from "./staff-courses.ts";

const t = getTexts("staffCourses");

const pathOf = (courseId: string) => `/courses/${encodeURIComponent(courseId)}`;

export async function fetchStaffCourse(courseId: string): Promise<StaffCourse> {
  return requireObject<StaffCourse>(await callStaff(pathOf(courseId)));
}

/** Hides a course from all public pages. */
export const hideCourse = (courseId: string, body: { reason: string }) =>
  changeVisibility(courseId, "hide", body);

/** Shows a hidden course again. */
export const showCourse = (courseId: string, body: ShowCourseInput) =>
  changeVisibility(courseId, "show", body);

async function changeVisibility(courseId: string, change: "hide" | "show", body: object) {
  const path = `${pathOf(courseId)}/${change}`;
  await callStaff(path, { method: "POST", body, fallback: t("failed") });
}
