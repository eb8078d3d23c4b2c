/** One case with everything that staff need for a decision. */
import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { CaseDetail, CaseNote, CaseReport } from "#lib/cases/cases.responses.ts";
import { compareDecisions, isPending, listOutcomes } from "#lib/cases/cases.rules.ts";
import { hasStaffRole } from "#lib/staff/staff.rules.ts";
import type { CaseRow } from "../cases/open-case.ts";
import type { Context } from "../context.ts";
import { countAffected } from "../course-members/affected-students.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { caseNotes, caseReports, cases } from "../db/tables/cases.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { findPaymentState } from "../payments/payment-page/payment-page.ts";
import { deciders, seenBy } from "../staff/case-deciders.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { findLatestAction } from "../staff/staff-log.ts";
import { findListedCase } from "./case-list.ts";
import { showEvidence } from "./evidence-files.ts";
import { findLeftToOthers } from "./impartial.ts";
import { caseNotFound } from "./lock-case.ts";
import { readEvidence } from "./outcomes.ts";

/** @throws AppError `not_found`, including for a case about the member of staff. */
export async function findCase(
  { db }: Context,
  staff: StaffMember,
  caseId: string,
): Promise<CaseDetail> {
  const decider = alias(users, "decider");
  const concerned = alias(users, "concerned");
  const [found] = await db
    .select({
      row: cases,
      by: decider.name,
      teacherId: profiles.id,
      suspendedAt: concerned.suspendedAt,
      suspendedUntil: concerned.suspendedUntil,
    })
    .from(cases)
    .leftJoin(concerned, eq(concerned.id, cases.aboutUserId))
    .leftJoin(decider, eq(decider.id, cases.decidedById))
    .leftJoin(profiles, and(eq(profiles.userId, cases.aboutUserId), eq(profiles.role, "teacher")))
    .where(and(eq(cases.id, caseId), seenBy(db, staff)));
  const listed = await findListedCase(db, caseId);
  if (!found || !listed) throw caseNotFound();
  const { row, by, teacherId, suspendedAt, suspendedUntil } = found;
  const { decision, decisionReason, decidedAt, appealedAt, appealText } = row;
  const left = await findLeftToOthers(db, staff, row);
  const mayDecide =
    isPending(row.status) &&
    hasStaffRole(staff.role, deciders) &&
    !left.isOwnDecision &&
    !left.leavesDecision;
  const payment =
    row.subjectKind === "payment" ? ((await findPaymentState(db, row.subjectId)) ?? null) : null;
  const outcomes = listOutcomes(row.subjectKind).filter(
    (outcome) => outcome !== "refund" || payment?.refundableCents !== 0,
  );
  return {
    ...listed,
    subjectId: row.subjectId,
    version: row.version,
    latestAction: await findLatestAction(db, staff, row.aboutUserId),
    reportList: await readReports(db, caseId),
    evidence: showEvidence(caseId, await readEvidence(db, caseId)),
    payment,
    notes: await readNotes(db, row),
    outcomes: mayDecide ? outcomes : [],
    affected: teacherId === null ? null : await countAffected(db, teacherId),
    ...left,
    decision:
      decision && decidedAt
        ? {
            outcome: decision,
            reason: decisionReason,
            at: decidedAt.toISOString(),
            by,
            until:
              suspendedAt?.getTime() === decidedAt.getTime()
                ? (suspendedUntil?.toISOString() ?? null)
                : null,
          }
        : null,
    appeal: appealedAt
      ? {
          text: appealText ?? "",
          at: appealedAt.toISOString(),
          isDecided: row.appealDecidedAt !== null,
        }
      : null,
  };
}

async function readReports(db: Db, caseId: string): Promise<CaseReport[]> {
  const rows = await db
    .select({ report: caseReports, name: users.name, email: users.email })
    .from(caseReports)
    .leftJoin(users, eq(users.id, caseReports.reporterId))
    .where(eq(caseReports.caseId, caseId))
    .orderBy(caseReports.createdAt, caseReports.id);
  return rows.map(({ report, name, email }) => ({
    _id: report.id,
    reporter: report.reporter,
    name: report.name ?? name,
    email: report.email ?? email,
    category: report.category,
    details: report.details,
    at: report.createdAt.toISOString(),
    isWithdrawn: report.withdrawnAt !== null,
  }));
}

async function readNotes(db: Db, { id, appealDecidedAt }: CaseRow): Promise<CaseNote[]> {
  const rows = await db
    .select({ note: caseNotes, author: users.name })
    .from(caseNotes)
    .leftJoin(users, eq(users.id, caseNotes.authorId))
    .where(eq(caseNotes.caseId, id))
    .orderBy(caseNotes.createdAt, caseNotes.id);
  // The end of a suspension can be moved at any time, which is a decision in the history as well.
  const decisions = rows.map(({ note }) => note).filter(({ kind }) => kind === "decided");
  const ofAppeal = decisions.find(
    ({ createdAt }) => appealDecidedAt !== null && createdAt >= appealDecidedAt,
  );
  const before = decisions[0]?.outcome;
  const result = before && ofAppeal?.outcome ? compareDecisions(before, ofAppeal.outcome) : null;
  return rows.map(({ note, author }) => ({
    _id: note.id,
    kind: note.kind,
    author,
    recipient: note.recipient,
    text: note.text,
    outcome: note.outcome,
    until: note.until?.toISOString() ?? null,
    refundsStudents: note.refundsStudents,
    appeal: note === ofAppeal ? result : null,
    at: note.createdAt.toISOString(),
  }));
}
