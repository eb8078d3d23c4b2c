import { desc, eq, sql } from "drizzle-orm";
import type { DisputeView } from "#lib/earnings/earnings.responses.ts";
import { describeDisputeReason } from "#lib/payments/dispute-texts.ts";
import { toDollars } from "#lib/payments/money.ts";
import { type Actor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import { isEnrolled, isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { disputeEvidence, disputes } from "../db/tables/disputes.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { shareOf } from "../payments/shares.ts";

const most = 50;

/** What the bank can still take back, in cents. */
const amountAtRisk = sql`least(
  ${disputes.amountCents}, ${payments.amountCents} - ${payments.refundedCents}
)`;

/**
 * What the teacher loses if the bank decides for the student: the disputed amount, less what was
 * refunded and the platform's share. 0 until the bank has taken money.
 */
const shareAtRisk = sql<number>`(
  case when ${disputes.status} in ('open', 'review') and not ${disputes.isQuestion}
    then ${shareOf(payments, amountAtRisk)}
    else 0
  end
)::integer`;

/** Disputes about a teacher's courses. Those that need a response come first, then the newest. */
export async function listOwnDisputes(db: Db, teacherId: string): Promise<DisputeView[]> {
  const rows = await db
    .select({
      dispute: disputes,
      course: { _id: courses.id, title: courses.title },
      student: { _id: profiles.id, name: profiles.name },
      isEnrolled: sql<boolean>`${isEnrolled}`,
      submittedAt: disputeEvidence.submittedAt,
      atRiskCents: shareAtRisk,
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(profiles, eq(profiles.id, enrollments.studentId))
    .leftJoin(disputeEvidence, eq(disputeEvidence.disputeId, disputes.id))
    .where(isTeacherOf(teacherId))
    .orderBy(sql`${disputes.status} = 'open' desc`, desc(disputes.openedAt))
    .limit(most);
  return rows.map(({ dispute, course, student, ...flags }) => ({
    _id: dispute.providerDisputeId,
    status: dispute.status,
    amount: toDollars(dispute.amountCents),
    reason: describeDisputeReason(dispute.reason),
    dueBy: dispute.dueBy?.toISOString() ?? null,
    openedAt: dispute.openedAt.toISOString(),
    closedAt: dispute.closedAt?.toISOString() ?? null,
    course,
    student,
    isEnrolled: flags.isEnrolled,
    isQuestion: dispute.isQuestion,
    submittedAt: flags.submittedAt?.toISOString() ?? null,
    atRisk: toDollars(flags.atRiskCents),
  }));
}

/**
 * The disputes about the actor's courses that need a response, until the deadline. Staff who view the
 * site as the teacher don't see them, like earnings.
 */
export async function listOpenDisputes(
  { db }: Pick<Context, "db">,
  actor: Actor,
): Promise<DisputeView[]> {
  if (actor.view !== undefined) return [];
  const own = await listOwnDisputes(db, requireProfile(actor).profile.id);
  const now = Date.now();
  return own.filter(
    ({ status, dueBy }) => status === "open" && (!dueBy || Date.parse(dueBy) > now),
  );
}
