import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { mailDisputed } from "../enrolments/enrolments.mail.ts";
import { lockPayment } from "./payment-rows.ts";
import { payments } from "./payments.table.ts";

/**
 * A student's bank asks for the money of a charge back. What follows is decided at the provider, by
 * people, with evidence: the teacher is told, the log holds it, and the seat stays as it is until
 * the charge is refunded.
 */
export async function tellOfDispute(
  context: Context,
  disputeId: string,
  chargeId: string | undefined,
): Promise<void> {
  if (chargeId === undefined) return;
  await context.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: payments.id })
      .from(payments)
      .where(eq(payments.chargeId, chargeId));
    const rows = found && (await lockPayment(tx, found.id));
    if (!rows) return;
    const { payment, enrolment, course } = rows;
    context.log.error(
      { disputeId, chargeId, paymentId: payment.id, enrolmentId: enrolment.id },
      "A charge is disputed: answer it in the provider's dashboard before its deadline",
    );
    await mailDisputed(context, tx, enrolment, course);
  });
}
