/** Copies what a case is about, in the transaction that opens the case. */
import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { FrozenEvidence } from "#lib/cases/case-evidence.responses.ts";
import type { CaseSubjectKind } from "#lib/cases/cases.rules.ts";
import { recordingPath } from "#lib/introductions/introductions.rules.ts";
import { excerpt } from "#lib/text/excerpt.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { classes } from "../db/tables/classes.table.ts";
import { comments } from "../db/tables/comments.table.ts";
import { contactMessages } from "../db/tables/contact.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { introductions } from "../db/tables/introductions.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { reviews } from "../db/tables/reviews.table.ts";
import { keepFiles } from "../media/held-files.ts";
import { readCredentials } from "../vetting/credentials.ts";
import { copyMessages } from "./message-evidence.ts";

export interface CaseSubject {
  kind: CaseSubjectKind;
  id: string;
}

export interface CopiedSubject {
  /** Names the subject in lists. */
  title: string;
  aboutUserId: string | null;
  evidence: FrozenEvidence[];
}

/** The maximum length of a subject's title, for subjects that are named by their text. */
const maxTitle = 100;

const titleOf = (text: string): string => excerpt(text, maxTitle);

/** The fields that contain text, with a line for each entry of a list. */
function listTexts(fields: Record<string, string | readonly string[] | null>) {
  return Object.entries(fields)
    .map(([field, value]) => ({ field, text: [value ?? []].flat().join("\n") }))
    .filter(({ text }) => text !== "");
}

/** Undefined if the subject doesn't exist. */
type Copy = (tx: Db, id: string) => Promise<CopiedSubject | undefined>;

