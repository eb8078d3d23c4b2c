/** Certificates: issued once they are earned, and verifiable by anyone who has the code. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { customAlphabet } from "nanoid";
import { AppError } from "#lib/errors.ts";
import {
  type CertificateView,
  certificateCodeAlphabet,
  certificateMessages,
  readCertificateCode,
} from "#lib/learning/learning.ts";
import { type Actor, requireStudent, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import { isOrWasStudentOf, isTeacherOf } from "../course-members/membership.ts";
import { courses } from "../db/tables/courses.table.ts";
import { certificates } from "../db/tables/learning.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { describeUnnamedStudent, isAdult } from "../public-person.ts";
import { findProgress } from "./progress.ts";

const certificateNotFound = () => new AppError("not_found", certificateMessages.missing);

// An alphabet of 32 unambiguous characters, so 16 of them have 80 bits of entropy.
const randomCode = customAlphabet(certificateCodeAlphabet, 16);

/**
 * The acting student's certificate for a course. It is issued now if there is none. Its content
 * never changes afterward.
 *
 * @throws AppError `forbidden` for students who aren't in the course; `conflict` if it hasn't been
 * earned or the teacher has revoked it.
 */
export async function issueCertificate(
  context: Context,
  actor: Actor,
  courseId: string,
): Promise<{ code: string; isNew: boolean }> {
  const student = requireStudent(actor);
  const progress = await findProgress(context, student, courseId);
  const own = and(
    eq(certificates.courseId, courseId),
    eq(certificates.studentId, student.profile.id),
  );
  const [known] = await context.db.select().from(certificates).where(own);
  if (known?.revokedAt) throw new AppError("conflict", certificateMessages.revoked);
  if (known) return { code: known.code, isNew: false };
  if (!progress.earned) throw new AppError("conflict", certificateMessages.notEarned);
  const { summary, quizzes, course } = progress;
  const [issued] = await context.db
    .insert(certificates)
    .values({
      code: readCertificateCode(randomCode()) ?? "",
      courseId,
      studentId: student.profile.id,
      studentName: sql`(select name from ${profiles} where id = ${student.profile.id})`,
      courseTitle: course.title,
      teacherName: course.teacherName,
      classesAttended: summary.attended,
      // All classes of the course, so that the certificate of a student who joined late doesn't
      // look like that of a student who attended from the beginning.
      classesHeld: summary.total + summary.beforeEnrollment,
      minutes: summary.minutes,
      quizzesPassed: quizzes.length,
    })
    .onConflictDoNothing()
    .returning({ code: certificates.code });
  if (issued) return { ...issued, isNew: true };
  const [other] = await context.db.select().from(certificates).where(own);
  if (!other) throw new Error("The certificate was not stored");
  return { code: other.code, isNew: false };
}

/**
 * The certificate with this code, for anyone. A minor's name is visible only to the student and the
 * course's teacher.
 *
 * @throws AppError `not_found`.
 */
export async function findCertificate(
  context: Context,
  actor: Actor | undefined,
  typedCode: string,
): Promise<CertificateView> {
  const code = readCertificateCode(typedCode);
  if (code === undefined) throw certificateNotFound();
  const [row] = await context.db
    .select({
      certificate: certificates,
      age: profiles.age,
      teacherId: courses.teacherId,
      isTaken: isOrWasStudentOf(certificates.studentId, certificates.courseId, "left"),
    })
    .from(certificates)
    .innerJoin(profiles, eq(profiles.id, certificates.studentId))
    .innerJoin(courses, eq(courses.id, certificates.courseId))
    .where(eq(certificates.code, code));
  if (!row) throw certificateNotFound();
  const { certificate, age, teacherId, isTaken } = row;
  const viewerId = actor?.profile?.id;
  const isKnown = viewerId === certificate.studentId || viewerId === teacherId;
  const isNameHidden = !isKnown && !isAdult({ role: "student", age });
  const { studentName: name } = certificate;
  const voided = certificate.revokedAt ? "revoked" : isTaken ? undefined : "refunded";
  return {
    code: certificate.code,
    studentName: isNameHidden ? describeUnnamedStudent() : name,
    courseTitle: certificate.courseTitle,
    teacherName: certificate.teacherName,
    classesAttended: certificate.classesAttended,
    classesHeld: certificate.classesHeld,
    minutes: certificate.minutes,
    quizzesPassed: certificate.quizzesPassed,
    issuedAt: certificate.issuedAt.toISOString(),
    ...(voided ? { voided } : {}),
    courseId: certificate.courseId,
    isNameHidden,
    isRevocable: viewerId === teacherId && !voided,
  };
}

/**
 * Revokes a certificate permanently, on behalf of the course's teacher. @throws AppError
 * `not_found`.
 */
export async function revokeCertificate(
  context: Context,
  actor: Actor,
  typedCode: string,
): Promise<void> {
  const teacher = requireTeacher(actor);
  const taught = context.db
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.id, certificates.courseId), isTeacherOf(teacher.profile.id)));
  const [revoked] = await context.db
    .update(certificates)
    .set({ revokedAt: new Date() })
    .where(
      and(
        eq(certificates.code, readCertificateCode(typedCode) ?? ""),
        isNull(certificates.revokedAt),
        sql`exists ${taught}`,
      ),
    )
    .returning({ id: certificates.id });
  if (!revoked) throw certificateNotFound();
}
