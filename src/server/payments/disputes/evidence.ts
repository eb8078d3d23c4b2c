/** Responses to disputes: a teacher's draft, and what the teacher or staff submit once. */
import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { DisputeEvidence } from "#lib/payments/dispute-evidence.responses.ts";
import { disputeMessages, type EvidenceInput } from "#lib/payments/dispute-evidence.ts";
import type { Actor } from "../../actor.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { disputeEvidence, disputes } from "../../db/tables/disputes.table.ts";
import { startBatch } from "../../jobs/batch.ts";
import { isPermanentRefusal, isProviderFailure } from "../../providers/stripe/failures.ts";
import type { Limit } from "../../rate-limits.ts";
import { mailStaffResponse } from "./disputes.mails.ts";
import { syncDispute } from "./disputes.ts";
import {
  type DisputeScope,
  listDisputes,
  listEvidenceFiles,
  type OwnDispute,
  readFacts,
} from "./evidence-facts.ts";
import { writeEvidence } from "./evidence-fields.ts";
import { stateOf, toView } from "./evidence-view.ts";
import {
  isStaff,
  limitKeyOf,
  type Responder,
  recordStaffResponse,
  scopeOf,
  writeStaffDraft,
} from "./staff-response.ts";

const changeLimit: Limit = { name: "dispute-evidence", points: 120, duration: 60 * 60 };

/** A submission that takes longer than this was interrupted. */
const retryAfterMs = 60_000;

/**
 * A dispute about a course of the acting teacher, with what we know about the payment.
 * @throws AppError `forbidden` for students; `not_found` for all other disputes, whether or not
 * they exist.
 */
export async function findDisputeEvidence(
  context: Context,
  actor: Actor,
  providerDisputeId: string,
): Promise<DisputeEvidence> {
  return readView(context, actor, providerDisputeId);
}

/** The dispute as who responds reads it. */
export async function readView(
  { db }: Context,
  responder: Responder,
  id: string,
): Promise<DisputeEvidence> {
  return toView(db, await requireOwn(db, scopeOf(responder), id), isStaff(responder));
}

/** The disputes of a payment, for staff. */
export async function listPaymentDisputes(
  { db }: Context,
  paymentId: string,
): Promise<DisputeEvidence[]> {
  const rows = await listDisputes(db, { paymentId });
  return Promise.all(rows.map((row) => toView(db, row, true)));
}

/**
 * Saves a draft. The teacher and staff have one each, so that neither overwrites the other's.
 * @throws AppError like `findDisputeEvidence`; `conflict` if nothing can be submitted anymore;
 * `rate_limited`.
 */
export async function saveDisputeEvidence(
  context: Context,
  responder: Responder,
  providerDisputeId: string,
  { statement }: EvidenceInput,
): Promise<DisputeEvidence> {
  await context.limits.consume(changeLimit, limitKeyOf(responder));
  await context.db.transaction(async (tx) => {
    const own = await lockUnsent(tx, scopeOf(responder), providerDisputeId);
    await recordStaffResponse(tx, responder, own, "draft-evidence");
    if (isStaff(responder)) await writeStaffDraft(tx, own, statement);
    else await writeDraft(tx, own, statement);
  });
  return readView(context, responder, providerDisputeId);
}

/**
 * Sends a statement with our records to the bank, through the provider, which accepts evidence once:
 * the first submission counts, whether the course's teacher or a member of staff made it. If the
 * provider doesn't respond, `retryEvidence` sends the same text again.
 * @throws AppError like `saveDisputeEvidence`; `conflict` if the provider refuses the evidence;
 * `forbidden` for staff who are the student or the teacher, if someone else can respond.
 */
export async function submitDisputeEvidence(
  context: Context,
  responder: Responder,
  providerDisputeId: string,
  { statement }: EvidenceInput,
): Promise<DisputeEvidence> {
  const isByStaff = isStaff(responder);
  const scope = scopeOf(responder);
  await context.limits.consume(changeLimit, limitKeyOf(responder));
  const requested = await context.db.transaction(async (tx) => {
    const own = await lockUnsent(tx, scope, providerDisputeId);
    await recordStaffResponse(tx, responder, own, "submit-evidence");
    if (isByStaff) await writeStaffStatement(tx, own, statement);
    else await writeDraft(tx, own, statement);
    const [row] = await tx
      .update(disputeEvidence)
      .set({
        requestedAt: new Date(),
        isByStaff,
        sent: writeEvidence(own, await readFacts(tx, own), {
          statement,
          isByStaff,
          files: await listEvidenceFiles(tx, own.dispute.id),
        }),
      })
      .where(eq(disputeEvidence.disputeId, own.dispute.id))
      .returning();
    if (!row) throw new Error("The evidence was not stored");
    return row;
  });
  try {
    await send(context, providerDisputeId, requested);
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    context.log.warn({ err: error, disputeId: providerDisputeId }, "Evidence is sent later");
  }
  return readView(context, responder, providerDisputeId);
}

function requireUnsent(own: OwnDispute): void {
  const state = stateOf(own);
  if (state === "sending" || state === "submitted") {
    throw new AppError("conflict", disputeMessages.submitted);
  }
}

