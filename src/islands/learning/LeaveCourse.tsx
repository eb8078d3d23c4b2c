import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { leaveCourse } from "#lib/enrollments/enrollments.calls.ts";
import { seenRefunds } from "#lib/enrollments/enrollments.ts";
import {
  type RefundPolicy,
  refundPolicyText,
  removedClassesText,
} from "#lib/payments/refund-policy.ts";

const leaveAfter = 2_000;

interface LeaveCourseProps {
  courseId: string;
  title: string;
  policy: RefundPolicy;
  isPaid: boolean;
  /** Whether the student gets a refund when leaving now. */
  refunds: boolean;
  /** Whether the refund is only possible because the teacher removed classes. */
  lostClasses: boolean;
  /** The amount already refunded, in dollars. */
  refunded?: number;
}

/** Whether the refund that the page showed is no longer due. */
function lacksRefund(error: unknown): boolean {
  return error instanceof ApiError && error.errors.some(({ field }) => field === seenRefunds);
}

/** Leaves the course after a confirmation that says whether there is a refund. */
export default function LeaveCourse({
  courseId,
  title,
  policy,
  isPaid,
  refunds,
  lostClasses,
  refunded = 0,
}: LeaveCourseProps) {
  const [asking, setAsking] = useState(false);
  const [isRefundGone, setRefundGone] = useState(false);
  const isRefunded = refunds && !isRefundGone;
  const leaving = useMutation(
    {
      mutationFn: () => leaveCourse(courseId, { refunds: isRefunded }),
      onError: (error) => {
        if (lacksRefund(error)) setRefundGone(true);
      },
      onSuccess: () => void setTimeout(() => goTo("/dashboard?tab=courses"), leaveAfter),
    },
    queryClient,
  );
  return (
    <>
      <Button look="danger" className="btn-sm" onClick={() => setAsking(true)}>
        Leave course
      </Button>
      <Dialog open={asking} title="Leave this course?" onClose={() => setAsking(false)}>
        <p className="text-sm">
          You'll lose your seat in “<span dir="auto">{title}</span>” and access to its classes,
          meetings and quizzes. Someone else can take the seat right away.
        </p>
        {isPaid && (
          <p className="rounded-box border border-base-300 bg-base-200 px-4 py-3 text-sm">
            <strong className="block">
              {isRefunded
                ? refunded > 0
                  ? "You'll get the rest of your money back."
                  : "You'll get a full refund."
                : "You won't get a refund."}
            </strong>
            {lostClasses && !isRefundGone
              ? removedClassesText
              : `Refund policy: ${refundPolicyText[policy]}`}
            {!isRefunded && policy !== "none" && " The refund period has ended."}
          </p>
        )}
        {leaving.isError && <Alert>{messageOf(leaving.error)}</Alert>}
        {leaving.isSuccess && (
          <Alert kind="success">
            {leaving.data
              ? "You've left the course. Your refund is on its way."
              : "You've left the course."}
          </Alert>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="plain" onClick={() => setAsking(false)}>
            Stay
          </Button>
          <Button
            look="danger"
            busy={leaving.isPending || leaving.isSuccess}
            busyLabel="Leaving..."
            onClick={() => leaving.mutate()}
          >
            Leave
          </Button>
        </div>
      </Dialog>
    </>
  );
}
