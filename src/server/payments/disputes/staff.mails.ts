/** Emails to staff about disputes of payments for courses, in English. */
import { defaultLanguage } from "#lib/languages.ts";
import { describeDisputeReason } from "#lib/payments/dispute-texts.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { mailDisputeToStaff } from "../../staff/disputes.mails.ts";
import type { Dispute, PaymentRows } from "../payment-rows.ts";

/** Notifies staff that a bank waits for a response about a payment for a course. */
export async function mailCourseDispute(
  context: Context,
  tx: Db,
  { payment, course }: PaymentRows,
  { amountCents, dueBy, isQuestion, reason }: Dispute,
): Promise<void> {
  const why = runWithLanguage(defaultLanguage, () => describeDisputeReason(reason));
  await mailDisputeToStaff(context, tx, {
    item: payment.itemTitle ?? course.title,
    amountCents,
    dueBy,
    path: `/staff/payments/${payment.id}`,
    paragraphs: [
      isQuestion
        ? `The student's bank asks about a payment for a course: ${why}.`
        : `The student's bank disputes a payment for a course: ${why}.`,
      "The teacher is notified too. The bank accepts one response, from the teacher or from staff. Without one, it usually decides for the student.",
    ],
  });
}
