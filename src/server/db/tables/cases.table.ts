import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { FrozenEvidence } from "#lib/cases/case-evidence.responses.ts";
import {
  caseKinds,
  caseNoteKinds,
  caseOutcomes,
  caseReporters,
  caseStatuses,
  caseSubjects,
  reportCategories,
} from "#lib/cases/cases.rules.ts";
import { languages } from "#lib/languages.ts";
import { createdAt, instant } from "../columns.ts";
import { id } from "../id.ts";
import { users } from "./accounts.table.ts";

/**
 * What people reported or wrote to staff, one row for each subject until staff have decided. A
 * case's evidence is a copy, so it doesn't depend on rows that people can delete.
 */
export const cases = pgTable(
  "cases",
  {
    id: id("case"),
    kind: text({ enum: caseKinds }).notNull(),
    subjectKind: text({ enum: caseSubjects }).notNull(),
    /** The ID of the reported row, which may be deleted in the meantime. */
    subjectId: text().notNull(),
    /** Names the subject in lists: a title, a name, or the beginning of a text. */
    title: text().notNull(),
    /** Whom the case is about. */
    aboutUserId: text().references(() => users.id),
    /**
     * The accounts of others who have an interest in the case, such as the teacher of a payment. Staff
     * among them don't see it.
     */
    interestedIds: text().array().notNull().default(sql`'{}'`),
    status: text({ enum: caseStatuses }).notNull().default("open"),
    urgent: boolean().notNull().default(false),
    assigneeId: text().references(() => users.id),
    /**
     * Increases with each change that a decision depends on, so that staff can't decide about
     * something that they haven't read.
     */
    version: integer().notNull().default(1),
    openedAt: createdAt(),
    /** When anything last happened. */
    changedAt: createdAt(),
    decision: text({ enum: caseOutcomes }),
    decisionReason: text(),
    decidedAt: instant(),
    decidedById: text().references(() => users.id),
    /** When the person concerned appealed. A case can be appealed once. */
    appealedAt: instant(),
    appealText: text(),
    /** When the appeal was decided. */
    appealDecidedAt: instant(),
    closedAt: instant(),
  },
  (table) => [
    // An appealed case stays separate from later reports of the same subject.
    uniqueIndex("cases_pending_subject")
      .on(table.subjectKind, table.subjectId)
      .where(sql`${table.status} in ('open', 'waiting') and ${table.appealedAt} is null`),
    index("cases_status").on(table.status, table.urgent, table.openedAt),
    index("cases_about_user_id").on(table.aboutUserId),
    index("cases_assignee_id").on(table.assigneeId),
    index("cases_decided_by_id").on(table.decidedById),
  ],
);

/** Who reported the subject of a case, and why. */
export const caseReports = pgTable(
  "case_reports",
  {
    id: id("rpt"),
    caseId: text()
      .notNull()
      .references(() => cases.id, { onDelete: "cascade" }),
    reporter: text({ enum: caseReporters }).notNull(),
    /** The account of a member, or of a visitor who was logged in. */
    reporterId: text().references(() => users.id),
    /** The address of a guardian, or the one that a visitor entered. */
    email: text(),
    name: text(),
    language: text({ enum: languages }).notNull(),
    category: text({ enum: reportCategories }),
    details: text().notNull(),
    createdAt: createdAt(),
    withdrawnAt: instant(),
  },
  (table) => [
    index("case_reports_case_id").on(table.caseId),
    index("case_reports_reporter_id").on(table.reporterId),
    index("case_reports_email").on(table.email),
  ],
);

/** A case's history: what happened, internal notes and emails. */
export const caseNotes = pgTable(
  "case_notes",
  {
    id: id("cnt"),
    caseId: text()
      .notNull()
      .references(() => cases.id, { onDelete: "cascade" }),
    kind: text({ enum: caseNoteKinds }).notNull(),
    /** The member of staff; null for what others did, and for automatic emails. */
    authorId: text().references(() => users.id),
    text: text().notNull().default(""),
    /** Whom an email was sent to: those who reported, or the person concerned. */
    recipient: text({ enum: ["reporter", "person"] }),
    /** The account that the email was sent to, for its owner's export. */
    recipientId: text().references(() => users.id),
    /** Of notes and emails by staff: the ID of the request, which a retry repeats. */
    requestId: text(),
    /** Of decisions: what was decided. */
    outcome: text({ enum: caseOutcomes }),
    /** Of suspensions: when it ends. */
    until: instant(),
    /** Of suspensions of teachers: whether their students got refunds. */
    refundsStudents: boolean(),
    createdAt: createdAt(),
  },
  (table) => [
    index("case_notes_case_id").on(table.caseId, table.createdAt),
    index("case_notes_author_id").on(table.authorId),
    index("case_notes_recipient_id").on(table.recipientId),
  ],
);

/** Copies of what was reported. A trigger rejects every update. */
export const caseEvidence = pgTable(
  "case_evidence",
  {
    id: id("evd"),
    caseId: text()
      .notNull()
      .references(() => cases.id, { onDelete: "cascade" }),
    /** The order in which the copies are shown. */
    position: integer().notNull(),
    content: jsonb().$type<FrozenEvidence>().notNull(),
    frozenAt: createdAt(),
  },
  (table) => [uniqueIndex("case_evidence_position").on(table.caseId, table.position)],
);
