import { getTexts } from "#translations/staff-courses.ts";
import { requireObject } from "../client/readers.ts";
import { callStaff } from "../staff/staff.calls.ts";
import type { StaffCourse } from "./staff-courses.responses.ts";

const t = getTexts("staffCourses");

const pathOf = (courseId: string) => `/courses/${encodeURIComponent(courseId)}`;

export async function fetchStaffCourse(courseId: string): Promise<StaffCourse> {
  return requireObject<StaffCourse>(await callStaff(pathOf(courseId)));
}

/** Hides a course from all public pages, or shows it again. */
export async function changeCourseVisibility(
  courseId: string,
  change: "hide" | "show",
  reason: string,
): Promise<void> {
  await callStaff(`${pathOf(courseId)}/${change}`, {
    method: "POST",
    body: { reason },
    fallback: t("failed"),
  });
}
