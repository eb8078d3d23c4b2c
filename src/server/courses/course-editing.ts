import { asc, eq } from "drizzle-orm";
import type { CourseView } from "#lib/courses/courses.responses.ts";
import {
  courseMessages,
  findCourseProblems,
  type UpdateCourseInput,
} from "#lib/courses/courses.ts";
import { AppError } from "#lib/errors.ts";
import { toDollars } from "#lib/payments/money.ts";
import type { WeeklyTime } from "#lib/people/people.ts";
import { dayOfNumber } from "#lib/time/time.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import { courseNotFound, readCourse } from "../catalog/find-course.ts";
import { hasCourseEnded, isOpenForEnrollment } from "../catalog/open-for-enrollment.ts";
import { payableCents } from "../catalog/payable.ts";
import { countTakenSeats } from "../catalog/taken-seats.ts";
import { mailNewTimes } from "../classes/classes.mails.ts";
import { changeSoldClasses } from "../classes/sold/removed-classes.ts";
import { hasClassesToSell } from "../classes/sold/sold-classes.ts";
import { syncClasses } from "../classes/sync-classes.ts";
import { requireNoTrialDuring } from "../classes/trial-clashes.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { courseSchedule, courses } from "../db/tables/courses.table.ts";
import { lockTeacherTimes } from "../db/teacher-times.ts";
import { releaseUploads } from "../media/media.jobs.ts";
import { requireOwnUploads } from "../media/own-uploads.ts";
import { pageTags } from "../pages-tags.ts";
import {
  closeCourseCheckouts,
  stopCourseCheckouts,
} from "../payments/checkout/close-course-checkouts.ts";
import { queueSeatOffers } from "../seats/waiting-list.ts";
import { requireMayPublish } from "../vetting/permissions.ts";
import { describeClash, insertClasses, isClash } from "./class-times.ts";
import { toArchived } from "./course-archiving.ts";
import {
  requireComplete,
  requireDates,
  requireMinimumPrice,
  requirePaymentAccount,
} from "./course-publishing.ts";
import { toColumns } from "./course-values.ts";
import { lockOwnCourse } from "./own-course.ts";

const t = getTexts("courses");

type Course = typeof courses.$inferSelect;
type PlannedCourse = Course & { schedule: WeeklyTime[] };

/** Each change purges cached pages for everyone. */
const changeLimit = {
  name: "course-changes",
  points: 200,
  duration: 60 * 60,
  get message() {
    return t("server.tooManyChanges");
  },
};

/**
 * Updates the fields of the acting teacher's course that the input contains. Open checkouts keep
 * their price, unless the student requests the checkout again after the price has dropped.
 * A change after which nobody can enroll, such as archiving, cancels them.
 * @throws AppError like `lockOwnCourse` and `changeSoldClasses`; `invalid_input` if the resulting course would be invalid;
 * `conflict` if it would overlap with another course, require a missing payment account, or have
 * fewer seats than are taken.
 */
export async function updateCourse(
  context: Context,
  actor: Actor,
  courseId: string,
  input: UpdateCourseInput,
): Promise<CourseView> {
  const teacher = requireTeacher(actor, courseMessages.onlyTeachersEdit);
  await context.limits.consume(changeLimit, teacher.profile.id);
  const changes = { ...toColumns(input), updatedAt: new Date() };
  let planned: PlannedCourse | undefined;
  let stopsSale = false;
  const wasPublished = await context.db
    .transaction(async (tx) => {
      await lockTeacherTimes(tx, teacher.profile.id);
      const before = await lockOwnCourse(tx, teacher, courseId, courseMessages.notYours);
      if (changes.imageUrls) {
        const existing = before.imageUrls;
        changes.imageUrls = await requireOwnUploads(
          { ...context, db: tx },
          actor,
          changes.imageUrls,
          "imageUrl",
          existing,
        );
      }
      const schedule = input.schedule ?? (await readSchedule(tx, courseId));
      planned = { ...before, ...changes, schedule };
      await requireAllowed(context, tx, before, planned, changesTimes(input));
      // Delete the previous times first, so that they can't overlap with the new ones.
      if (input.schedule) {
        await tx.delete(courseSchedule).where(eq(courseSchedule.courseId, courseId));
      }
      changes.isOver = await hasCourseEnded(tx, planned, new Date());
      const statusChange =
        planned.status === "archived"
          ? toArchived(changes.updatedAt)
          : { archivedAt: null, canceledAt: null };
      await tx
        .update(courses)
        .set({ ...changes, ...statusChange })
        .where(eq(courses.id, courseId));
      const { imageUrls = before.imageUrls } = changes;
      await releaseUploads(
        context,
        tx,
        before.imageUrls.filter((url) => !imageUrls.includes(url)),
      );
      if (input.schedule) await insertClasses(tx, before, input.schedule);
      const isChanged = await changeSoldClasses(context, tx, courseId, () =>
        syncClasses(context, tx, courseId),
      );
      await requireNoTrialDuring(tx, courseId, "schedule");
      if (isChanged) await mailNewTimes(context, tx, courseId);
      stopsSale = !(await isOnSale(tx, planned, new Date()));
      if (stopsSale) await stopCourseCheckouts(tx, courseId);
      if (changesSeats(before, planned)) await queueSeatOffers(context, tx, courseId);
      return before.status === "published";
    })
    .catch(async (error: unknown) => {
      if (!planned || !isClash(error)) throw error;
      throw await describeClash(context.db, planned);
    });
  if (stopsSale) await closeCourseCheckouts(context, courseId);
  if (wasPublished || planned?.status === "published") {
    await context.purgePages([
      pageTags.courses,
      pageTags.course(courseId),
      pageTags.teachers,
      pageTags.teacher(teacher.profile.id),
    ]);
  }
  const course = await readCourse(context, teacher.profile.id, courseId);
  if (!course) throw courseNotFound();
  return course;
}

