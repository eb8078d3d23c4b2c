/** Transactions of a teacher's balance, in integer cents. */
import type { EntryKind, EntryStatus } from "#lib/earnings/earnings.ts";

export interface Movement {
  id: string;
  kind: EntryKind;
  at: Date;
  amountCents: number;
  feeCents: number;
  netCents: number;
  status: EntryStatus | null;
  /** The provider's ID of the payment, refund or payout. Null in our own records. */
  source: string | null;
  /**
   * The payment to which the transaction belongs, by our own ID or by its ID in the teacher's
   * account.
   */
  payment: { id: string } | { destinationPaymentId: string } | null;
}

export interface Report {
  /** Newest first. */
  movements: Movement[];
  isCut: boolean;
  /** The amount in cents that hasn't reached the teacher's bank yet. Null if unknown. */
  onTheWayCents: number | null;
}

/** Newest first. Transactions at the same instant keep the provider's order. */
export function byNewest(a: Movement, b: Movement): number {
  return b.at.getTime() - a.at.getTime();
}

/** Merges a sorted list into the batches of another one, both newest first. */
export async function* mergeByNewest(
  pieces: AsyncIterable<Movement[]> | Iterable<Movement[]>,
  others: readonly Movement[],
): AsyncGenerator<Movement[]> {
  let rest = others;
  for await (const piece of pieces) {
    const oldest = piece.at(-1);
    const end = oldest ? rest.findIndex((other) => byNewest(other, oldest) > 0) : 0;
    const fitting = end === -1 ? rest : rest.slice(0, end);
    rest = rest.slice(fitting.length);
    yield [...piece, ...fitting].toSorted(byNewest);
  }
  yield [...rest];
}

/** The totals of transactions, in cents. */
export function summarize(movements: readonly Movement[]) {
  const sum = (kinds: EntryKind[], part: "amountCents" | "feeCents" = "amountCents") =>
    movements
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((total, movement) => total + movement[part], 0);
  const gross = sum(["sale"]);
  const refunds = -sum(["refund"]);
  const other = sum(["dispute", "other"]);
  const fees = sum(["sale", "refund", "dispute", "other"], "feeCents");
  const paidOut = movements
    .filter(({ kind, status }) => kind === "payout" && status === "paid")
    .reduce((total, { amountCents }) => total - amountCents, 0);
  return { gross, fees, refunds, other, net: gross - refunds - fees + other, paidOut };
}
