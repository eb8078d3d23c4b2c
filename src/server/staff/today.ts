/** What requires staff to act today. */
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull } from "drizzle-orm";
import { pendingStatuses } from "#lib/cases/cases.rules.ts";
import { describePayoutFailure } from "#lib/payments/payout-failures.ts";
import { lostShareOf, shareOf } from "#lib/payments/shares.ts";
import type { StaffToday } from "#lib/staff/staff.responses.ts";
import { hasStaffRole } from "#lib/staff/staff.rules.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { accountPayouts } from "../db/tables/balance.table.ts";
import { cases } from "../db/tables/cases.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { disputes } from "../db/tables/disputes.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { paymentFindings } from "../db/tables/findings.table.ts";
import { paymentAccounts, payments } from "../db/tables/payments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { planInvoices, planSubscriptions } from "../db/tables/plans.table.ts";
import { refunds } from "../db/tables/refunds.table.ts";
import { vettings } from "../db/tables/vetting.table.ts";
import { seenBy } from "./case-deciders.ts";
import { listFailedJobs } from "./failed-jobs.ts";
import { listSanctionedAccounts } from "./sanctioned-accounts.ts";
import { countRecoveryCodes } from "./second-factor/recovery-codes.ts";
import type { StaffMember } from "./staff-actor.ts";

/** The maximum number of rows in a list on Today. */
const maxListed = 20;
const dayMs = 24 * 60 * 60 * 1_000;

/** Staff see the parts that belong to their role. */
export async function findToday({ db, config }: Context, staff: StaffMember): Promise<StaffToday> {
  const isModerator = hasStaffRole(staff.role, ["moderator", "support"]);
  const isBookkeeper = hasStaffRole(staff.role, ["bookkeeper"]);
  const [recoveryCodesLeft, sanctioned, people, money] = await Promise.all([
    countRecoveryCodes(db, staff.userId),
    findSanctioned(db, config.stripe.country),
    isModerator ? countPeople(db, staff) : null,
    isBookkeeper ? findMoney(db, staff) : null,
  ]);
  return { recoveryCodesLeft, sanctioned, people, money };
}

async function findSanctioned(db: Db, platformCountry: string): Promise<StaffToday["sanctioned"]> {
  const accounts = await listSanctionedAccounts(db, platformCountry);
  return {
    total: accounts.length,
    accounts: accounts.slice(0, maxListed).map(({ country, suspendedUntil, ...account }) => ({
      ...account,
      country: country ?? platformCountry,
      suspendedUntil: suspendedUntil?.toISOString() ?? null,
    })),
  };
}

async function countPeople(db: Db, staff: StaffMember): Promise<NonNullable<StaffToday["people"]>> {
  const isPending = and(inArray(cases.status, [...pendingStatuses]), seenBy(db, staff));
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

async function findMoney(db: Db, { role }: StaffMember): Promise<NonNullable<StaffToday["money"]>> {
  const [listedDisputes, planDisputes, findings, failedPayouts, lostShares, jobs] =
    await Promise.all([
      listDisputes(db),
      listPlanDisputes(db),
      listFindings(db),
      listFailedPayouts(db),
      listLostShares(db),
      listFailedJobs(db),
    ]);
  return {
    disputes: listedDisputes,
    planDisputes,
    findings,
    failedPayouts,
    lostShares,
    failedJobs: { ...jobs, mayRetry: role === "owner" },
  };
}

async function listDisputes(db: Db) {
  const rows = await db
    .select({
      _id: disputes.id,
      paymentId: disputes.paymentId,
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

/** Disputed payments for the plan, to which only staff can respond. */
async function listPlanDisputes(db: Db) {
  const rows = await db
    .select({
      _id: planInvoices.id,
      userId: users.id,
      person: users.name,
      amountCents: planInvoices.amountCents,
      dueBy: planInvoices.respondBy,
    })
    .from(planInvoices)
    .innerJoin(planSubscriptions, eq(planSubscriptions.id, planInvoices.subscriptionId))
    .innerJoin(users, eq(users.id, planSubscriptions.userId))
    .where(eq(planInvoices.needsResponse, true))
    .orderBy(asc(planInvoices.respondBy))
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

/** Stripe retries none of them: the teacher has to correct the bank account. */
async function listFailedPayouts(db: Db) {
  const rows = await db
    .select({ payout: accountPayouts, teacherId: profiles.userId, teacher: profiles.name })
    .from(accountPayouts)
    .leftJoin(
      paymentAccounts,
      eq(paymentAccounts.providerAccountId, accountPayouts.providerAccountId),
    )
    .leftJoin(profiles, eq(profiles.id, paymentAccounts.teacherId))
    .where(and(eq(accountPayouts.status, "failed"), gt(accountPayouts.createdAt, monthAgo())))
    .orderBy(desc(accountPayouts.createdAt))
    .limit(maxListed);
  return rows.map(({ payout, teacherId, teacher }) => ({
    _id: payout.id,
    amountCents: payout.amountCents,
    currency: payout.currency,
    failure: describePayoutFailure(payout.failure),
    teacherId,
    teacher,
    at: payout.createdAt.toISOString(),
  }));
}

/**
 * Refunds and lost disputes whose transfer could not be reversed, because the teacher's account is gone
 * or empty. The platform has paid for them.
 */
async function listLostShares(db: Db) {
  const lost = await db
    .select({
      payment: payments,
      dispute: disputes,
      at: disputes.closedAt,
      ...courseAndTeacher,
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(and(eq(disputes.recovery, "refused"), gt(disputes.closedAt, monthAgo())))
    .limit(maxListed);
  const refunded = await db
    .select({
      payment: payments,
      refundCents: refunds.amountCents,
      at: refunds.madeAt,
      ...courseAndTeacher,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(
      and(
        eq(refunds.status, "made"),
        eq(refunds.isPlatforms, true),
        eq(refunds.teacherKeepsShare, false),
        isNotNull(payments.destinationAccountId),
        gt(refunds.madeAt, monthAgo()),
      ),
    )
    .limit(maxListed);
  return [
    ...lost.map(({ payment, dispute, ...row }) => ({
      ...row,
      paymentId: payment.id,
      amountCents: lostShareOf(payment, dispute),
    })),
    ...refunded.map(({ payment, refundCents, ...row }) => ({
      ...row,
      paymentId: payment.id,
      amountCents: shareOf(payment, refundCents),
    })),
  ]
    .map((row) => ({ ...row, at: (row.at ?? new Date()).toISOString() }))
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, maxListed);
}

const courseAndTeacher = { course: courses.title, teacher: profiles.name };
const monthAgo = (): Date => new Date(Date.now() - 30 * dayMs);
