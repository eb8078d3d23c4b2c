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
import type { RefundPolicy } from "#lib/payments/refund-policy.ts";
import { describeRefundPolicy, describeRemovedClasses } from "#lib/payments/refund-policy-texts.ts";
import { getTexts } from "#translations/learning.ts";

const t = getTexts("learning");

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

/** The text about the refund. `refunded` is the amount already refunded, in dollars. */
function describeOutcome(isRefunded: boolean, refunded: number) {
  if (!isRefunded) return "leave.notRefunded";
  return refunded > 0 ? "leave.restRefunded" : "leave.refunded";
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
        {t("leave.open")}
      </Button>
      <Dialog open={asking} title={t("leave.title")} onClose={() => setAsking(false)}>
        <p className="text-sm">
          {t.rich("leave.text", {
            title,
            name: (text) => (
              <span key="name" dir="auto">
                {text}
              </span>
            ),
          })}
        </p>
        {isPaid && (
          <p className="rounded-box border border-base-300 bg-base-200 px-4 py-3 text-sm">
            <strong className="block">{t(describeOutcome(isRefunded, refunded))}</strong>
            {lostClasses && !isRefundGone
              ? describeRemovedClasses()
              : t("leave.policy", { policy: describeRefundPolicy(policy) })}
            {!isRefunded && policy !== "none" && ` ${t("leave.periodEnded")}`}
          </p>
        )}
        {leaving.isError && <Alert>{messageOf(leaving.error)}</Alert>}
        {leaving.isSuccess && (
          <Alert kind="success">{t(leaving.data ? "leave.doneRefunded" : "leave.done")}</Alert>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="plain" onClick={() => setAsking(false)}>
            {t("leave.cancel")}
          </Button>
          <Button
            look="danger"
            busy={leaving.isPending || leaving.isSuccess}
            busyLabel={t("leave.busy")}
            onClick={() => leaving.mutate()}
          >
            {t("leave.submit")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
