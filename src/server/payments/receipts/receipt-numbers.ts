import { sql } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { receiptBooks } from "../../db/tables/receipt-books.table.ts";
import type { Payment } from "../payment-rows.ts";

/** `K7RMQX-0042`: the teacher's code, and which of the teacher's payments it is. */
function formatReceiptNumber(code: string, number: number): string {
  return `${code}-${String(number).padStart(4, "0")}`;
}

/**
 * The next number in a teacher's book, without a gap: it is taken only if the transaction commits,
 * and until then other payments to the same teacher wait. Whoever locks rows does so before.
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

/** By which people name a payment; its id where an earlier version of the product settled it. */
export function receiptNumberOf(payment: Pick<Payment, "id" | "receiptNumber">): string {
  return payment.receiptNumber ?? payment.id;
}
