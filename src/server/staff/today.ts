/** What needs a person today. */
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { pendingStatuses } from "#lib/cases/cases.rules.ts";
import type { StaffToday } from "#lib/staff/staff.responses.ts";
import { hasStaffRole } from "#lib/staff/staff.rules.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { cases } from "../db/tables/cases.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { disputes } from "../db/tables/disputes.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { paymentFindings } from "../db/tables/findings.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { vettings } from "../db/tables/vetting.table.ts";
import type { StaffMember } from "./staff-actor.ts";

/** The longest list of what needs attention. */
const maxListed = 20;
const dayMs = 24 * 60 * 60 * 1_000;

/** Staff see the parts that belong to their role. */
export async function findToday({ db }: Context, staff: StaffMember): Promise<StaffToday> {
  const isModerator = hasStaffRole(staff.role, ["moderator", "support"]);
  const isBookkeeper = hasStaffRole(staff.role, ["bookkeeper"]);
  const [people, money] = await Promise.all([
    isModerator ? countPeople(db) : null,
    isBookkeeper ? findMoney(db) : null,
  ]);
  return { people, money };
}

async function countPeople(db: Db): Promise<NonNullable<StaffToday["people"]>> {
  const isPending = inArray(cases.status, [...pendingStatuses]);
  const weekAgo = new Date(Date.now() - 7 * dayMs);
  return {
    pendingCases: await db.$count(cases, isPending),
    urgentCases: await db.$count(cases, and(isPending, cases.urgent)),
    newPeople: await db.$count(users, and(gt(users.createdAt, weekAgo), isNull(users.deletedAt))),
    suspended: await db.$count(users, isNotNull(users.suspendedAt)),
    hiddenCourses: await db.$count(courses, isNotNull(courses.hiddenAt)),
    submittedTeachers: await db.$count(vettings, eq(vettings.status, "submitted")),
    unverifiedTeachers: await countUnverified(db),
  };
}

/** Teachers with a published course whom nobody has verified. */
async function countUnverified(db: Db): Promise<number> {
  const published = db
    .select({ id: courses.teacherId })
    .from(courses)
    .where(eq(courses.status, "published"));
  return db.$count(
    profiles,
    and(
      eq(profiles.role, "teacher"),
      eq(profiles.verified, false),
      inArray(profiles.id, published),
    ),
  );
}

async function findMoney(db: Db): Promise<NonNullable<StaffToday["money"]>> {
  const [listedDisputes, findings, jobs] = await Promise.all([
    listDisputes(db),
    listFindings(db),
    countFailedJobs(db),
  ]);
  return { disputes: listedDisputes, findings, failedJobs: jobs };
}

async function listDisputes(db: Db) {
  const rows = await db
    .select({
      _id: disputes.id,
      amountCents: disputes.amountCents,
      dueBy: disputes.dueBy,
      course: courses.title,
      teacherId: profiles.userId,
      teacher: profiles.name,
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(and(isNull(disputes.closedAt), eq(disputes.status, "open")))
    .orderBy(asc(disputes.dueBy))
    .limit(maxListed);
  return rows.map((row) => ({ ...row, dueBy: row.dueBy?.toISOString() ?? null }));
}

async function listFindings(db: Db) {
  const rows = await db
    .select()
    .from(paymentFindings)
    .where(isNull(paymentFindings.resolvedAt))
    .orderBy(asc(paymentFindings.createdAt))
    .limit(maxListed);
  return rows.map(({ id, kind, subjectId, details, createdAt }) => ({
    _id: id,
    kind,
    subjectId,
    details,
    at: createdAt.toISOString(),
  }));
}

/** Jobs that failed after their last retry. The queue keeps them for some days. */
async function countFailedJobs(db: Db): Promise<number> {
  const { rows } = await db.execute<{ failed: number }>(
    sql`select ${count()} as failed from pgboss.job where state = 'failed'`,
  );
  return Number(rows[0]?.failed ?? 0);
}
