/**
 * The cases in an export: what the person wrote and received, but never who reported the person.
 */
import { and, eq, isNotNull, ne } from "drizzle-orm";
import { caseNotes, caseReports, cases } from "../../db/tables/cases.table.ts";
import { staffViews } from "../../db/tables/staff.table.ts";
import { page, type ReadAfter } from "./export-page.ts";

export const caseLists: Record<string, ReadAfter> = {
  /** Decisions that restricted the person, with their appeal. */
  cases: page(cases.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        id: cases.id,
        decision: cases.decision,
        decisionReason: cases.decisionReason,
        decidedAt: cases.decidedAt,
        appealedAt: cases.appealedAt,
        appealText: cases.appealText,
      })
      .from(cases)
      .where(
        and(
          eq(cases.aboutUserId, actor.userId),
          isNotNull(cases.decision),
          ne(cases.decision, "no-action"),
          after,
        ),
      )
      .orderBy(order)
      .limit(batch),
  ),
  caseReports: page(caseReports.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        id: caseReports.id,
        caseId: caseReports.caseId,
        category: caseReports.category,
        details: caseReports.details,
        createdAt: caseReports.createdAt,
        withdrawnAt: caseReports.withdrawnAt,
      })
      .from(caseReports)
      .where(and(eq(caseReports.reporterId, actor.userId), after))
      .orderBy(order)
      .limit(batch),
  ),
  /** Emails that the person received about cases. */
  caseNotes: page(caseNotes.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        id: caseNotes.id,
        caseId: caseNotes.caseId,
        text: caseNotes.text,
        createdAt: caseNotes.createdAt,
      })
      .from(caseNotes)
      .where(and(eq(caseNotes.recipientId, actor.userId), eq(caseNotes.kind, "sent"), after))
      .orderBy(order)
      .limit(batch),
  ),
  /** When and why staff viewed the site as the person. */
  staffViews: page(staffViews.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        id: staffViews.id,
        reason: staffViews.reason,
        startedAt: staffViews.startedAt,
        endedAt: staffViews.endedAt,
      })
      .from(staffViews)
      .where(and(eq(staffViews.userId, actor.userId), after))
      .orderBy(order)
      .limit(batch),
  ),
};
