import { getTexts } from "#translations/staff-courses.ts";
import { callStaff } from "../staff/staff.calls.ts";

const t = getTexts("staffCourses");

/** Hides a course from all public pages, or shows it again. */
export async function changeCourseVisibility(
  courseId: string,
  change: "hide" | "show",
  reason: string,
): Promise<void> {
  const path = `/courses/${encodeURIComponent(courseId)}/${change}`;
  await callStaff(path, { method: "POST", body: { reason }, fallback: t("failed") });
}
