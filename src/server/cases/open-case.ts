/** Opens cases. Further reports of the same subject are added to its case until staff decide it. */
import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { FrozenEvidence } from "#lib/cases/case-evidence.responses.ts";
import {
  type CaseKind,
  isUrgentCategory,
  pendingStatuses,
  type ReportCategory,
} from "#lib/cases/cases.rules.ts";
import { defaultLanguage, type Language } from "#lib/languages.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { caseEvidence, caseReports, cases } from "../db/tables/cases.table.ts";
import { addDecisionNote, type NotedDecision } from "./decision-note.ts";
import { findInterested } from "./interests.ts";
import { type CaseSubject, copySubject } from "./subjects.ts";
import { alertOnCall } from "./urgent.ts";

export type Reporter =
  | { kind: "member"; userId: string }
  | {
      kind: "guardian" | "visitor";
      email: string;
      name: string | null;
      language: Language;
      /** The account of a visitor who is logged in. Nobody has verified the address. */
      userId?: string | undefined;
    }
  | { kind: "system" };

export interface NewReport {
  subject: CaseSubject;
  category: ReportCategory | null;
  details: string;
  reporter: Reporter;
}

export type CaseRow = typeof cases.$inferSelect;

export interface OpenedCase {
  caseId: string;
  /** Whether the report opened the case. */
  isNew: boolean;
  aboutUserId: string | null;
  interestedIds: string[];
}

/** The unappealed case about the subject that staff haven't decided yet. */
export const isPendingAbout = ({ kind, id }: CaseSubject) =>
  and(
    eq(cases.subjectKind, kind),
    eq(cases.subjectId, id),
    inArray(cases.status, [...pendingStatuses]),
    isNull(cases.appealedAt),
  );

/**
 * Adds a report to the pending case about its subject, or opens one and copies the subject into it.
 * Call this in the transaction that stores the report. Repeating a report changes nothing.
 * @returns undefined if the subject doesn't exist.
 */
export async function openCase(
  context: Context,
  tx: Db,
  report: NewReport,
): Promise<OpenedCase | undefined> {
  const inserted = await insertCase(tx, report);
  if (inserted === "missing") return undefined;
  const { row, isNew } = inserted;
  const { aboutUserId, interestedIds } = row;
  const opened = { caseId: row.id, isNew, aboutUserId, interestedIds };
  const isAlerted = await hasJustAlerted(tx, row.id, report.reporter);
  const isAdded = await addReport(tx, row.id, report);
  if (!isAdded) return opened;
  const isUrgent = isUrgentCategory(report.category);
  if (!isNew) {
    const now = new Date();
    await tx
      .update(cases)
      .set({
        version: sql`${cases.version} + 1`,
        changedAt: now,
        // Reopens a case that waits for an answer, so that staff see the new report.
        status: "open",
        ...(isUrgent && { urgent: true, kind: "safety" as const }),
      })
      .where(eq(cases.id, row.id));
  }
  if (isUrgent && !isAlerted) {
    const isByVisitor = report.reporter.kind === "visitor";
    const isFirst = isNew || !row.urgent;
    await alertOnCall(context, tx, row, { ...report, isByVisitor, isFirst });
  }
  return opened;
}

function kindOf({ subject, category }: NewReport): CaseKind {
  if (isUrgentCategory(category)) return "safety";
  if (subject.kind === "payment") return "refund";
  return subject.kind === "contact" ? "contact" : "report";
}

/** Within this time, further urgent reports of one person in one case alert nobody again. */
const alertAgainMs = 10 * 60 * 1_000;

/** How often to retry if staff decide between the two statements. */
const maxTries = 3;

async function insertCase(
  tx: Db,
  report: NewReport,
): Promise<{ row: CaseRow; isNew: boolean } | "missing"> {
  const { subject } = report;
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const [pending] = await tx.select().from(cases).where(isPendingAbout(subject)).for("update");
    if (pending) return { row: pending, isNew: false };
    const copied = await copySubject(tx, subject);
    if (!copied) return "missing";
    const { evidence, ...about } = copied;
    const [row] = await tx
      .insert(cases)
      .values({
        kind: kindOf(report),
        subjectKind: subject.kind,
        subjectId: subject.id,
        urgent: isUrgentCategory(report.category),
        interestedIds: await findInterested(tx, subject, about.aboutUserId),
        ...about,
      })
      // Without a target, because the unique index is a partial one.
      .onConflictDoNothing()
      .returning();
    if (!row) continue;
    await freezeEvidence(tx, row.id, evidence);
    return { row, isNew: true };
  }
  throw new Error(`The case about ${subject.kind} ${subject.id} could not be opened`);
}

/** Adds a copy of what came with a report. The case must be locked. */
export async function addEvidence(tx: Db, caseId: string, content: FrozenEvidence): Promise<void> {
  const position = await tx.$count(caseEvidence, eq(caseEvidence.caseId, caseId));
  await tx.insert(caseEvidence).values({ caseId, position, content });
}

