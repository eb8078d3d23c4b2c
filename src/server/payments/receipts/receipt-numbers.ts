import { sql } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { receiptBooks } from "../../db/tables/receipt-books.table.ts";
import type { Payment } from "../payment-rows.ts";

/** Formats the teacher's code and the number of the payment as `K7RMQX-0042`. */
function formatReceiptNumber(code: string, number: number): string {
  return `${code}-${String(number).padStart(4, "0")}`;
}

/**
 * The next receipt number of a teacher. Numbers have no gaps: a number is used only if the
 * transaction commits, and other payments to the same teacher wait until then. Callers must lock
 * their rows first.
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

/** The receipt number, or the payment's ID if an earlier version settled it. */
export function receiptNumberOf(payment: Pick<Payment, "id" | "receiptNumber">): string {
  return payment.receiptNumber ?? payment.id;
}
