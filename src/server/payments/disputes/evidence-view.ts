/** A dispute as those who respond read it. */
import type { DisputeEvidence } from "#lib/payments/dispute-evidence.responses.ts";
import type { EvidenceState } from "#lib/payments/dispute-evidence.rules.ts";
import { describeDisputeReason } from "#lib/payments/dispute-texts.ts";
import { toDollars } from "#lib/payments/money.ts";
import type { Db } from "../../db/connection.ts";
import { listEvidenceFiles, type OwnDispute, readFacts } from "./evidence-facts.ts";

export function stateOf({ dispute, evidence, staffDraft }: OwnDispute): EvidenceState {
  if (dispute.status === "won" || dispute.status === "lost") return "decided";
  if (dispute.status === "review" || evidence?.submittedAt) return "submitted";
  if (evidence?.requestedAt) return "sending";
  if (dispute.dueBy && dispute.dueBy.getTime() <= Date.now()) return "too-late";
  // Without a text, the row only counts the attempts of staff.
  return evidence?.statement || staffDraft ? "draft" : "none";
}

/**
 * What the bank has, or a draft. Staff read the teacher's draft until they have saved one of their own,
 * and teachers read only theirs. If someone responded in the provider's dashboard, we don't have the
 * text, and no draft is shown as if it were sent.
 */
function findStatement({ dispute, evidence, staffDraft }: OwnDispute, isForStaff: boolean) {
  const isRequested = evidence?.requestedAt != null;
  const isByStaff = isRequested ? evidence.isByStaff : isForStaff;
  const found = isByStaff ? (staffDraft ?? evidence) : evidence;
  const isShown = isRequested || dispute.status === "open";
  return {
    statement: isShown ? (found?.statement ?? "") : "",
    savedAt: isShown && found?.statement ? found.savedAt.toISOString() : null,
  };
}

export async function toView(
  db: Db,
  own: OwnDispute,
  isForStaff: boolean,
): Promise<DisputeEvidence> {
  const { dispute, evidence } = own;
  return {
    _id: dispute.providerDisputeId,
    status: dispute.status,
    isQuestion: dispute.isQuestion,
    state: stateOf(isForStaff ? own : { ...own, staffDraft: null }),
    amount: toDollars(dispute.amountCents),
    reason: describeDisputeReason(dispute.reason),
    dueBy: dispute.dueBy?.toISOString() ?? null,
    ...findStatement(own, isForStaff),
    submittedAt: (evidence?.submittedAt ?? evidence?.requestedAt)?.toISOString() ?? null,
    submittedBy: evidence?.requestedAt ? (evidence.isByStaff ? "staff" : "teacher") : null,
    files: (await listEvidenceFiles(db, dispute.id)).map((file) => ({
      _id: file.id,
      kind: file.kind,
      name: file.name,
      bytes: file.bytes,
      isOwn: file.isByStaff === isForStaff,
    })),
    closedAt: dispute.closedAt?.toISOString() ?? null,
    facts: await readFacts(db, own),
  };
}