/**
 * Whether the input changes the schedule or the dates. Unchanged ones aren't validated, because the
 * rules may have become stricter since.
 */
function changesTimes({ schedule, startDate, endDate }: UpdateCourseInput): boolean {
  return [schedule, startDate, endDate].some((value) => value !== undefined);
}

async function requireAllowed(
  context: Context,
  tx: Db,
  before: Course,
  planned: PlannedCourse,
  validatesTimes: boolean,
): Promise<void> {
  const { discountPriceCents, schedule } = planned;
  const fields = findCourseProblems({
    ...planned,
    schedule: validatesTimes ? schedule : [],
    price: toDollars(planned.priceCents),
    discountPrice: discountPriceCents === null ? null : toDollars(discountPriceCents),
  });
  if (fields[0]) throw new AppError("invalid_input", fields[0].message, { fields });
  if (planned.status === "published") {
    requireComplete(planned);
    if (validatesTimes || before.status !== "published") requireDates(planned);
    if (before.status !== "published") {
      await requireMayPublish(context, tx, planned.teacherId);
    }
    const wasSold = before.status === "published" && before.priceCents > 0;
    if (planned.priceCents > 0 && !wasSold) await requirePaymentAccount(tx, planned.teacherId);
    // An earlier price stays, although the minimum may have risen since.
    const isNewPrice = payableCents(planned) !== payableCents(before);
    if (before.status !== "published" || isNewPrice) {
      await requireMinimumPrice(context, tx, planned);
    }
  }
  const shrinks = planned.maxStudents < before.maxStudents;
  const hides = planned.status === "draft" && before.status !== "draft";
  if (!shrinks && !hides) return;
  const taken = await countTakenSeats(tx, before.id);
  if (planned.maxStudents < taken) {
    throw refuseField("maxStudents", t("server.seatsTaken", { count: taken }));
  }
  if (hides && taken > 0) {
    throw refuseField("status", t("server.hasStudents"));
  }
}

async function isOnSale(tx: Db, course: Course, now: Date): Promise<boolean> {
  return (await isOpenForEnrollment(tx, course, now)) && (await hasClassesToSell(tx, course, now));
}

/** Whether the number of available seats may have changed, or the waiting list may have to close. */
function changesSeats(before: Course, planned: Course): boolean {
  const fields = ["maxStudents", "status", "endDate"] as const;
  return fields.some((field) => before[field] !== planned[field]);
}

function refuseField(field: string, message: string): AppError {
  return new AppError("conflict", message, { fields: [{ field, message }] });
}

async function readSchedule(tx: Db, courseId: string): Promise<WeeklyTime[]> {
  const rows = await tx
    .select()
    .from(courseSchedule)
    .where(eq(courseSchedule.courseId, courseId))
    .orderBy(asc(courseSchedule.position));
  return rows.map(({ day, startTime, endTime }) => ({
    day: dayOfNumber(day),
    startTime: startTime.slice(0, 5),
    endTime: endTime.slice(0, 5),
  }));
}
