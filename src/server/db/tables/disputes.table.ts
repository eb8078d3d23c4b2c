import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { evidenceFileKinds } from "#lib/payments/dispute-evidence.rules.ts";
import { disputeStatuses } from "#lib/payments/disputes.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { payments } from "./payments.table.ts";

/** Disputes of payments, as last reported by the payment provider. */
export const disputes = pgTable(
  "disputes",
  {
    id: id("dsp"),
    providerDisputeId: text().notNull(),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    status: text({ enum: disputeStatuses }).notNull(),
    /** Whether the dispute is only an inquiry: no money was withdrawn, and a refund resolves it. */
    isQuestion: boolean().notNull().default(false),
    amountCents: integer().notNull(),
    /** The bank's reason, in the provider's terms. */
    reason: text().notNull(),
    /** The deadline for submitting evidence. Null if none is requested. */
    dueBy: instant(),
    openedAt: instant().notNull(),
    closedAt: instant(),
    /**
     * Whether the teacher's share of a lost payment was recovered. Null unless the dispute was
     * lost.
     */
    recovery: text({ enum: ["due", "made", "refused"] }),
    /**
     * The recovered amount in cents, which is lower than the disputed amount if the account had
     * insufficient funds.
     */
    takenBackCents: integer().notNull().default(0),
    /** The ID of the recovery in the teacher's account, which reports use. */
    returnId: text(),
    /** When this data was requested from the provider. */
    askedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("disputes_provider_dispute_id").on(table.providerDisputeId),
    index("disputes_payment_id").on(table.paymentId),
    uniqueIndex("disputes_return_id").on(table.returnId),
    index("disputes_recovery_due").on(table.createdAt).where(sql`${table.recovery} = 'due'`),
  ],
);

/**
 * The response of the teacher, or of staff, to a dispute. Once it is requested, the text that is sent to the bank no
 * longer changes, so that every retry sends the same.
 */
export const disputeEvidence = pgTable("dispute_evidence", {
  disputeId: text()
    .primaryKey()
    .references(() => disputes.id, { onDelete: "cascade" }),
  statement: text().notNull(),
  savedAt: instant().notNull(),
  /** When the response was submitted. Null for drafts. */
  requestedAt: instant(),
  /** Whether staff submitted it, and not the teacher. */
  isByStaff: boolean().notNull().default(false),
  /** What is sent to the provider. Null for drafts. */
  sent: jsonb().$type<SentEvidence>(),
  /** Raised after a definitive refusal, because the provider repeats it for an idempotency key. */
  attempt: integer().notNull().default(0),
  /** When the provider accepted the response. */
  submittedAt: instant(),
});

/**
 * What staff have written for a response and not submitted. The teacher's draft stays as it is, and
 * each side sees only its own.
 */
export const disputeStaffDrafts = pgTable("dispute_staff_drafts", {
  disputeId: text()
    .primaryKey()
    .references(() => disputes.id, { onDelete: "cascade" }),
  statement: text().notNull(),
  savedAt: instant().notNull(),
});

/**
 * The files of a response. The provider has their content, and we keep only its ID. Each
 * kind is one field of the evidence, which takes one file.
 */
export const disputeFiles = pgTable(
  "dispute_files",
  {
    id: id("dfl"),
    disputeId: text()
      .notNull()
      .references(() => disputes.id, { onDelete: "cascade" }),
    kind: text({ enum: evidenceFileKinds }).notNull(),
    /** The name of the file on the device of who added it, with the ending of its format. */
    name: text().notNull(),
    bytes: integer().notNull(),
    providerFileId: text().notNull().unique(),
    /** Whether staff added it. Only the side that added a file can replace or remove it. */
    isByStaff: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("dispute_files_kind").on(table.disputeId, table.kind)],
);

/** The fields of evidence that we fill, by the provider's names. */
export type SentEvidence = Record<string, string>;
