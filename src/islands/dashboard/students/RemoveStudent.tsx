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
import { refreshFigures } from "./refresh-figures.ts";

interface RemoveStudentProps {
  seat: TeacherStudentRow;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Removes a student from a course after a confirmation, with a refund. */
export function RemoveStudent({ seat, onDone, onClose }: RemoveStudentProps) {
  const { student, course, amount, refundable } = seat;
  const isPaid = refundable > 0;
  // A paid enrollment ends with a refund, and no refund is possible now.
  const isStuck = amount > 0 && !isPaid;
  const removal = useMutation(
    {
      mutationFn: () => removeStudent(seat.enrollmentId),
      onSuccess: () => {
        refreshFigures();
        onDone(isPaid ? "Student removed and refunded." : "Student removed.");
        onClose();
      },
    },
    queryClient,
  );
  return (
    <Dialog open title="Remove this student?" onClose={onClose}>
      <p className="text-sm">
        {isStuck ? (
          <>
            {student.name} can't be removed from “{course.title}” right now because the payment is
            being refunded or disputed. See your earnings for details.
          </>
        ) : (
          <>
            {student.name} will lose their seat in “{course.title}”, and we'll email them.{" "}
            {isPaid
              ? `${formatExactPrice(refundable)} ${refundable < amount ? `of ${formatExactPrice(amount)} ` : ""}will be refunded to the original card.`
              : "There is nothing to refund."}
          </>
        )}
      </p>
      {removal.isError && <Alert>{messageOf(removal.error)}</Alert>}
      <div className="flex justify-end gap-2">
        <Button look="plain" onClick={onClose}>
          Cancel
        </Button>
        {isStuck ? (
          <a className="btn btn-secondary" href={earningsPath}>
            Open earnings
          </a>
        ) : (
          <Button
            look="danger"
            busy={removal.isPending}
            busyLabel="Removing..."
            onClick={() => removal.mutate()}
          >
            {isPaid ? "Remove and refund" : "Remove"}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
