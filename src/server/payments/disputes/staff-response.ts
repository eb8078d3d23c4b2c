/** What is special about responses to disputes by staff. */

import type { StaffRole } from "#lib/staff/staff.rules.ts";
import type { StaffActionKind } from "#lib/staff/staff-actions.ts";
import { type Actor, requireTeacher } from "../../actor.ts";
import { findInterested } from "../../cases/interests.ts";
import type { Db } from "../../db/connection.ts";
import { disputeStaffDrafts } from "../../db/tables/disputes.table.ts";
import { recordStaffAction } from "../../staff/audit.ts";
import { requireNotOneself } from "../../staff/own-affairs.ts";
import type { StaffMember } from "../../staff/staff-actor.ts";
import type { DisputeScope, OwnDispute } from "./evidence-facts.ts";

/** A member of staff who responds on the page of a payment. */
export interface StaffResponder {
  staff: StaffMember;
  paymentId: string;
}

/** Who writes a response: the course's teacher, or a member of staff. */
export type Responder = Actor | StaffResponder;

/** The staff roles, besides owners, that can respond. */
export const disputeResponders: readonly StaffRole[] = ["bookkeeper"];

export const isStaff = (responder: Responder): responder is StaffResponder =>
  "paymentId" in responder;

/** @throws AppError `forbidden` for students. */
export const scopeOf = (responder: Responder): DisputeScope =>
  isStaff(responder)
    ? { paymentId: responder.paymentId }
    : { teacherId: requireTeacher(responder).profile.id };

/** Whose limit a change uses. */
export const limitKeyOf = (responder: Responder): string =>
  isStaff(responder) ? responder.paymentId : requireTeacher(responder).profile.id;

/**
 * Adds the entry of a change by staff to the audit log. The statement and the files are kept with the
 * dispute.
 * @throws AppError `forbidden` for the student and the teacher, if someone else can respond.
 */
export async function recordStaffResponse(
  tx: Db,
  responder: Responder,
  { dispute }: OwnDispute,
  kind: StaffActionKind & ("submit-evidence" | "draft-evidence" | "change-evidence-files"),
  details: Record<string, unknown> = {},
): Promise<void> {
  if (!isStaff(responder)) return;
  const { staff } = responder;
  const concerned = await findInterested(tx, { kind: "payment", id: dispute.paymentId });
  await requireNotOneself(tx, staff, concerned, disputeResponders);
  await recordStaffAction(tx, staff, {
    kind,
    subjectKind: "payment",
    subjectId: dispute.paymentId,
    reason: "",
    details: { disputeId: dispute.providerDisputeId, ...details },
  });
}

/** Replaces the draft of staff. */
export async function writeStaffDraft(
  tx: Db,
  { dispute }: OwnDispute,
  statement: string,
): Promise<void> {
  const row = { statement, savedAt: new Date() };
  await tx
    .insert(disputeStaffDrafts)
    .values({ disputeId: dispute.id, ...row })
    .onConflictDoUpdate({ target: disputeStaffDrafts.disputeId, set: row });
}
