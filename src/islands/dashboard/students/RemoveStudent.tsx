import { useMutation } from "@tanstack/react-query";
import { Alert } from "#islands/ui/Alert.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { earningsPath } from "#lib/earnings/earnings-path.ts";
import { removeStudent } from "#lib/enrolments/own-students.calls.ts";
import type { OwnStudentRow } from "#lib/enrolments/own-students.ts";
import { formatExactPrice } from "#lib/payments/money.ts";
import { refreshFigures } from "./refresh-figures.ts";

interface RemoveStudentProps {
  seat: OwnStudentRow;
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
            {student.name} can't be removed from "{course.title}" just now: a refund of the payment
            is under way, or a bank is deciding about it. Your earnings tell which.
          </>
        ) : (
          <>
            {student.name} loses the seat in "{course.title}" and is told by mail.{" "}
            {isPaid
              ? `${formatExactPrice(refundable)} goes back ${refundable < amount ? `of ${formatExactPrice(amount)}` : "in full"} to the card that paid.`
              : "There is nothing to pay back."}
          </>
        )}
      </p>
      {removal.isError && (
        <Alert>{messageOf(removal.error, "Failed to remove the student. Please try again.")}</Alert>
      )}
      <div className="flex justify-end gap-2">
        <Button look="plain" onClick={onClose}>
          Cancel
        </Button>
        {isStuck ? (
          <a className="btn btn-secondary" href={earningsPath}>
            Open Your Earnings
          </a>
        ) : (
          <Button
            look="danger"
            busy={removal.isPending}
            busyLabel="Removing..."
            onClick={() => removal.mutate()}
          >
            {isPaid ? "Remove and Refund" : "Remove"}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
