import { useMutation } from "@tanstack/react-query";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { earningsPath } from "#lib/earnings/earnings-path.ts";
import type { TeacherStudentRow } from "#lib/enrollments/enrollments.responses.ts";
import { removeStudent } from "#lib/enrollments/teacher-students.calls.ts";
import { formatExactPrice } from "#lib/payments/money.ts";
import { localizePath } from "#lib/site/locale.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/teacher-students.ts";
import { refreshFigures } from "./refresh-figures.ts";

const t = getTexts("teacherStudents");

interface RemoveStudentProps {
  seat: TeacherStudentRow;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Removes a student from a course after a confirmation, with a refund. */
export function RemoveStudent({ seat, onDone, onClose }: RemoveStudentProps) {
  const { student, course, amount, refundable } = seat;
  const names = { student: isolatedInRtl(student.name), course: isolatedInRtl(course.title) };
  const isPaid = refundable > 0;
  // A paid enrollment ends with a refund, and no refund is possible now.
  const isStuck = amount > 0 && !isPaid;
  const removal = useMutation(
    {
      mutationFn: () => removeStudent(seat.enrollmentId),
      onSuccess: () => {
        refreshFigures();
        onDone(t(isPaid ? "removal.removedAndRefunded" : "removal.removed"));
        onClose();
      },
    },
    queryClient,
  );
  return (
    <Dialog open title={t("removal.title")} onClose={onClose}>
      <p className="text-sm">
        {isStuck ? (
          t("removal.stuck", names)
        ) : (
          <>
            {t("removal.losesSeat", names)} {describeRefund(seat)}
          </>
        )}
      </p>
      {removal.isError && <Alert>{messageOf(removal.error)}</Alert>}
      <div className="flex justify-end gap-2">
        <Button look="plain" onClick={onClose}>
          {t("removal.cancel")}
        </Button>
        {isStuck ? (
          <a className="btn btn-secondary" href={localizePath(earningsPath)}>
            {t("removal.openEarnings")}
          </a>
        ) : (
          <Button
            look="danger"
            busy={removal.isPending}
            busyLabel={t("removal.busy")}
            onClick={() => removal.mutate()}
          >
            {t(isPaid ? "removal.removeAndRefund" : "remove")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function describeRefund({ amount, refundable }: TeacherStudentRow): string {
  if (refundable === 0) return t("removal.noRefund");
  const left = formatExactPrice(refundable);
  return refundable < amount
    ? t("removal.refundOf", { amount: left, paid: formatExactPrice(amount) })
    : t("removal.refund", { amount: left });
}
