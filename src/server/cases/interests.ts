/** Who has an interest in a case, besides the person whom it is about. */
import { and, eq, exists, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { comments } from "../db/tables/comments.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { messages, threads } from "../db/tables/messages.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { reviews } from "../db/tables/reviews.table.ts";
import { hasConfirmedGuardian } from "../guardians/guardian.ts";
import type { CaseSubject } from "./subjects.ts";

/**
 * The accounts of the student and the teacher of a payment, of the teacher whose course has a comment,
 * review or conversation, of the teacher who is reviewed, and of both people in a conversation. Cases of
 * other kinds are about the people who have an interest in them. The confirmed guardians of all these
 * people have the same interest, if they have accounts.
 * @param aboutUserId whom the case is about, for the guardian.
 */
export async function findInterested(
  db: Db,
  subject: CaseSubject,
  aboutUserId: string | null = null,
): Promise<string[]> {
  const own = await findParties(db, subject);
  const guardians = await findGuardians(db, [...own, aboutUserId]);
  return [...new Set([...own, ...guardians])].sort();
}

/**
 * The accounts of everyone who has an interest in a case now, including the person whom it is about and
 * guardians who were confirmed after the case was opened.
 */
export async function listInterested(
  db: Db,
  { aboutUserId, interestedIds }: { aboutUserId: string | null; interestedIds: readonly string[] },
): Promise<string[]> {
  const stored = [aboutUserId, ...interestedIds].filter((id) => id !== null);
  return [...stored, ...(await findGuardians(db, stored))];
}

async function findParties(db: Db, { kind, id }: CaseSubject): Promise<string[]> {
  if (kind === "payment") return listAccounts(db, partiesOf(db, id));
  if (kind === "comment") return listAccounts(db, teacherOfComment(db, id));
  if (kind === "message") return listAccounts(db, ownersOfConversation(db, id));
  if (kind === "review") return listAccounts(db, reviewedTeacher(db, id));
  return [];
}

/** The accounts with the addresses of people's confirmed guardians. Addresses of accounts are verified. */
export async function findGuardians(db: Db, people: readonly (string | null)[]): Promise<string[]> {
  const userIds = people.filter((id) => id !== null);
  if (userIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ userId: users.id })
    .from(profiles)
    .innerJoin(users, hasConfirmedGuardian(users.email))
    .where(inArray(profiles.userId, userIds));
  return rows.map(({ userId }) => userId);
}

async function listAccounts(db: Db, isInterested: SQL): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: profiles.userId })
    .from(profiles)
    .where(isInterested);
  return rows.map(({ userId }) => userId);
}

function partiesOf(db: Db, paymentId: string): SQL {
  const paid = db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(
      and(
        eq(payments.id, paymentId),
        or(eq(profiles.id, enrollments.studentId), eq(profiles.id, courses.teacherId)),
      ),
    );
  return exists(paid);
}

function teacherOfComment(db: Db, commentId: string): SQL {
  const teacher = db
    .select({ teacherId: courses.teacherId })
    .from(comments)
    .innerJoin(courses, eq(courses.id, comments.courseId))
    .where(eq(comments.id, commentId));
  return inArray(profiles.id, teacher);
}

/** The two people of a conversation, or the teacher of the course that it belongs to. */
function ownersOfConversation(db: Db, messageId: string): SQL {
  const inConversation = db
    .select({ id: threads.id })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .leftJoin(courses, eq(courses.id, threads.courseId))
    .where(
      and(
        eq(messages.id, messageId),
        or(
          eq(profiles.id, threads.firstId),
          eq(profiles.id, threads.secondId),
          eq(profiles.id, courses.teacherId),
        ),
      ),
    );
  return exists(inConversation);
}

function reviewedTeacher(db: Db, reviewId: string): SQL {
  const isReviewedCourse = and(
    eq(reviews.resourceType, "course"),
    eq(courses.id, reviews.resourceId),
  );
  const teacher = db
    // Reviews of the app have the app's own ID.
    .select({ teacherId: sql<string>`coalesce(${courses.teacherId}, ${reviews.resourceId})` })
    .from(reviews)
    .leftJoin(courses, isReviewedCourse)
    .where(eq(reviews.id, reviewId));
  return inArray(profiles.id, teacher);
}
