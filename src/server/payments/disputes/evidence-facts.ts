/**
 * Collects what our records contain about a disputed payment: attendance, lessons, messages and
 * receipt.
 */
import { and, asc, eq, gt, lte, or, type SQL, sql } from "drizzle-orm";
import type { DisputeEvidence } from "#lib/payments/dispute-evidence.responses.ts";
import { evidenceFileKinds } from "#lib/payments/dispute-evidence.rules.ts";
import { joinedInTime, wasPresent } from "../../attendance/attendance.ts";
import { isTeacherOf } from "../../course-members/membership.ts";
import type { Db } from "../../db/connection.ts";
import { users } from "../../db/tables/accounts.table.ts";
import { classes } from "../../db/tables/classes.table.ts";
import { courses } from "../../db/tables/courses.table.ts";
import {
  disputeEvidence,
  disputeFiles,
  disputeStaffDrafts,
  disputes,
} from "../../db/tables/disputes.table.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { attendances, meetings } from "../../db/tables/meetings.table.ts";
import { messages, threads } from "../../db/tables/messages.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import { recitations } from "../../db/tables/recitations.table.ts";
import { receiptNumberOf } from "../receipts/receipt-numbers.ts";

/** Which disputes someone can read: those about a teacher's courses, or those of a payment. */
export type DisputeScope = { teacherId: string } | { paymentId: string };

/** The disputes of the scope, oldest first. */
export const listDisputes = (db: Db, scope: DisputeScope, providerDisputeId?: string) =>
  db
    .select({
      dispute: disputes,
      evidence: disputeEvidence,
      staffDraft: disputeStaffDrafts,
      payment: payments,
      seat: enrollments,
      course: courses,
      student: { name: profiles.name, email: users.email },
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(profiles, eq(profiles.id, enrollments.studentId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .leftJoin(disputeEvidence, eq(disputeEvidence.disputeId, disputes.id))
    .leftJoin(disputeStaffDrafts, eq(disputeStaffDrafts.disputeId, disputes.id))
    .where(
      and(
        providerDisputeId === undefined
          ? undefined
          : eq(disputes.providerDisputeId, providerDisputeId),
        "teacherId" in scope
          ? isTeacherOf(scope.teacherId)
          : eq(disputes.paymentId, scope.paymentId),
      ),
    )
    .orderBy(asc(disputes.openedAt), asc(disputes.id));

export type OwnDispute = Awaited<ReturnType<typeof listDisputes>>[number];

export type EvidenceFile = typeof disputeFiles.$inferSelect;

/** The files of a response, in the order of their kinds. */
export async function listEvidenceFiles(db: Db, disputeId: string): Promise<EvidenceFile[]> {
  const rows = await db.select().from(disputeFiles).where(eq(disputeFiles.disputeId, disputeId));
  const order = (row: EvidenceFile) => evidenceFileKinds.indexOf(row.kind);
  return rows.toSorted((a, b) => order(a) - order(b));
}

/** A limit that no course reaches. */
const maxClasses = 400;

export async function readFacts(
  db: Db,
  { payment, seat, course, student }: OwnDispute,
): Promise<DisputeEvidence["facts"]> {
  const key = { courseId: course.id, studentId: seat.studentId };
  // Runs the queries one after the other, because a transaction has only one connection.
  const held = await listHeldClasses(db, seat);
  const lessons = await db.$count(
    recitations,
    and(eq(recitations.courseId, key.courseId), eq(recitations.studentId, key.studentId)),
  );
  const written = await countMessages(db, key, course.teacherId);
  return {
    student: student.name,
    course: { _id: course.id, title: course.title },
    receipt: receiptNumberOf(payment),
    paidAt: payment.paidAt?.toISOString() ?? null,
    enrolledAt: seat.enrolledAt?.toISOString() ?? null,
    classes: held,
    lessons,
    messages: written,
  };
}

type Seat = OwnDispute["seat"];

/** The classes that have ended while the student was enrolled. */
async function listHeldClasses(db: Db, { courseId, studentId, enrolledAt, endedAt }: Seat) {
  if (!enrolledAt) return [];
  const student: SQL = sql`${studentId}`;
  const joinedAt = sql<string | null>`(
    select min(attendance.joined_at) from ${attendances} attendance
    join ${meetings} meeting on meeting.id = attendance.meeting_id
    where meeting.class_id = ${sql`${classes.id}`} and attendance.student_id = ${student}
    and ${joinedInTime}
  )`;
  const rows = await db
    .select({
      _id: classes.id,
      startsAt: classes.startsAt,
      attended: wasPresent(sql`${classes.id}`, student),
      joinedAt,
    })
    .from(classes)
    .where(
      and(
        eq(classes.courseId, courseId),
        eq(classes.status, "scheduled"),
        gt(classes.endsAt, enrolledAt),
        lte(classes.endsAt, endedAt ?? new Date()),
      ),
    )
    .orderBy(asc(classes.startsAt), asc(classes.id))
    .limit(maxClasses);
  return rows.map((row) => ({
    ...row,
    startsAt: row.startsAt.toISOString(),
    joinedAt: row.joinedAt === null ? null : new Date(row.joinedAt).toISOString(),
  }));
}

/** The student's messages in the course's conversation and to the teacher. */
async function countMessages(
  db: Db,
  { courseId, studentId }: { courseId: string; studentId: string },
  teacherId: string,
): Promise<number> {
  const [firstId, secondId] = [studentId, teacherId].toSorted();
  const isBetween = and(eq(threads.firstId, firstId ?? ""), eq(threads.secondId, secondId ?? ""));
  const [row] = await db
    .select({ number: sql<number>`count(*)::integer` })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(and(eq(messages.authorId, studentId), or(eq(threads.courseId, courseId), isBetween)));
  return row?.number ?? 0;
}
