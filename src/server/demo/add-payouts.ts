/** Spreads the demo's payments over the weeks, and pays a teacher whom Stripe can't pay. */
import { and, eq, isNotNull, ne } from "drizzle-orm";
import { balanceTransactions } from "../db/tables/balance.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { sharePayouts } from "../db/tables/share-payouts.table.ts";
import { transact } from "../db/transact.ts";
import { syncBalance } from "../payments/balance/sync-balance.ts";
import { listOwedShares, recordSharePayout } from "../payments/owed-shares/owed-shares.ts";
import { recordStaffAction } from "../staff/audit.ts";
import { findStaff } from "./add-staff.ts";
import { before, type DemoRun, day } from "./demo-run.ts";

/** The payments must be those of the sandbox. */
export async function addPayouts(run: DemoRun): Promise<void> {
  await syncBalance(run.context);
  await datePayments(run);
  await payShares(run);
}

/**
 * Dates each payment to its enrollment, because the sandbox received all of them at once. Disputes
 * keep their recent dates.
 */
async function datePayments({ context: { db } }: DemoRun): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(payments)
      .set({ createdAt: enrollments.enrolledAt, paidAt: enrollments.enrolledAt })
      .from(enrollments)
      .where(and(eq(enrollments.id, payments.enrollmentId), isNotNull(enrollments.enrolledAt)));
    await tx
      .update(balanceTransactions)
      .set({ createdAt: payments.paidAt })
      .from(payments)
      .where(
        and(
          eq(payments.id, balanceTransactions.paymentId),
          isNotNull(payments.paidAt),
          ne(balanceTransactions.category, "dispute"),
        ),
      );
  });
}

/** Pays most of what the platform owes, as the demo's bookkeeper. */
async function payShares(run: DemoRun): Promise<void> {
  const { db } = run.context;
  const bookkeeper = await findStaff(run, "bookkeeper");
  for (const { teacherId, userId, paidCents, owedCents } of await listOwedShares(db)) {
    if (paidCents > 0) continue;
    const amountCents = Math.floor(owedCents * 0.6);
    const reference = "SEPA 2231-0417";
    await transact(db, async (tx) => {
      await recordSharePayout(run.context, tx, { teacherId, amountCents, reference });
      await tx
        .update(sharePayouts)
        .set({ createdAt: before(run, 12 * day) })
        .where(eq(sharePayouts.teacherId, teacherId));
      await recordStaffAction(tx, bookkeeper, {
        kind: "record-payout",
        subjectKind: "person",
        subjectId: userId,
        reason: reference,
        details: { amountCents, owedCents: owedCents - amountCents },
      });
    });
  }
}