const copiers: Record<CaseSubjectKind, Copy> = {
  async message(tx, id) {
    const copied = await copyMessages(tx, id);
    const reported = copied?.evidence.find(({ isReported }) => isReported);
    if (!copied || !reported) return undefined;
    const { authorUserId, evidence } = copied;
    return { title: titleOf(reported.text), aboutUserId: authorUserId, evidence };
  },

  async review(tx, id) {
    const [row] = await tx
      .select({ review: reviews, authorName: users.name })
      .from(reviews)
      .innerJoin(users, eq(users.id, reviews.authorId))
      .where(eq(reviews.id, id));
    if (!row) return undefined;
    const { review, authorName } = row;
    return {
      title: titleOf(review.content),
      aboutUserId: review.authorId,
      evidence: [
        {
          kind: "review",
          id,
          authorId: review.authorId,
          authorName,
          rating: review.rating,
          text: review.content,
          writtenAt: (review.updatedAt ?? review.createdAt).toISOString(),
          resourceType: review.resourceType,
          resourceId: review.resourceId,
          wasHidden: review.hiddenAt !== null,
        },
      ],
    };
  },

  async comment(tx, id) {
    const [row] = await tx
      .select({ comment: comments, author: profiles, courseTitle: courses.title })
      .from(comments)
      .innerJoin(profiles, eq(profiles.id, comments.authorId))
      .innerJoin(courses, eq(courses.id, comments.courseId))
      .where(eq(comments.id, id));
    if (!row) return undefined;
    const { comment, author, courseTitle } = row;
    return {
      title: titleOf(comment.content),
      aboutUserId: author.userId,
      evidence: [
        {
          kind: "comment",
          id,
          authorId: author.id,
          authorName: author.name,
          text: comment.content,
          writtenAt: comment.createdAt.toISOString(),
          courseId: comment.courseId,
          courseTitle,
          wasHidden: comment.hiddenAt !== null,
        },
      ],
    };
  },

  async profile(tx, id) {
    const [row] = await tx.select().from(profiles).where(eq(profiles.id, id));
    if (!row) return undefined;
    const { bio, specializations, learningGoals, preferredTeachingMethods } = row;
    return {
      title: titleOf(row.name),
      aboutUserId: row.userId,
      evidence: [
        {
          kind: "profile",
          id,
          name: row.name,
          role: row.role,
          texts: listTexts({ bio, specializations, learningGoals, preferredTeachingMethods }),
          imageUrl: row.profileImageUrl,
          ...(row.role === "teacher" && { credentials: await readCredentials(tx, id) }),
        },
      ],
    };
  },

  async introduction(tx, id) {
    const [row] = await tx
      .select({ introduction: introductions, teacher: profiles })
      .from(introductions)
      .innerJoin(profiles, eq(profiles.id, introductions.teacherId))
      .where(eq(introductions.id, id));
    if (!row) return undefined;
    const { introduction, teacher } = row;
    const { videoUrl, key, milliseconds, hiddenAt, createdAt } = introduction;
    return {
      title: titleOf(teacher.name),
      aboutUserId: teacher.userId,
      evidence: [
        {
          kind: "introduction",
          id,
          teacherId: teacher.id,
          teacherName: teacher.name,
          url: videoUrl ?? recordingPath(id),
          key,
          seconds: milliseconds === null ? null : Math.round(milliseconds / 1_000),
          addedAt: createdAt.toISOString(),
          wasHidden: hiddenAt !== null,
        },
      ],
    };
  },

  async person(tx, id) {
    const [account] = await tx.select({ name: users.name }).from(users).where(eq(users.id, id));
    if (!account) return undefined;
    const [profile] = await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(profiles.userId, id));
    const copied = profile && (await copiers.profile(tx, profile.id));
    return copied ?? { title: titleOf(account.name), aboutUserId: id, evidence: [] };
  },

  async course(tx, id) {
    const [row] = await tx
      .select({ course: courses, teacher: profiles })
      .from(courses)
      .innerJoin(profiles, eq(profiles.id, courses.teacherId))
      .where(eq(courses.id, id));
    if (!row) return undefined;
    const { course, teacher } = row;
    const { objectives, requirements, topics } = course;
    return {
      title: titleOf(course.title),
      aboutUserId: teacher.userId,
      evidence: [
        {
          kind: "course",
          id,
          title: course.title,
          description: course.description,
          texts: listTexts({ objectives, requirements, topics }),
          imageUrls: course.imageUrls,
          teacherId: teacher.id,
          teacherName: teacher.name,
          status: course.status,
          wasHidden: course.hiddenAt !== null,
        },
      ],
    };
  },

  async class(tx, id) {
    const [row] = await tx.select().from(classes).where(eq(classes.id, id));
    const course = row && (await copiers.course(tx, row.courseId));
    if (!row || !course) return undefined;
    return {
      ...course,
      evidence: [
        {
          kind: "class",
          id,
          courseId: row.courseId,
          startsAt: row.startsAt.toISOString(),
          endsAt: row.endsAt.toISOString(),
          status: row.status,
          note: row.note,
        },
        ...course.evidence,
      ],
    };
  },

  async payment(tx, id) {
    const student = alias(profiles, "student");
    const [row] = await tx
      .select({ payment: payments, enrollment: enrollments, course: courses, student })
      .from(payments)
      .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
      .innerJoin(courses, eq(courses.id, enrollments.courseId))
      .innerJoin(student, eq(student.id, enrollments.studentId))
      .where(eq(payments.id, id));
    if (!row) return undefined;
    const { payment, course } = row;
    const courseTitle = payment.itemTitle ?? course.title;
    return {
      title: titleOf(courseTitle),
      // Nobody is accused of anything.
      aboutUserId: null,
      evidence: [
        {
          kind: "payment",
          id,
          enrollmentId: row.enrollment.id,
          courseId: course.id,
          courseTitle,
          studentId: row.student.id,
          studentName: row.student.name,
          amountCents: payment.amountCents,
          refundedCents: payment.refundedCents,
          status: payment.status,
          paidAt: payment.paidAt?.toISOString() ?? null,
        },
      ],
    };
  },

  async contact(tx, id) {
    const [row] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id));
    if (!row) return undefined;
    const { name, email, subject, message, source, createdAt } = row;
    const sentAt = createdAt.toISOString();
    return {
      title: titleOf(subject),
      aboutUserId: null,
      evidence: [{ kind: "contact", id, name, email, subject, text: message, source, sentAt }],
    };
  },
};

/** Copies the subject as it is now. Undefined if it doesn't exist. */
export async function copySubject(
  tx: Db,
  { kind, id }: CaseSubject,
): Promise<CopiedSubject | undefined> {
  await keepFiles(tx);
  return copiers[kind](tx, id);
}
