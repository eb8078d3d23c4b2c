/** Adds demo enrollments. Paid ones have a real charge in the sandbox. */
import type { ProfiledActor } from "../actor.ts";
import { findSoldClasses } from "../classes/sold/sold-classes.ts";
import type { Context } from "../context.ts";
import { hasEnrollment, isEnrollmentOf } from "../course-members/membership.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { enroll } from "../enrollments/enroll.ts";
import { settleCheckout } from "../payments/checkout/settle.ts";
import { reconcilePayments } from "../payments/reconciliation/reconcile.ts";
import type { AddedCourse } from "./add-courses.ts";
import { disputedSeat } from "./data/incidents.data.ts";
import { before, type DemoPeople, type DemoRun, day, forEach, need } from "./demo-run.ts";
import { cards, payByCard } from "./sandbox-visits.ts";

export async function addEnrollments(
  run: DemoRun,
  people: DemoPeople,
  added: AddedCourse[],
): Promise<void> {
  // An interrupted run may have paid without recording it.
  await reconcilePayments(run.context);
  const seats = added
    .filter(({ isPublished }) => isPublished)
    .flatMap((course) => course.demo.students.map((key, place) => ({ course, key, place })));
  await forEach(seats, async ({ course, key, place }) => {
    const student = need(people, key);
    const { context } = run;
    const isKnown = await hasEnrollment(context.db, student.profile.id, course.id);
    const isDisputed = key === disputedSeat.student && course.demo.key === disputedSeat.course;
    const card = isDisputed ? cards.disputed : cards.available;
    if (!isKnown) await enrollAndPay(context, student, course, card);
    const enrolledAt = chooseDay(run, course, place);
    await context.db
      .update(enrollments)
      .set({
        enrolledAt,
        createdAt: enrolledAt,
        ...(await findSoldClasses(context.db, course.id, enrolledAt)),
      })
      .where(isEnrollmentOf(student.profile.id, course.id));
  });
}

async function enrollAndPay(
  context: Context,
  student: ProfiledActor,
  { id, demo }: AddedCourse,
  card: string,
): Promise<void> {
  const input = { studentId: student.profile.id };
  const { checkoutUrl } = await enroll(context, student, id, input, { isImported: true });
  if (demo.price === 0) return;
  const sessionId = await payByCard(checkoutUrl, context.config.stripe.apiBase, card);
  const state = await settleCheckout(context, sessionId);
  if (state !== "paid") throw new Error(`A seat in ${demo.key} is ${state}, not paid.`);
}

/** A date in the two weeks before the first class, staggered by student, and never in the future. */
function chooseDay(run: DemoRun, { startDate, timeZone }: AddedCourse, place: number): Date {
  const begins = startDate.toZonedDateTime(timeZone).epochMilliseconds;
  const latest = Math.min(begins, before(run, day / 4).getTime());
  return new Date(latest - (14 - (place % 14)) * (day * 0.9));
}
