/** The events of a payment: those in our own records, and the notifications of the provider. */
import { and, asc, desc, eq, inArray, or, sql } from "drizzle-orm";
import { describeDisputeReason } from "#lib/payments/dispute-texts.ts";
import { lostShareOf } from "#lib/payments/shares.ts";
import type { PaymentEvent, PaymentEventKind } from "#lib/payments/staff-payments.responses.ts";
import type { Db } from "../../db/connection.ts";
import { disputeEvidence, disputes } from "../../db/tables/disputes.table.ts";
import { webhookEvents } from "../../db/tables/payments.table.ts";
import { refunds } from "../../db/tables/refunds.table.ts";
import type { Dispute, Payment, Refund } from "../payment-rows.ts";

/** The largest number of notifications on a page. They are kept for a month. */
const maxEvents = 100;

/** What happened to a payment, newest first. */
export async function readHistory(db: Db, payment: Payment): Promise<PaymentEvent[]> {
  const made = await db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, payment.id))
    .orderBy(asc(refunds.createdAt));
  const disputed = await db
    .select({ dispute: disputes, submittedAt: disputeEvidence.submittedAt })
    .from(disputes)
    .leftJoin(disputeEvidence, eq(disputeEvidence.disputeId, disputes.id))
    .where(eq(disputes.paymentId, payment.id));
  const happened = [
    ...eventsOfCheckout(payment),
    ...made.flatMap((refund) => eventsOfRefund(refund, payment)),
    ...disputed.flatMap(({ dispute, submittedAt }) =>
      eventsOfDispute(dispute, submittedAt, payment),
    ),
    ...(await listNotifications(db, payment, [
      ...made.map(({ providerRefundId }) => providerRefundId),
      ...disputed.map(({ dispute }) => dispute.providerDisputeId),
    ])),
  ];
  return happened.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
}

function toEvent(
  kind: PaymentEventKind,
  at: Date | null,
  about: { id: string } & Partial<Omit<PaymentEvent, "_id" | "kind" | "at">>,
): PaymentEvent[] {
  if (at === null) return [];
  const { id, ...facts } = about;
  return [
    {
      _id: `${kind} ${id}`,
      kind,
      at: at.toISOString(),
      amountCents: null,
      reason: null,
      text: null,
      reference: null,
      ...facts,
    },
  ];
}

/** The provider's times are in whole seconds, so they can seem to precede what caused the event. */
function laterOf(reported: Date | null, cause: Date | null): Date | null {
  if (reported === null || cause === null) return reported;
  return reported > cause ? reported : new Date(cause.getTime() + 1);
}

const findPaidAt = ({ paidAt, createdAt }: Payment): Date | null => laterOf(paidAt, createdAt);

function eventsOfCheckout(payment: Payment): PaymentEvent[] {
  const { id, amountCents, createdAt, sessionId, chargeId, status } = payment;
  return [
    ...toEvent("checkout", createdAt, { id, amountCents, reference: sessionId }),
    ...toEvent("paid", findPaidAt(payment), { id, amountCents, reference: chargeId }),
    ...toEvent("expired", status === "expired" ? payment.sessionExpiresAt : null, { id }),
  ];
}

function eventsOfRefund(refund: Refund, payment: Payment): PaymentEvent[] {
  const { id, amountCents, reason, note, status, providerRefundId: reference, failure } = refund;
  // The provider's own refunds weren't requested here.
  const requestedAt = reason === "provider" ? null : refund.createdAt;
  const facts = { id, amountCents, reason };
  return [
    ...toEvent("refund-requested", requestedAt, { ...facts, text: note }),
    ...(status === "made"
      ? toEvent("refund-made", laterOf(refund.madeAt, requestedAt ?? findPaidAt(payment)), {
          ...facts,
          reference,
        })
      : []),
    ...(status === "failed"
      ? toEvent("refund-failed", refund.madeAt ?? refund.createdAt, {
          ...facts,
          text: failure,
          reference,
        })
      : []),
  ];
}

function eventsOfDispute(
  dispute: Dispute,
  submittedAt: Date | null,
  payment: Payment,
): PaymentEvent[] {
  const { id, amountCents, reason, isQuestion, status, recovery } = dispute;
  const openedAt = laterOf(dispute.openedAt, findPaidAt(payment));
  const closedAt = laterOf(dispute.closedAt, submittedAt ?? openedAt);
  const facts = { id, amountCents, reference: dispute.providerDisputeId };
  const recovered = recovery === "refused" ? "share-not-recovered" : "share-recovered";
  const wasShare = recovery === "refused" || (recovery === "made" && dispute.takenBackCents > 0);
  return [
    ...toEvent(isQuestion ? "inquiry-opened" : "dispute-opened", openedAt, {
      ...facts,
      text: describeDisputeReason(reason),
    }),
    ...toEvent("evidence-submitted", submittedAt, { id }),
    ...toEvent(status === "lost" ? "dispute-lost" : "dispute-won", closedAt, facts),
    ...(wasShare
      ? toEvent(recovered, laterOf(closedAt, closedAt), {
          id,
          amountCents: recovery === "made" ? dispute.takenBackCents : lostShareOf(payment, dispute),
          reference: dispute.returnId,
        })
      : []),
  ];
}

/** The provider's notifications about the payment, its refunds and its disputes. */
async function listNotifications(
  db: Db,
  { sessionId, paymentIntentId, chargeId }: Payment,
  others: (string | null)[],
): Promise<PaymentEvent[]> {
  const ids = [sessionId, paymentIntentId, chargeId, ...others].filter((id) => id !== null);
  if (ids.length === 0) return [];
  const objectId = sql<string>`${webhookEvents.payload} ->> 'objectId'`;
  const rows = await db
    .select({
      id: webhookEvents.id,
      type: webhookEvents.type,
      at: webhookEvents.receivedAt,
      objectId,
    })
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.provider, "stripe"),
        or(
          inArray(objectId, ids),
          chargeId === null
            ? undefined
            : eq(sql`${webhookEvents.payload} ->> 'chargeId'`, chargeId),
        ),
      ),
    )
    .orderBy(desc(webhookEvents.receivedAt))
    .limit(maxEvents);
  return rows.flatMap((row) =>
    toEvent("event", row.at, { id: row.id, text: row.type, reference: row.objectId }),
  );
}
