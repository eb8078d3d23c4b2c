import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { deferDialog } from "#islands/ui/deferred.tsx";
import type { ApiCourse } from "#lib/courses/courses.calls.ts";
import { getTexts } from "#translations/course-form.ts";
import { withTexts } from "#translations/load.ts";

const t = getTexts("courseForm");

/** Few people who edit a course delete it. */
const DeleteCourseDialog = deferDialog(
  async () => (await withTexts(import("./DeleteCourseDialog.tsx"))).DeleteCourseDialog,
  { isRare: true },
);

interface DeleteCourseProps {
  course: ApiCourse;
  /** Called when the course can no longer be edited. */
  onEnded: () => void;
}

/** Below the form: explains what deleting does, and opens its confirmation. */
export function DeleteCourse({ course, onEnded }: DeleteCourseProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="mt-8 flex flex-wrap items-center justify-between gap-3 rounded-box border border-error/40 p-4">
      <p className="muted max-w-prose text-sm">{t("delete.help")}</p>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t("delete.open")}
      </Button>
      {isAsking && (
        <DeleteCourseDialog course={course} onEnded={onEnded} onClose={() => setAsking(false)} />
      )}
    </div>
  );
}
