import { ReasonDialog } from "#islands/staff/shared/ReasonDialog.tsx";
import { hideCourse, showCourse } from "#lib/courses/staff-courses.calls.ts";
import type { StaffCourseRow } from "#lib/courses/staff-courses.responses.ts";
import { getTexts } from "#translations/staff-courses.ts";

const t = getTexts("staffCourses");

interface VisibilityDialogProps {
  /** Undefined until one is chosen. */
  course: Pick<StaffCourseRow, "_id" | "title" | "hidden"> | undefined;
  open: boolean;
  onClose: () => void;
}

/** Hides a course from public pages, or shows it again. */
export function VisibilityDialog({ course, open, onClose }: VisibilityDialogProps) {
  const change = course?.hidden ? "show" : "hide";
  const decide = (reason: string) => {
    const id = course?._id ?? "";
    const seenSince = course?.hidden?.since;
    return seenSince ? showCourse(id, { reason, seenSince }) : hideCourse(id, { reason });
  };
  return (
    <ReasonDialog
      open={open}
      title={t(`${change}Title`, { title: course?.title ?? "" })}
      text={t(`${change}Text`)}
      action={t(change)}
      isDangerous={change === "hide"}
      onClose={onClose}
      onDecide={decide}
    />
  );
}
