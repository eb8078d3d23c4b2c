import type { CourseView } from "#lib/courses/courses.responses.ts";
import { maxCourses } from "#lib/courses/courses.rules.ts";
import type { CreateCourseInput } from "#lib/courses/courses.ts";
import { courseMessages } from "#lib/courses/courses.ts";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import { courseNotFound, readCourse } from "../catalog/find-course.ts";
import { hasCourseEnded } from "../catalog/open-for-enrollment.ts";
import { syncClasses } from "../classes/sync-classes.ts";
import { requireNoTrialDuring } from "../classes/trial-clashes.ts";
import type { Context } from "../context.ts";
import { isTeacherOf } from "../course-members/membership.ts";
import { courses } from "../db/tables/courses.table.ts";
import { lockTeacherTimes } from "../db/teacher-times.ts";
import { requireOwnUploads } from "../media/own-uploads.ts";
import { pageTags } from "../pages-tags.ts";
import { requireMayPublish } from "../vetting/permissions.ts";
import { describeClash, insertClasses, isClash } from "./class-times.ts";
import {
  requireComplete,
  requireDates,
  requireMinimumPrice,
  requirePaymentAccount,
} from "./course-publishing.ts";
import { toColumns } from "./course-values.ts";

const t = getTexts("courses");

/** More than a school creates on its busiest day, but few enough for staff to review and hide. */
const createLimit = {
  name: "course-creations",
  points: 30,
  duration: 24 * 60 * 60,
  get message() {
    return t("server.tooManyToday");
  },
};

/**
 * Creates a course for the acting teacher.
 * @throws AppError `forbidden` unless the actor is a teacher; `invalid_input` if it is published
 * while incomplete, or contains an image that the teacher didn't upload; `conflict` if it overlaps
 * with a published course, is published with a price but without a payment account, or if the
 * teacher has the maximum number of courses; `rate_limited` after many courses in one day.
 */
export async function createCourse(
  context: Context,
  actor: Actor,
  input: CreateCourseInput,
): Promise<CourseView> {
  const teacherId = requireTeacher(actor, courseMessages.onlyTeachersCreate).profile.id;
  await context.limits.consume(createLimit, teacherId);
  const schedule = input.schedule ?? [];
  const columns = toColumns(input);
  const course = {
    ...columns,
    // The column is required, so a course without topics stores an empty list.
    searchTopics: columns.searchTopics ?? [],
    teacherId,
    startDate: columns.startDate ?? null,
    endDate: columns.endDate ?? null,
  };
  if (course.status === "published") {
    requireComplete({ ...course, schedule });
    requireDates({ ...course, schedule });
    await requireMayPublish(context, context.db, teacherId);
    if (course.priceCents > 0) await requirePaymentAccount(context.db, teacherId);
    await requireMinimumPrice(context, context.db, {
      ...course,
      hasDiscount: course.hasDiscount ?? false,
      discountPriceCents: course.discountPriceCents ?? null,
    });
  }
  course.imageUrls = await requireOwnUploads(context, actor, course.imageUrls ?? [], "imageUrl");
  const courseId = await context.db
    .transaction(async (tx) => {
      await lockTeacherTimes(tx, teacherId);
      if ((await tx.$count(courses, isTeacherOf(teacherId))) >= maxCourses) {
        throw new AppError("conflict", courseMessages.full);
      }
      const values = { ...course, isOver: await hasCourseEnded(tx, course, new Date()) };
      const [row] = await tx.insert(courses).values(values).returning({ id: courses.id });
      if (!row) throw new Error("The course was not stored");
      await insertClasses(tx, { id: row.id, teacherId }, schedule);
      await syncClasses(context, tx, row.id);
      await requireNoTrialDuring(tx, row.id, "schedule");
      return row.id;
    })
    .catch(async (error: unknown) => {
      if (!isClash(error)) throw error;
      throw await describeClash(context.db, { ...course, id: undefined, schedule });
    });
  if (course.status === "published") {
    await context.purgePages([pageTags.courses, pageTags.teachers, pageTags.teacher(teacherId)]);
  }
  const created = await readCourse(context, teacherId, courseId);
  if (!created) throw courseNotFound();
  return created;
}
