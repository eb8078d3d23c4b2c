/** Teachers' responses to disputes: a draft, which is submitted once. */
import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { DisputeEvidence } from "#lib/payments/dispute-evidence.responses.ts";
import type { EvidenceState } from "#lib/payments/dispute-evidence.rules.ts";
import { disputeMessages, type EvidenceInput } from "#lib/payments/dispute-evidence.ts";
import { describeDisputeReason } from "#lib/payments/dispute-texts.ts";
import { toDollars } from "#lib/payments/money.ts";
import { type Actor, requireTeacher } from "../../actor.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { disputeEvidence, disputes } from "../../db/tables/disputes.table.ts";
import { startBatch } from "../../jobs/batch.ts";
import { isPermanentRefusal, isProviderFailure } from "../../providers/stripe/failures.ts";
import type { Limit } from "../../rate-limits.ts";
import { syncDispute } from "./disputes.ts";
import { findOwnDispute, listEvidenceFiles, type OwnDispute, readFacts } from "./evidence-facts.ts";
import { writeEvidence } from "./evidence-fields.ts";

const changeLimit: Limit = { name: "dispute-evidence", points: 120, duration: 60 * 60 };

/** A submission that takes longer than this was interrupted. */
const retryAfterMs = 60_000;

/**
 * A dispute about a course of the acting teacher, with what we know about the payment.
 * @throws AppError `forbidden` for students; `not_found` for all other disputes, existing or not.
 */
export async function findDisputeEvidence(
  context: Context,
  actor: Actor,
  providerDisputeId: string,
): Promise<DisputeEvidence> {
  const teacher = requireTeacher(actor);
  return toView(context.db, await requireOwn(context.db, teacher.profile.id, providerDisputeId));
}

/**
 * Saves a draft.
 * @throws AppError like `findDisputeEvidence`; `conflict` if nothing can be submitted anymore;
 * `rate_limited`.
 */
export async function saveDisputeEvidence(
  context: Context,
  actor: Actor,
  providerDisputeId: string,
  { statement }: EvidenceInput,
): Promise<DisputeEvidence> {
  const teacher = requireTeacher(actor);
  await context.limits.consume(changeLimit, teacher.profile.id);
  await context.db.transaction(async (tx) => {
    const own = await lockUnsent(tx, teacher.profile.id, providerDisputeId);
    await writeDraft(tx, own, statement);
  });
  return findDisputeEvidence(context, actor, providerDisputeId);
}

/**
 * Sends the teacher's statement with our records to the bank, through the provider, which accepts
 * evidence once. If the provider doesn't respond, `retryEvidence` sends the same text again.
 * @throws AppError like `saveDisputeEvidence`; `conflict` if the provider refuses the evidence.
 */
export async function submitDisputeEvidence(
  context: Context,
  actor: Actor,
  providerDisputeId: string,
  { statement }: EvidenceInput,
): Promise<DisputeEvidence> {
  const teacher = requireTeacher(actor);
  await context.limits.consume(changeLimit, teacher.profile.id);
  const requested = await context.db.transaction(async (tx) => {
    const own = await lockUnsent(tx, teacher.profile.id, providerDisputeId);
    await writeDraft(tx, own, statement);
    const [row] = await tx
      .update(disputeEvidence)
      .set({
        requestedAt: new Date(),
        sent: writeEvidence(own, await readFacts(tx, own), {
          statement,
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
  return findDisputeEvidence(context, actor, providerDisputeId);
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
      .set({ requestedAt: null, sent: null, attempt: sql`${disputeEvidence.attempt} + 1` })
      .where(
        and(isThis, isNull(disputeEvidence.submittedAt), eq(disputeEvidence.attempt, attempt)),
      );
    // The bank may have decided, or somebody may have responded in the provider's dashboard.
    await syncDispute(context, providerDisputeId);
    throw new AppError("conflict", disputeMessages.refused);
  }
  await context.db
    .update(disputeEvidence)
    .set({ submittedAt: new Date() })
    .where(and(isThis, isNull(disputeEvidence.submittedAt)));
  await syncDispute(context, providerDisputeId);
}

async function requireOwn(db: Db, teacherId: string, id: string): Promise<OwnDispute> {
  const own = await findOwnDispute(db, teacherId, id);
  if (!own) throw new AppError("not_found", disputeMessages.missing);
  return own;
}

/**
 * Locks an open dispute before its deadline, whose evidence hasn't been submitted.
 * @throws AppError `not_found`; `conflict`.
 */
export async function lockUnsent(tx: Db, teacherId: string, id: string): Promise<OwnDispute> {
  const own = await lockOwn(tx, teacherId, id);
  requireUnsent(own);
  return own;
}

/** Locks an open dispute before its deadline. */
async function lockOwn(tx: Db, teacherId: string, id: string): Promise<OwnDispute> {
  const { dispute } = await requireOwn(tx, teacherId, id);
  await tx.select().from(disputes).where(eq(disputes.id, dispute.id)).for("no key update");
  const own = await requireOwn(tx, teacherId, id);
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

function stateOf({ dispute, evidence }: OwnDispute): EvidenceState {
  if (dispute.status === "won" || dispute.status === "lost") return "decided";
  if (dispute.status === "review" || evidence?.submittedAt) return "submitted";
  if (evidence?.requestedAt) return "sending";
  if (dispute.dueBy && dispute.dueBy.getTime() <= Date.now()) return "too-late";
  return evidence ? "draft" : "none";
}

async function toView(db: Db, own: OwnDispute): Promise<DisputeEvidence> {
  const { dispute, evidence } = own;
  return {
    _id: dispute.providerDisputeId,
    status: dispute.status,
    isQuestion: dispute.isQuestion,
    state: stateOf(own),
    amount: toDollars(dispute.amountCents),
    reason: describeDisputeReason(dispute.reason),
    dueBy: dispute.dueBy?.toISOString() ?? null,
    statement: evidence?.statement ?? "",
    savedAt: evidence?.savedAt.toISOString() ?? null,
    submittedAt: (evidence?.submittedAt ?? evidence?.requestedAt)?.toISOString() ?? null,
    files: (await listEvidenceFiles(db, dispute.id)).map(({ id, kind, name, bytes }) => ({
      _id: id,
      kind,
      name,
      bytes,
    })),
    closedAt: dispute.closedAt?.toISOString() ?? null,
    facts: await readFacts(db, own),
  };
}
