/**
 * Detects that the payment provider's events no longer arrive, for example because the webhook
 * secret is wrong. Because jobs poll the provider, everything still works, but with delays.
 */
import { and, desc, gt, isNotNull, lt, max, sql } from "drizzle-orm";
import type { Db } from "../../db/connection.ts";
import { payments, webhookEvents } from "../../db/tables/payments.table.ts";
import type { Finding } from "../reconciliation/findings.ts";

const minute = 60 * 1000;

/** Deliveries that fail are first repeated within minutes. */
const graceMs = 30 * minute;
/** Clocks may differ, and a payment is recorded when the provider made the charge. */
const toleranceMs = 5 * minute;
/** Events are deleted after a month, so older payments prove nothing. */
const windowMs = 7 * 24 * 60 * minute;

/**
 * Every payment causes events within seconds, so the latest payment shows whether they arrive. A site
 * without payments is never suspected.
 */
export async function findSilence(db: Db, now: Date): Promise<Finding[]> {
  const [payment] = await db
    .select({ id: payments.id, paidAt: payments.paidAt })
    .from(payments)
    .where(
      and(
        isNotNull(payments.sessionId),
        gt(payments.paidAt, new Date(now.getTime() - windowMs)),
        lt(payments.paidAt, new Date(now.getTime() - graceMs)),
      ),
    )
    .orderBy(desc(payments.paidAt))
    .limit(1);
  if (!payment?.paidAt) return [];
  // Events of teachers' accounts come from another endpoint, with another secret.
  const [latest] = await db
    .select({ at: max(webhookEvents.receivedAt) })
    .from(webhookEvents)
    .where(
      sql`${webhookEvents.provider} = 'stripe' and ${webhookEvents.payload} ->> 'account' is null`,
    );
  const receivedAt = latest?.at ?? undefined;
  if (receivedAt && receivedAt.getTime() > payment.paidAt.getTime() - toleranceMs) return [];
  const received = receivedAt
    ? `The last event arrived at ${receivedAt.toISOString()}.`
    : "No event has arrived in the last month.";
  return [
    {
      kind: "events-missing",
      subjectId: "stripe",
      details: `${received} The payment ${payment.id} was made at ${payment.paidAt.toISOString()}.`,
    },
  ];
}
