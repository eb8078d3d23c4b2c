import { sql } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { receiptBooks } from "../../db/tables/receipt-books.table.ts";
import type { Payment } from "../payment-rows.ts";

/** `K7RMQX-0042`: the teacher's code and the number of the payment. */
function formatReceiptNumber(code: string, number: number): string {
  return `${code}-${String(number).padStart(4, "0")}`;
}

/**
 * The next receipt number of a teacher, without gaps: it is used only if the transaction commits, and
 * other payments to the same teacher wait until then. Callers lock their rows first.
 */
export async function nextReceiptNumber(tx: Db, teacherId: string): Promise<string> {
  const [book] = await tx
    .insert(receiptBooks)
    .values({ teacherId, lastNumber: 1 })
    .onConflictDoUpdate({
      target: receiptBooks.teacherId,
      set: { lastNumber: sql`${receiptBooks.lastNumber} + 1` },
    })
    .returning();
  if (!book) throw new Error(`The receipt book of ${teacherId} was not stored`);
  return formatReceiptNumber(book.code, book.lastNumber);
}

/** The receipt number, or the id of a payment that an earlier version settled. */
export function receiptNumberOf(payment: Pick<Payment, "id" | "receiptNumber">): string {
  return payment.receiptNumber ?? payment.id;
}