/** Sends evidence again whose submission was interrupted. Evidence that is refused is a draft again. */
export async function retryEvidence(context: Context): Promise<void> {
  const waiting = await context.db
    .select({ evidence: disputeEvidence, providerDisputeId: disputes.providerDisputeId })
    .from(disputeEvidence)
    .innerJoin(disputes, eq(disputes.id, disputeEvidence.disputeId))
    .where(
      and(
        isNotNull(disputeEvidence.requestedAt),
        lt(disputeEvidence.requestedAt, new Date(Date.now() - retryAfterMs)),
        isNull(disputeEvidence.submittedAt),
        eq(disputes.status, "open"),
      ),
    )
    .limit(20);
  const batch = startBatch(context);
  for (const { evidence, providerDisputeId } of waiting) {
    await batch.attempt({ disputeId: providerDisputeId }, async () => {
      try {
        await send(context, providerDisputeId, evidence);
      } catch (error) {
        // The teacher sees the draft again, with the deadline.
        if (!(error instanceof AppError) || error.code !== "conflict") throw error;
      }
    });
  }
  batch.end();
}

async function send(
  context: Context,
  providerDisputeId: string,
  { disputeId, sent, attempt }: typeof disputeEvidence.$inferSelect,
): Promise<void> {
  const isThis = eq(disputeEvidence.disputeId, disputeId);
  try {
    await context.stripe.disputes.update(
      providerDisputeId,
      { evidence: sent ?? {}, submit: true },
      { idempotencyKey: `dispute-evidence-${disputeId}-${attempt}` },
    );
  } catch (error) {
    if (!isPermanentRefusal(error)) throw error;
    context.log.warn({ err: error, disputeId: providerDisputeId }, "Evidence was refused");
    await context.db
      .update(disputeEvidence)
      .set({
        requestedAt: null,
        isByStaff: false,
        sent: null,
        attempt: sql`${disputeEvidence.attempt} + 1`,
      })
      .where(
        and(isThis, isNull(disputeEvidence.submittedAt), eq(disputeEvidence.attempt, attempt)),
      );
    // The bank may have decided, or someone may have responded in the provider's dashboard.
    await syncDispute(context, providerDisputeId);
    throw new AppError("conflict", disputeMessages.refused);
  }
  await context.db.transaction(async (tx) => {
    const [accepted] = await tx
      .update(disputeEvidence)
      .set({ submittedAt: new Date() })
      .where(and(isThis, isNull(disputeEvidence.submittedAt)))
      .returning({ isByStaff: disputeEvidence.isByStaff });
    if (accepted?.isByStaff) await mailAccepted(context, tx, disputeId);
  });
  await syncDispute(context, providerDisputeId);
}

/** Notifies the teacher only of what the bank has, because the provider can refuse a response. */
async function mailAccepted(context: Context, tx: Db, disputeId: string): Promise<void> {
  const [dispute] = await tx.select().from(disputes).where(eq(disputes.id, disputeId));
  if (!dispute) return;
  const { paymentId, providerDisputeId } = dispute;
  const own = await requireOwn(tx, { paymentId }, providerDisputeId);
  await mailStaffResponse(context, tx, own);
}

async function requireOwn(db: Db, scope: DisputeScope, id: string): Promise<OwnDispute> {
  const [own] = await listDisputes(db, scope, id);
  if (!own) throw new AppError("not_found", disputeMessages.missing);
  return own;
}

/**
 * Locks an open dispute whose deadline hasn't passed and whose evidence hasn't been submitted.
 * @throws AppError `not_found`; `conflict`.
 */
export async function lockUnsent(tx: Db, scope: DisputeScope, id: string): Promise<OwnDispute> {
  const own = await lockOwn(tx, scope, id);
  requireUnsent(own);
  return own;
}

/** Locks an open dispute whose deadline hasn't passed. */
async function lockOwn(tx: Db, scope: DisputeScope, id: string): Promise<OwnDispute> {
  const { dispute } = await requireOwn(tx, scope, id);
  await tx.select().from(disputes).where(eq(disputes.id, dispute.id)).for("no key update");
  const own = await requireOwn(tx, scope, id);
  const state = stateOf(own);
  if (state === "too-late" || state === "decided") {
    throw new AppError("conflict", disputeMessages.tooLate);
  }
  return own;
}

/** Replaces the draft, unless it was submitted. */
async function writeDraft(tx: Db, { dispute }: OwnDispute, statement: string): Promise<void> {
  const row = { statement, savedAt: new Date() };
  await tx
    .insert(disputeEvidence)
    .values({ disputeId: dispute.id, ...row })
    .onConflictDoUpdate({ target: disputeEvidence.disputeId, set: row });
}

/**
 * Stores what staff submit beside the teacher's draft, which is the teacher's again if the provider
 * refuses the response.
 */
async function writeStaffStatement(tx: Db, own: OwnDispute, statement: string): Promise<void> {
  await writeStaffDraft(tx, own, statement);
  await tx
    .insert(disputeEvidence)
    .values({ disputeId: own.dispute.id, statement: "", savedAt: new Date() })
    .onConflictDoNothing();
}
