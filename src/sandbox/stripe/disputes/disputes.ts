// Disputes and inquiries by cardholders' banks, and the platform's responses.
import type { Stripe } from "stripe";
import * as z from "zod/mini";
import { mergeMetadata } from "../accounts/accounts.ts";
import { disputeFee, recordBalance } from "../balance/balance.ts";
import type { Card } from "../balance/charges.ts";
import type { StripeContext } from "../context.ts";
import { type Cause, noCall } from "../events.ts";
import { StripeError } from "../http/errors.ts";
import { listPage } from "../http/lists.ts";
import { boolean, metadata, page, text } from "../http/params.ts";
import { newId, nowInSeconds } from "../ids.ts";
import { find, idOf } from "../store.ts";
import { noEvidence } from "./dispute-shape.ts";
import { FILE_FIELDS, requireFiles } from "./files.ts";

const ANSWER_WITHIN = 9 * 24 * 60 * 60;

/** Stripe's limits for the texts of a dispute. */
const MAX_FIELD = 20_000;
const MAX_EVIDENCE = 150_000;

/** Longer than other texts. `requireAcceptable` checks the length. */
const evidenceText = z.string();

const evidenceTexts = {
  access_activity_log: z.optional(evidenceText),
  billing_address: z.optional(evidenceText),
  cancellation_policy_disclosure: z.optional(evidenceText),
  cancellation_rebuttal: z.optional(evidenceText),
  customer_email_address: z.optional(evidenceText),
  customer_name: z.optional(evidenceText),
  customer_purchase_ip: z.optional(evidenceText),
  duplicate_charge_explanation: z.optional(evidenceText),
  product_description: z.optional(evidenceText),
  refund_policy_disclosure: z.optional(evidenceText),
  refund_refusal_explanation: z.optional(evidenceText),
  service_date: z.optional(evidenceText),
  uncategorized_text: z.optional(evidenceText),
};

const evidenceFiles = Object.fromEntries(
  FILE_FIELDS.map((field) => [field, z.optional(text)]),
) as Record<(typeof FILE_FIELDS)[number], z.ZodMiniOptional<typeof text>>;

export const listDisputesParams = z.strictObject({
  ...page,
  charge: z.optional(text),
  payment_intent: z.optional(text),
});
export const updateDisputeParams = z.strictObject({
  evidence: z.optional(z.strictObject({ ...evidenceTexts, ...evidenceFiles })),
  metadata: z.optional(metadata),
  submit: z._default(boolean, true),
});

/** Opens the dispute or inquiry that a test card causes. */
export function openDisputeOfCard(
  stripe: StripeContext,
  charge: Stripe.Charge,
  { next }: Pick<Card, "next">,
): void {
  if (next === "disputed") openDispute(stripe, charge);
  if (next === "questioned") openDispute(stripe, charge, { isQuestion: true });
}

/**
 * The bank either disputes the whole charge, in which case the money immediately leaves the
 * platform's balance, or opens an inquiry, which a refund resolves.
 */
function openDispute(
  stripe: StripeContext,
  charge: Stripe.Charge,
  { isQuestion = false } = {},
): Stripe.Dispute {
  const { store, emit } = stripe;
  const now = nowInSeconds();
  const id = newId("dp");
  const taken = isQuestion
    ? []
    : [recordBalance(store, "adjustment", id, -charge.amount, charge.currency, disputeFee)];
  const dispute: Stripe.Dispute = {
    id,
    object: "dispute",
    amount: charge.amount,
    balance_transactions: taken.map((txn) =>
      find(store.balanceTransactions, "balance transaction", txn),
    ),
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: now + ANSWER_WITHIN,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: isQuestion,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    reason: "fraudulent",
    status: isQuestion ? "warning_needs_response" : "needs_response",
  };
  store.disputes.put(id, dispute);
  store.charges.put(charge.id, { ...charge, disputed: true });
  emit({ type: "charge.dispute.created", object: dispute });
  if (!isQuestion) emit({ type: "charge.dispute.funds_withdrawn", object: dispute });
  return dispute;
}

/**
 * Stripe's test values, submitted as evidence, decide the dispute immediately. Other evidence is
 * sent to the bank.
 */
