/** The inputs of staff's work on cases. */
import * as z from "zod/mini";
import { getTexts } from "#translations/staff-cases.ts";
import { generalMessages } from "../general-messages.ts";
import { staffRefundInput } from "../payments/staff-refund.ts";
import { seenDecision, staffTableQuery } from "../staff/staff.ts";
import { requiredProse } from "../text/text-schemas.ts";
import { calendarDate } from "../time/time-schemas.ts";
import {
  caseKinds,
  caseOutcomes,
  caseViews,
  maxNoteLength,
  maxReasonLength,
} from "./cases.rules.ts";

const t = getTexts("staffCases");

const version = z.int();

/** The same for all retries, so that a text is stored and sent once. */
const requestId = z.uuid({ error: () => generalMessages.reload });

export const caseNoteInput = z.object({
  text: requiredProse(maxNoteLength, () => t("invalid.note")),
  /** `received` is an answer that arrived in the mailbox. */
  kind: z._default(z.enum(["note", "received"]), "note"),
  requestId,
});
export type CaseNoteInput = z.output<typeof caseNoteInput>;

export const caseReplyInput = z.object({
  text: requiredProse(maxNoteLength, () => t("invalid.reply")),
  to: z.enum(["reporter", "person"]),
  requestId,
});
export type CaseReplyInput = z.output<typeof caseReplyInput>;

export const caseDecisionInput = z.object({
  outcome: z.enum(caseOutcomes, { error: () => t("invalid.outcome") }),
  reason: requiredProse(maxReasonLength, () => t("invalid.reason")),
  /** The version of the case that the staff member has read. */
  version,
  /**
   * The latest action about the person concerned that the staff member has seen, or null. Warnings and
   * suspensions need it. Missing in requests of older pages.
   */
  seenAction: z.optional(seenDecision),
  /**
   * The date until which a suspension lasts. After an appeal, it moves the end of a suspension that
   * is upheld.
   */
  until: z.optional(z.nullable(calendarDate)),
  /** Whether a suspension cancels a teacher's courses, which refunds their students. */
  refundStudents: z.optional(z.boolean()),
  /** What staff choose for the refund of a payment, and saw. Missing in requests of older pages. */
  refund: z.optional(z.pick(staffRefundInput, { seen: true, teacherKeepsShare: true })),
});
export type CaseDecisionInput = z.output<typeof caseDecisionInput>;

export const caseAssignmentInput = z.object({
  assign: z.boolean(),
  /** To whom the case was assigned when the member of staff read it, or null. */
  seenAssignee: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
});
export type CaseAssignmentInput = z.output<typeof caseAssignmentInput>;

export const caseClosingInput = z.object({
  /** The version of the case that the staff member has read. Missing in requests of older pages. */
  version: z.optional(version),
});
export type CaseClosingInput = z.output<typeof caseClosingInput>;

export const caseListQuery = z.object({
  ...staffTableQuery,
  view: z.catch(z.optional(z.enum(caseViews)), undefined),
  kind: z.catch(z.optional(z.enum(caseKinds)), undefined),
});
export type CaseListQuery = z.output<typeof caseListQuery>;
