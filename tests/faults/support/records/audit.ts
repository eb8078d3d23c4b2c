/** Compares our records with those of the payment provider. */
import { minPaidPrice, toCents } from "#lib/payments/money.ts";
import { proRataCents } from "#lib/payments/pro-rata.ts";
import type { Ledger } from "../../../support/payments/ledger.ts";
import type { Market } from "../../../support/processes/market.ts";
import { ask } from "./ask.ts";
import { findDifferentTotals } from "./totals.ts";

interface Row {
  enrollment: string;
  /** The status of the enrollment: held, enrolled, expired or refunded. */
  seat: string;
  /**
   * The status of the payment: open, paid, expired, refunding or refunded; null for a free seat.
   */
  money: string | null;
  session: string | null;
  charge: string | null;
  amount: number;
  /** The price of the whole course, and its classes, for students who joined late. */
  full: number | null;
  classes: number | null;
  /** The number of classes that the seat was sold with. */
  sold: number;
  /** Whether the platform keeps the money and owes the teacher the share. */
  kept: boolean;
}

export interface Records {
  rows: Row[];
  ledger: Ledger;
  waitingEvents: number;
  waitingJobs: number;
}

/** Describes each course with more held and taken seats than it has. */
export async function findOverbooked(market: Market): Promise<string[]> {
  const rows = await ask<{ id: string; taken: number; seats: number }>(
    market,
    `select c.id, count(e.id)::int as taken, c.max_students as seats
       from courses c join enrolments e on e.course_id = c.id and e.status in ('held', 'enrolled')
      group by c.id having count(e.id) > c.max_students`,
  );
  return rows.map(({ id, taken, seats }) => `${id} has ${taken} of ${seats} seats taken`);
}

/**
 * Reads the records of both sides about seats. The provider's records are read first, so ours must
 * include all of them.
 */
export async function readRecords(market: Market): Promise<Records> {
  const { body } = await market.sandbox("GET", "/ledger");
  const ledger = withoutPlans(body);
  const rows = await ask<Row>(
    market,
    `select e.id as enrollment, e.status as seat, e.amount_cents as amount, p.status as money,
            p.session_id as session, p.charge_id as charge, e.full_cents as full,
            e.course_classes as classes, e.sold_classes as sold,
            p.destination_account_id is null as kept
       from enrolments e left join payments p on p.enrolment_id = e.id`,
  );
  const [events] = await ask<{ number: number }>(
    market,
    "select count(*)::int as number from webhook_events where processed_at is null",
  );
  const [jobs] = await ask<{ number: number }>(
    market,
    `select count(*)::int as number from pgboss.job
      where name = 'mail' and state in ('created', 'retry', 'active')`,
  );
  return { ledger, rows, waitingEvents: events?.number ?? 0, waitingJobs: jobs?.number ?? 0 };
}

/** What the provider has recorded for seats. Invoices of subscriptions have their own charges. */
function withoutPlans(ledger: Ledger): Ledger {
  const charges = ledger.charges.filter(({ metadata }) => metadata.enrolmentId);
  const paid = ledger.invoices.filter(({ amount_paid }) => amount_paid > 0).length;
  const others = ledger.charges.length - charges.length;
  if (others !== paid) throw new Error(`${paid} paid invoices have ${others} charges`);
  const ids = new Set(charges.map(({ id }) => id));
  return {
    ...ledger,
    charges,
    sessions: ledger.sessions.filter(({ metadata }) => !metadata.checkoutId),
    refunds: ledger.refunds.filter(({ charge }) => ids.has(charge)),
  };
}

/** Describes the work that reconciliation still has to do. Empty once everything is settled. */
export function findUnsettled({ rows, ledger, waitingEvents, waitingJobs }: Records): string[] {
  const sessions = new Map(ledger.sessions.map((session) => [session.id, session]));
  const unsettled = rows.flatMap(({ enrollment, seat, money, session }) => {
    if (money === "refunding") return [`${enrollment}: a refund is pending`];
    if (money !== "open" && seat !== "held") return [];
    // A hold can expire before its checkout session does. Reconciliation then closes the session.
    if (seat !== "held") return [`${enrollment}: ${seat}, its checkout is still to be closed`];
    const status = session === null ? "unknown" : (sessions.get(session)?.status ?? "missing");
    return status === "open" ? [] : [`${enrollment}: held, its session is ${status}`];
  });
  if (waitingEvents > 0) unsettled.push(`${waitingEvents} events wait`);
  if (waitingJobs > 0) unsettled.push(`${waitingJobs} emails wait`);
  return unsettled;
}

