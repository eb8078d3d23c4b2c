/** Reports by guardians, who have a link instead of an account. */
import { and, eq } from "drizzle-orm";
import type { GuardianReportInput } from "#lib/cases/cases.ts";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import { openCase } from "../cases/open-case.ts";
import type { Context } from "../context.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import { keyedHash } from "../crypto.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { transact } from "../db/transact.ts";
import { enterGuardianPage } from "../guardians/page-links.ts";
import { listPartners } from "../messages/partners.ts";
import type { Limit } from "../rate-limits.ts";

const t = getTexts("cases");

const ofGuardian: Limit = { name: "guardian-reports", points: 10, duration: 60 * 60 };

/**
 * Reports a teacher of the child to staff, even one with whom either side has ended contact.
 * @throws AppError `not_found` if the link doesn't work, or the person never taught the child;
 * `rate_limited`.
 */
export async function reportTeacher(context: Context, input: GuardianReportInput): Promise<void> {
  const { token, childId, teacherId, category, details } = input;
  const { guardian } = await enterGuardianPage(context, token, childId);
  const { studentId, address, name, language } = guardian;
  if (!(await hasTaught(context, studentId, teacherId))) {
    throw new AppError("not_found", t("server.missing"));
  }
  await context.limits.consume(ofGuardian, keyedHash(context.config.appSecret, "limit", address));
  await transact(context.db, async (tx) => {
    await openCase(context, tx, {
      subject: { kind: "profile", id: teacherId },
      category,
      details,
      reporter: { kind: "guardian", email: address, name, language },
    });
  });
}

async function hasTaught({ db }: Context, studentId: string, teacherId: string): Promise<boolean> {
  const seats = db
    .select({ id: enrollments.id })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(and(eq(enrollments.studentId, studentId), isTeacherOf(teacherId)))
    .limit(1);
  if ((await seats).length > 0) return true;
  const student = { profile: { id: studentId, role: "student" as const } };
  const partners = await listPartners(db, student);
  return partners.some(({ profileId }) => profileId === teacherId);
}
