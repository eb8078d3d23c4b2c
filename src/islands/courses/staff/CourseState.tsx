import { Badge } from "#islands/staff/shared/Badge.tsx";
import type { StaffCourseRow } from "#lib/courses/staff-courses.responses.ts";
import { staffCourseStates } from "#lib/courses/staff-courses.ts";
import { getTexts } from "#translations/staff-courses.ts";

const t = getTexts("staffCourses");

/** Whether a course is published, and why staff have hidden it. */
export function CourseState({ course }: { course: Pick<StaffCourseRow, "hidden" | "status"> }) {
  if (course.hidden) {
    return (
      <span className="grid gap-1">
        <Badge kind="warning">{t("state.hidden")}</Badge>
        <bdi className="muted text-xs">{course.hidden.reason}</bdi>
      </span>
    );
  }
  return <PublicationState status={course.status} />;
}

/** Whether the teacher has published a course, even if staff have hidden it. */
export function PublicationState({ status }: { status: string }) {
  // A status that was added later is shown as it is stored.
  const known = staffCourseStates.find((state) => state === status);
  return (
    <Badge kind={known === "published" ? "good" : "neutral"}>
      {known ? t(`state.${known}`) : status}
    </Badge>
  );
}