export function updateDispute(
  stripe: StripeContext,
  id: string,
  input: z.output<typeof updateDisputeParams>,
  cause: Cause,
): Stripe.Dispute {
  const { store, emit } = stripe;
  const dispute = find(store.disputes, "dispute", id, "dispute");
  requireOpen(dispute);
  requireAcceptable(dispute, input.evidence ?? {});
  requireFiles(stripe, { ...filesOf(dispute), ...input.evidence });
  const uncategorized = input.evidence?.uncategorized_text;
  if (input.submit && uncategorized === "winning_evidence") return decide(stripe, id, "won", cause);
  if (input.submit && uncategorized === "losing_evidence") return decide(stripe, id, "lost", cause);
  const given = Object.fromEntries(Object.entries(input.evidence ?? {}));
  const hasEvidence = Object.keys(given).length > 0 || dispute.evidence_details.has_evidence;
  const isSent = input.submit && hasEvidence;
  const changed = store.disputes.put(id, {
    ...dispute,
    evidence: { ...dispute.evidence, ...given },
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: hasEvidence,
      submission_count: dispute.evidence_details.submission_count + (isSent ? 1 : 0),
    },
    metadata: mergeMetadata(dispute.metadata, input.metadata),
    status: isSent ? reviewOf(dispute) : dispute.status,
  });
  emit({ type: "charge.dispute.updated", object: changed, before: dispute, cause });
  return changed;
}

/** The files that the evidence has already. */
function filesOf({ evidence }: Stripe.Dispute): Record<string, string | undefined> {
  return Object.fromEntries(
    FILE_FIELDS.map((field) => [field, idOf(evidence[field]) ?? undefined]),
  );
}

/** Evidence is accepted once, until the deadline, and within the limits of its texts. */
function requireAcceptable(
  { evidence_details: { due_by, submission_count } }: Stripe.Dispute,
  evidence: Record<string, string | undefined>,
): void {
  const lengths = Object.values(evidence).map((value) => value?.length ?? 0);
  if (lengths.length === 0) return;
  if (due_by !== null && due_by <= nowInSeconds()) {
    throw new StripeError(400, "The deadline for submitting evidence has passed");
  }
  const isOutcome = ["winning_evidence", "losing_evidence"].includes(
    evidence.uncategorized_text ?? "",
  );
  if (submission_count > 0 && !isOutcome) {
    throw new StripeError(400, "Evidence has already been submitted for this dispute");
  }
  if (Math.max(...lengths) > MAX_FIELD) {
    throw new StripeError(400, `A text of evidence is longer than ${MAX_FIELD} characters`);
  }
  if (lengths.reduce((sum, length) => sum + length, 0) > MAX_EVIDENCE) {
    throw new StripeError(400, `The evidence is longer than ${MAX_EVIDENCE} characters`);
  }
}

function reviewOf({ is_charge_refundable }: Stripe.Dispute): Stripe.Dispute.Status {
  return is_charge_refundable ? "warning_under_review" : "under_review";
}

/** Closes the banks' inquiries after a full refund. */
export function closeInquiries(stripe: StripeContext, charge: string, cause: Cause): void {
  for (const { id, charge: of, is_charge_refundable, status } of stripe.store.disputes.list()) {
    const isOpen = is_charge_refundable && status !== "warning_closed";
    if (isOpen && idOf(of) === charge) decide(stripe, id, "won", cause);
  }
}

/** Records the bank's decision. */
export function decide(
  { store, emit }: StripeContext,
  id: string,
  status: "won" | "lost",
  cause: Cause = noCall,
): Stripe.Dispute {
  const dispute = find(store.disputes, "dispute", id, "dispute");
  requireOpen(dispute);
  const isQuestion = dispute.is_charge_refundable && status === "won";
  const back =
    status === "won" && !isQuestion
      ? [recordBalance(store, "adjustment", id, dispute.amount, dispute.currency)]
      : [];
  const returned = back.map((txn) => find(store.balanceTransactions, "balance transaction", txn));
  const changed = store.disputes.put(id, {
    ...dispute,
    balance_transactions: [...dispute.balance_transactions, ...returned],
    is_charge_refundable: isQuestion,
    status: isQuestion ? "warning_closed" : status,
  });
  emit({ type: "charge.dispute.closed", object: changed, before: dispute, cause });
  if (back.length > 0) emit({ type: "charge.dispute.funds_reinstated", object: changed, cause });
  return changed;
}

export function listDisputes({ store }: StripeContext, input: z.output<typeof listDisputesParams>) {
  const fits = store.disputes
    .list()
    .filter(
      ({ charge, payment_intent }) =>
        (input.charge ?? charge) === charge &&
        (input.payment_intent ?? payment_intent) === payment_intent,
    );
  return listPage(fits, input, "/v1/disputes");
}

export function isUnderDispute({ store }: StripeContext, charge: string): boolean {
  return store.disputes
    .list()
    .some(
      ({ charge: of, status, is_charge_refundable }) =>
        idOf(of) === charge && status !== "won" && !is_charge_refundable,
    );
}

function requireOpen({ status }: Stripe.Dispute): void {
  if (status !== "won" && status !== "lost" && status !== "warning_closed") return;
  throw new StripeError(400, "This dispute is already closed");
}
