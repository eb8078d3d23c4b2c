/** A disputed payment with what is known about it, for the course's teacher and for staff. */
import * as z from "zod/mini";
import { evidenceFileKinds, evidenceStates } from "./dispute-evidence.rules.ts";
import { disputeStatuses } from "./disputes.ts";

/** Instants are ISO 8601 strings in UTC. */
export const disputeEvidenceSchema = z.object({
  /** The provider's ID of the dispute. */
  _id: z.string(),
  status: z.enum(disputeStatuses),
  /** Whether this is only an inquiry by the bank, which a refund resolves. */
  isQuestion: z.boolean(),
  state: z.enum(evidenceStates),
  amount: z.number(),
  /** The bank's reason, as a sentence without a period. */
  reason: z.string(),
  dueBy: z.nullable(z.string()),
  statement: z.string(),
  savedAt: z.nullable(z.string()),
  submittedAt: z.nullable(z.string()),
  /** Null for drafts, and for responses made in the provider's dashboard. */
  submittedBy: z.nullable(z.enum(["teacher", "staff"])),
  /** The files of the response, in the order of their kinds. */
  files: z.array(
    z.object({
      _id: z.string(),
      kind: z.enum(evidenceFileKinds),
      name: z.string(),
      bytes: z.int(),
      /** Whether the reader's side added it, and can replace or remove it. */
      isOwn: z.boolean(),
    }),
  ),
  closedAt: z.nullable(z.string()),
  /** What we add to the statement. */
  facts: z.object({
    student: z.string(),
    course: z.object({ _id: z.string(), title: z.string() }),
    receipt: z.string(),
    paidAt: z.nullable(z.string()),
    enrolledAt: z.nullable(z.string()),
    /** The past classes of the enrollment, in order. */
    classes: z.array(
      z.object({
        _id: z.string(),
        startsAt: z.string(),
        attended: z.boolean(),
        /** When the student first opened the join link. */
        joinedAt: z.nullable(z.string()),
      }),
    ),
    /** The numbers of logged Quran lessons and of the student's messages to the course or teacher. */
    lessons: z.int(),
    messages: z.int(),
  }),
});
export type DisputeEvidence = z.output<typeof disputeEvidenceSchema>;

/** The disputes of a payment, oldest first. */
export const staffDisputesSchema = z.object({ disputes: z.array(disputeEvidenceSchema) });
export type StaffDisputes = z.output<typeof staffDisputesSchema>;
