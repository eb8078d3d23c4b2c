import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { disputes } from "../payments/disputes.table.ts";
import { payments } from "../payments/payments.table.ts";
import type { Movement } from "./movements.ts";

/**
 * What is taken back for a lost dispute leaves the teacher's account as refunds do; our books know
 * which is which, by payment and amount.
 */
export async function labelDisputes(db: Db, movements: readonly Movement[]): Promise<Movement[]> {
  const names = movements.flatMap(({ kind, payment }) =>
    kind === "refund" && payment && "destinationPaymentId" in payment
      ? [payment.destinationPaymentId]
      : [],
  );
  if (names.length === 0) return [...movements];
  const lost = await db
    .select({ name: payments.destinationPaymentId, amountCents: disputes.amountCents })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(and(inArray(payments.destinationPaymentId, names), eq(disputes.status, "lost")));
  const keys = new Set(lost.map(({ name, amountCents }) => `${name} ${-amountCents}`));
  return movements.map((movement) => {
    const { payment, amountCents } = movement;
    const name = payment && "destinationPaymentId" in payment ? payment.destinationPaymentId : "";
    return keys.has(`${name} ${amountCents}`) ? { ...movement, kind: "dispute" } : movement;
  });
}