async function freezeEvidence(tx: Db, caseId: string, evidence: FrozenEvidence[]): Promise<void> {
  if (evidence.length === 0) return;
  await tx
    .insert(caseEvidence)
    .values(evidence.map((content, position) => ({ caseId, position, content })));
}

/**
 * Opens a case that staff decide at once, without a report. A pending case about the same subject
 * stays separate, because it contains reports that staff may not have read.
 * @param decision `staffId` is null for commands.
 * @returns undefined if the subject doesn't exist.
 */
export async function openStaffCase(
  tx: Db,
  { kind, id }: CaseSubject,
  decision: NotedDecision & { at: Date },
): Promise<CaseRow | undefined> {
  const copied = await copySubject(tx, { kind, id });
  if (!copied) return undefined;
  const { evidence, ...about } = copied;
  const { outcome, reason, staffId, at } = decision;
  const [row] = await tx
    .insert(cases)
    .values({
      kind: "staff",
      subjectKind: kind,
      subjectId: id,
      status: "decided",
      decision: outcome,
      decisionReason: reason,
      decidedAt: at,
      decidedById: staffId,
      interestedIds: await findInterested(tx, { kind, id }, about.aboutUserId),
      ...about,
    })
    .returning();
  if (!row) throw new Error(`The case about ${kind} ${id} could not be opened`);
  await freezeEvidence(tx, row.id, evidence);
  await addDecisionNote(tx, row.id, decision);
  return row;
}

/** @returns whether the report is new. The case must be locked. */
async function addReport(
  tx: Db,
  caseId: string,
  { reporter, category, details }: NewReport,
): Promise<boolean> {
  const values = { caseId, category, details, ...(await describeReporter(tx, reporter)) };
  const earlier = await tx
    .select()
    .from(caseReports)
    .where(and(eq(caseReports.caseId, caseId), isBy(reporter)));
  const same =
    earlier.find((each) => each.details === details && each.category === category) ??
    // A review is reported with one click, and can be described afterward.
    earlier.find((each) => each.details === "" && each.category === null);
  if (!same) {
    await tx.insert(caseReports).values(values);
    return true;
  }
  const isKnown = same.details === details && same.category === category;
  if (isKnown && same.withdrawnAt === null) return false;
  await tx
    .update(caseReports)
    .set({ details, category, withdrawnAt: null })
    .where(eq(caseReports.id, same.id));
  return true;
}

/**
 * Whether the same person's urgent report in this case has just been sent to on-call staff. Nobody
 * else's report counts, because a stranger could then keep a real concern from them. Visitors name
 * any address they like, and `alertOnCall` combines their reports.
 */
async function hasJustAlerted(tx: Db, caseId: string, reporter: Reporter): Promise<boolean> {
  if (reporter.kind === "visitor") return false;
  const earlier = await tx
    .select({ category: caseReports.category })
    .from(caseReports)
    .where(
      and(
        eq(caseReports.caseId, caseId),
        isBy(reporter),
        gt(caseReports.createdAt, new Date(Date.now() - alertAgainMs)),
      ),
    );
  return earlier.some(({ category }) => isUrgentCategory(category));
}

function isBy(reporter: Reporter) {
  const isKind = eq(caseReports.reporter, reporter.kind);
  if (reporter.kind === "system") return isKind;
  const isAccount = reporter.userId
    ? eq(caseReports.reporterId, reporter.userId)
    : isNull(caseReports.reporterId);
  if (reporter.kind === "member") return and(isKind, isAccount);
  return and(isKind, isAccount, eq(caseReports.email, reporter.email));
}

async function describeReporter(tx: Db, reporter: Reporter) {
  if (reporter.kind === "system") {
    return { reporter: reporter.kind, language: defaultLanguage as Language };
  }
  if (reporter.kind !== "member") {
    const { kind, email, name, language, userId: reporterId } = reporter;
    return { reporter: kind, reporterId, email, name, language };
  }
  const { userId } = reporter;
  const [user] = await tx
    .select({ language: users.language })
    .from(users)
    .where(eq(users.id, userId));
  return {
    reporter: reporter.kind,
    reporterId: userId,
    language: user?.language ?? (defaultLanguage as Language),
  };
}

/**
 * Withdraws a member's reports of a subject. Closes the case if no reports are left and nobody is
 * working on it.
 */
export async function withdrawReport(tx: Db, subject: CaseSubject, userId: string): Promise<void> {
  const [row] = await tx.select().from(cases).where(isPendingAbout(subject)).for("update");
  if (!row) return;
  const now = new Date();
  const active = and(eq(caseReports.caseId, row.id), isNull(caseReports.withdrawnAt));
  await tx
    .update(caseReports)
    .set({ withdrawnAt: now })
    .where(and(active, isBy({ kind: "member", userId })));
  const isAbandoned = row.assigneeId === null && (await tx.$count(caseReports, active)) === 0;
  await tx
    .update(cases)
    .set({
      version: sql`${cases.version} + 1`,
      changedAt: now,
      ...(isAbandoned && { status: "closed" as const, closedAt: now }),
    })
    .where(eq(cases.id, row.id));
}
