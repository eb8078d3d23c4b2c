/** Reads cases as they are stored. */
import { and, asc, eq } from "drizzle-orm";
import { expect } from "vitest";
import type { CaseSubjectKind } from "#lib/cases/cases.rules.ts";
import { caseEvidence, caseReports, cases } from "#server/db/tables/cases.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import type { TestApp } from "../../support/app.ts";
import type { Person } from "../../support/people.ts";
import type { StaffPerson } from "../../support/staff.ts";
import { converse } from "../messages/converse.ts";

/** The cases about a subject, oldest first, with their reports and evidence. */
export async function casesAbout({ context: { db } }: TestApp, kind: CaseSubjectKind, id: string) {
  const rows = await db
    .select()
    .from(cases)
    .where(and(eq(cases.subjectKind, kind), eq(cases.subjectId, id)))
    .orderBy(asc(cases.openedAt));
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      reports: await db
        .select()
        .from(caseReports)
        .where(eq(caseReports.caseId, row.id))
        .orderBy(asc(caseReports.createdAt)),
      evidence: (
        await db
          .select()
          .from(caseEvidence)
          .where(eq(caseEvidence.caseId, row.id))
          .orderBy(asc(caseEvidence.position))
      ).map(({ content }) => content),
    })),
  );
}

/** The only case about a subject. @throws Error if there are others or none. */
export async function caseAbout(app: TestApp, kind: CaseSubjectKind, id: string) {
  const found = await casesAbout(app, kind, id);
  const [first] = found;
  if (!first || found.length !== 1) throw new Error(`There are ${found.length} cases`);
  return first;
}

/** What members and staff do, for the tests of one file. */
export function caseActions(app: () => TestApp) {
  const { addClass } = converse(app);

  const report = async (person: Person, about: string, id: string) => {
    const body = { about, id, category: "harassment", details: "It is unkind." };
    const answer = await app().call("POST", "/api/reports", { token: person.token, body });
    expect(answer.status).toBe(201);
  };

  const staffCall = (
    { token }: StaffPerson,
    method: string,
    path: string,
    body?: Record<string, unknown>,
  ) => app().call(method, `/api/staff/cases${path}`, { token, ...(body && { body }) });

  const decide = (
    person: StaffPerson,
    { id, version }: { id: string; version: number },
    outcome: string,
    reason = "It breaks our rules.",
    suspension: { until?: string; refundStudents?: boolean } = {},
  ) => staffCall(person, "POST", `/${id}/decision`, { outcome, reason, version, ...suspension });

  const actionsAbout = (subjectId: string) =>
    app().context.db.select().from(staffActions).where(eq(staffActions.subjectId, subjectId));

  /** A case about a comment, with its author and the person who reported it. */
  async function addReportedComment() {
    const { students, courseId, teacher } = await addClass(2);
    const [author, reporter] = students as [Person, Person];
    const answer = await app().call("POST", `/api/comments/course/${courseId}`, {
      token: author.token,
      body: { content: "Rude words" },
    });
    const commentId: string = answer.body.data._id;
    await report(reporter, "comment", commentId);
    const row = await caseAbout(app(), "comment", commentId);
    const listed = async (person: Person) => {
      const path = `/api/comments/course/${courseId}`;
      return (await app().call("GET", path, { token: person.token })).body.data.comments;
    };
    return { author, reporter, teacher, commentId, courseId, row, listed };
  }

  return { report, staffCall, decide, actionsAbout, addReportedComment };
}
