import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { type Left, leaveCourse, undoLeaving } from "#lib/enrollments/enrollments.calls.ts";
import { seenRefunds } from "#lib/enrollments/enrollments.ts";
import { formatExactPrice } from "#lib/payments/money.ts";
import { receiptPath } from "#lib/payments/receipts.ts";
import type { RefundPolicy } from "#lib/payments/refund-policy.ts";
import { describeRefundPolicy, describeRemovedClasses } from "#lib/payments/refund-policy-texts.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/learning.ts";
import { getTexts as getUiTexts } from "#translations/ui.ts";

const t = getTexts("learning");
const ui = getUiTexts("ui");

/** The page that opens when the dialog that confirms leaving is closed. */
const coursesPath = "/dashboard?tab=courses";

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
    },
    queryClient,
  );
  const [isBack, setBack] = useState(false);
  if (leaving.isSuccess) {
    const restore = () => {
      setAsking(false);
      setBack(true);
      leaving.reset();
    };
    return <HasLeft left={leaving.data} courseId={courseId} isPaid={isPaid} onRestored={restore} />;
  }
  return (
    <>
      {isBack && (
        <p ref={focus} tabIndex={-1} role="status" className="mb-2 text-sm">
          {t("leave.back")}
        </p>
      )}
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
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="plain" onClick={() => setAsking(false)}>
            {t("leave.cancel")}
          </Button>
          <Button
            look="danger"
            busy={leaving.isPending}
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

/** The dialog that had the focus has disappeared. */
const focus = (element: HTMLElement | null) => element?.focus();

interface HasLeftProps {
  left: Left;
  courseId: string;
  isPaid: boolean;
  onRestored: () => void;
}

/** Says how the enrollment ended: what happens to the money, and where its receipt is. */
function HasLeft({ left, courseId, isPaid, onRestored }: HasLeftProps) {
  const { refunded, amount = 0, receipt } = left;
  const undoing = useMutation(
    { mutationFn: () => undoLeaving(courseId), onSuccess: onRestored },
    queryClient,
  );
  return (
    <Dialog open title={t("leave.doneTitle")} onClose={() => goTo(coursesPath)}>
      <p role="status">{refunded && amount === 0 ? t("leave.doneRefunded") : t("leave.done")}</p>
      {refunded && amount > 0 && (
        <p className="rounded-box border border-base-300 bg-base-200 px-4 py-3 text-sm">
          <strong className="block">
            {t("leave.refundAmount", { amount: formatExactPrice(amount) })}
          </strong>
          {t("leave.refundTime")}
        </p>
      )}
      {isPaid && !refunded && <p className="text-sm">{t("leave.notRefunded")}</p>}
      <p className="muted text-sm">{t("leave.emailed")}</p>
      {receipt && (
        <p className="text-sm">
          {t.rich("leave.receipt", {
            number: receipt.number,
            link: (text) => (
              <a
                key="link"
                className="link link-secondary tabular"
                dir="ltr"
                href={localizePath(receiptPath(receipt._id))}
              >
                {text}
              </a>
            ),
          })}
        </p>
      )}
      {undoing.isError && <Alert>{messageOf(undoing.error)}</Alert>}
      <div className="flex flex-wrap justify-end gap-3">
        {!isPaid && !undoing.isError && (
          <Button look="plain" busy={undoing.isPending} onClick={() => undoing.mutate()}>
            {ui("undo")}
          </Button>
        )}
        {undoing.isError && (
          <a className="btn btn-ghost" href={localizePath(`/courses/${courseId}`)}>
            {t("leave.again")}
          </a>
        )}
        <a className="btn btn-secondary" href={localizePath(coursesPath)}>
          {t("leave.toCourses")}
        </a>
      </div>
    </Dialog>
  );
}
