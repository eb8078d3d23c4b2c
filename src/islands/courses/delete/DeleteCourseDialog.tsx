import { useMutation } from "@tanstack/react-query";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { cancelCourse, deleteCourse } from "#lib/courses/course-changes.calls.ts";
import type { ApiCourse } from "#lib/courses/courses.calls.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/course-form.ts";
import { getTexts as getCourseTexts } from "#translations/courses.ts";

const t = getTexts("courseForm");

/** How long the success message is shown before redirecting to the dashboard, in milliseconds. */
const leaveAfter = 1_500;

interface DeleteCourseDialogProps {
  course: ApiCourse;
  /** Called when the course can no longer be edited. */
  onEnded: () => void;
  onClose: () => void;
}

/**
 * Deletes the course after a confirmation and goes to the dashboard. A course with students is
 * archived, or canceled with refunds.
 */
export function DeleteCourseDialog({ course, onEnded, onClose }: DeleteCourseDialogProps) {
  const title = course.title || getCourseTexts("courses")("untitled");
  const students = course.enrolledCount ?? course.enrolledStudentIds?.length ?? 0;
  const ending = useMutation(
    {
      mutationFn: (end: (id: string) => Promise<string>) => end(course._id),
      onSuccess: () => {
        onEnded();
        setTimeout(() => goTo("/dashboard"), leaveAfter);
      },
    },
    queryClient,
  );
  const busy = ending.isPending || ending.isSuccess;
  return (
    <Dialog open title={t("delete.title")} busy={busy} onClose={onClose}>
      {students === 0 ? (
        <p className="text-sm">{t("delete.text", { title: isolatedInRtl(title) })}</p>
      ) : (
        <div className="grid gap-2 text-sm">
          <p>{t("delete.hasStudents", { count: students, title: isolatedInRtl(title) })}</p>
          <p>{t("delete.choice")}</p>
        </div>
      )}
      {ending.isError && <Alert>{messageOf(ending.error)}</Alert>}
      {ending.isSuccess && <Alert kind="success">{ending.data}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="plain" disabled={busy} onClick={onClose}>
          {t("delete.keep")}
        </Button>
        {students > 0 && (
          <Button look="danger" busy={busy} onClick={() => ending.mutate(cancelCourse)}>
            {t("delete.refund")}
          </Button>
        )}
        <Button
          look={students > 0 ? "quiet" : "danger"}
          busy={busy}
          busyLabel={t(students > 0 ? "delete.archiving" : "delete.busy")}
          onClick={() => ending.mutate(deleteCourse)}
        >
          {t(students > 0 ? "delete.archive" : "delete.submit")}
        </Button>
      </div>
    </Dialog>
  );
}
