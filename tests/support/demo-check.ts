/** What must be true of complete demo data, however it was created. */
import { eq, inArray, lt, ne } from "drizzle-orm";
import { expect } from "vitest";
import { comments } from "#server/db/tables/comments.table.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { attendances, meetings } from "#server/db/tables/meetings.table.ts";
import { payments } from "#server/db/tables/payments.table.ts";
import { profiles, timeSlots } from "#server/db/tables/people.table.ts";
import { planInvoices } from "#server/db/tables/plans.table.ts";
import { reviews } from "#server/db/tables/reviews.table.ts";
import { demoSeeds } from "#server/db/tables/seed.table.ts";
import { planCourse } from "#server/demo/add-courses.ts";
import { listDemoClasses } from "#server/demo/add-meetings.ts";
import {
  demoComments,
  demoCourses,
  demoReviews,
  demoStudents,
  demoTeachers,
} from "#server/demo/data/demo-data.ts";
import { demoSubscribers } from "#server/demo/data/premium.data.ts";
import type { TestApp } from "./app.ts";
import type { Ledger } from "./payments/ledger.ts";

type Demo = Pick<TestApp, "sandboxUrl"> & { context: Pick<TestApp["context"], "db"> };

export async function readLedger(app: Pick<Demo, "sandboxUrl">): Promise<Ledger> {
  const answer = await fetch(`${app.sandboxUrl}/ledger`);
  return (await answer.json()) as Ledger;
}

// If a process is killed before its checkout starts, the hold expires and a new one is created.
const notRunOut = ne(enrollments.status, "expired");

/** All demo data exists exactly once. */
export async function expectCompleteDemo({
  context: { db },
}: Pick<Demo, "context">): Promise<void> {
  const seats = demoCourses.flatMap((course) => course.students);
  expect(await db.$count(profiles, eq(profiles.role, "teacher"))).toBe(demoTeachers.length);
  expect(await db.$count(profiles, eq(profiles.role, "student"))).toBe(demoStudents.length);
  const slots = demoTeachers.flatMap((teacher) => teacher.timeSlots);
  expect(await db.$count(timeSlots)).toBe(slots.length);
  expect(await db.$count(courses)).toBe(demoCourses.length);
  expect(await db.$count(enrollments, notRunOut)).toBe(seats.length);
  expect(await db.$count(enrollments, eq(enrollments.status, "enrolled"))).toBe(seats.length);
  expect(await db.$count(reviews)).toBe(demoReviews.length);
  expect(await db.$count(comments)).toBe(demoComments.length);
  expect(await db.$count(attendances)).toBeGreaterThan(seats.length);
  const classes = await db
    .select({ courseId: meetings.courseId, startTime: meetings.startTime })
    .from(meetings);
  const times = classes.map(({ courseId, startTime }) => `${courseId} ${startTime.toISOString()}`);
  expect(new Set(times).size).toBe(times.length);
  await expectPastMeetings(db);
}

/** Every class that should have taken place has a meeting. A job adds meetings for later classes. */
async function expectPastMeetings(db: Demo["context"]["db"]): Promise<void> {
  const [seed] = await db.select().from(demoSeeds);
  if (!seed) throw new Error("The demo was never begun");
  const today = new Date(new Date().setUTCHours(0, 0, 0, 0));
  const equipped = demoTeachers.filter(({ isEquipped }) => isEquipped).map(({ key }) => key);
  const past = demoCourses
    .filter(({ status, students }) => status !== "draft" && students.length > 0)
    .filter(({ teacher }) => equipped.includes(teacher))
    .flatMap((demo) => listDemoClasses({ demo, ...planCourse(seed, demo) }))
    .filter(({ startTime }) => startTime < today);
  expect(past.length).toBeGreaterThan(0);
  expect(await db.$count(meetings, lt(meetings.startTime, today))).toBe(past.length);
}

/** Our records and the provider's agree on every paid seat, and contain no others. */
export async function expectConsistentPayments(app: Demo): Promise<void> {
  const ledger = await readLedger(app);
  const { refunds, accounts } = ledger;
  // The others are for Premium.
  const isForSeat = ({ metadata }: { metadata: Record<string, string> }) =>
    metadata.enrolmentId !== undefined;
  const charges = ledger.charges.filter(isForSeat);
  const sessions = ledger.sessions.filter(isForSeat);
  await expectConsistentPremium(app, ledger);
  const paid = await app.context.db
    .select({
      id: payments.chargeId,
      session: payments.sessionId,
      amount: payments.amountCents,
      enrollmentId: enrollments.id,
      seatAmount: enrollments.amountCents,
      status: payments.status,
    })
    .from(payments)
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .where(notRunOut);
  const ours = paid.map(({ id, session, amount, enrollmentId }) => [
    id,
    session,
    amount,
    enrollmentId,
  ]);
  const theirs = charges.map(({ id, session, amount, metadata }) => [
    id,
    session,
    amount,
    metadata.enrolmentId,
  ]);
  expect(ours.toSorted()).toEqual(theirs.toSorted());
  expect(
    paid.filter(({ status, amount, seatAmount }) => status !== "paid" || amount !== seatAmount),
  ).toEqual([]);
  const seatCharges = charges.map(({ id }) => id);
  expect(refunds.filter(({ charge }) => seatCharges.includes(charge))).toEqual([]);
  expect(sessions.filter(({ payment_status }) => payment_status === "paid")).toHaveLength(
    charges.length,
  );
  // Where Stripe can't pay, there is no account.
  const sellers = demoTeachers.filter(
    ({ isEquipped, payoutCountry }) => isEquipped && payoutCountry === undefined,
  );
  expect(accounts.filter(({ charges_enabled }) => charges_enabled)).toHaveLength(sellers.length);
  expect(accounts).toHaveLength(sellers.length);
  const withoutCharge = await app.context.db
    .select({ amount: enrollments.amountCents })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(inArray(courses.priceCents, [0]));
  expect(withoutCharge.every(({ amount }) => amount === 0)).toBe(true);
  expect(withoutCharge.length + charges.length).toBe(
    demoCourses.flatMap((course) => course.students).length,
  );
}

/** Our records and the provider's agree on every payment for Premium, and on the only refund. */
async function expectConsistentPremium({ context: { db } }: Demo, ledger: Ledger): Promise<void> {
  const ours = await db
    .select({
      id: planInvoices.id,
      subscription: planInvoices.subscriptionId,
      paid: planInvoices.amountCents,
      refunded: planInvoices.refundedCents,
    })
    .from(planInvoices);
  const theirs = ledger.invoices.map((each) => [each.id, each.subscription, each.amount_paid]);
  expect(ours.map(({ id, subscription, paid }) => [id, subscription, paid]).toSorted()).toEqual(
    theirs.toSorted(),
  );
  expect(ours).toHaveLength(demoSubscribers.length);
  const refunded = ours.filter((each) => each.refunded > 0);
  expect(refunded.map((each) => each.refunded)).toEqual(ledger.refunds.map(({ amount }) => amount));
  expect(refunded).toHaveLength(demoSubscribers.filter(({ refund }) => refund).length);
}