/**
 * Describes contradictions between settled records: of seats and charges, and of revenue, shares and the
 * provider's balance.
 */
export async function findContradictions(market: Market): Promise<string[]> {
  const records = await readRecords(market);
  return [...compareSeats(records), ...(await findDifferentTotals(market))];
}

function compareSeats({ rows, ledger }: Records): string[] {
  const found: string[] = [];
  const hold = (isTrue: boolean, sentence: string) => {
    if (!isTrue) found.push(sentence);
  };
  const chargesOf = (enrollment: string) =>
    ledger.charges.filter(({ metadata }) => metadata.enrolmentId === enrollment);
  const refundsOf = (charge: string) => ledger.refunds.filter((each) => each.charge === charge);

  for (const charge of ledger.charges) {
    const own = rows.filter((row) => row.charge === charge.id);
    hold(own.length === 1, `The charge ${charge.id} belongs to ${own.length} enrollments`);
    const wanted = charge.refunded ? "refunded" : "enrolled";
    for (const { enrollment, seat, amount } of own) {
      hold(seat === wanted, `${enrollment} is ${seat}, and its charge ${charge.id} says ${wanted}`);
      hold(amount === charge.amount, `${enrollment} costs ${amount}, charged ${charge.amount}`);
      hold(charge.metadata.enrolmentId === enrollment, `${charge.id} is noted at ${enrollment}`);
    }
    const refunds = refundsOf(charge.id);
    hold(refunds.length === (charge.refunded ? 1 : 0), `${charge.id}: ${refunds.length} refunds`);
    for (const refund of refunds) {
      hold(refund.amount === charge.amount, `${refund.id} refunds a part of ${charge.id}`);
      // What the platform keeps was never transferred.
      const isTransferred = own.some(({ kept }) => !kept);
      hold(refund.reverse_transfer === isTransferred, `${refund.id} leaves the transfer`);
      hold(refund.refund_application_fee === isTransferred, `${refund.id} keeps the fee`);
    }
  }
  // The fault tests run the demo, which has no higher minimum.
  const minimumCents = toCents(minPaidPrice);
  for (const { enrollment, amount, full, classes, sold } of rows) {
    if (full === null || classes === null) continue;
    const price = proRataCents(full, { left: sold, total: classes }, minimumCents);
    hold(amount === price, `${enrollment} costs ${amount} instead of the reduced ${price}`);
  }
  for (const { enrollment, seat, money, amount } of rows) {
    if (amount === 0) {
      hold(money === null, `${enrollment} is free and has a payment`);
      continue;
    }
    const charges = chargesOf(enrollment);
    const unrefunded = charges.filter(({ refunded }) => !refunded);
    const isPaid = seat === "enrolled";
    hold(
      unrefunded.length === (isPaid ? 1 : 0),
      `${enrollment} (${seat}): ${unrefunded.length} charges`,
    );
    hold(
      charges.length === (isPaid || seat === "refunded" ? 1 : 0),
      `${enrollment} (${seat}) was charged ${charges.length} times`,
    );
    const fitting = { held: "open", enrolled: "paid", expired: "expired", refunded: "refunded" };
    hold(
      money === fitting[seat as keyof typeof fitting],
      `${enrollment} is ${seat}, paid: ${money}`,
    );
  }
  for (const session of ledger.sessions) {
    const own = rows.filter((row) => row.session === session.id);
    // An unknown open session could be used to pay for another student's seat.
    const isKnown = own.length === 1 || (own.length === 0 && session.status === "expired");
    hold(isKnown, `The ${session.status} session ${session.id} belongs to ${own.length} payments`);
    const isHeld = own.some(({ money }) => money === "open");
    hold(session.status !== "open" || isHeld, `${session.id} is open, and nobody holds its seat`);
  }
  return found;
}
