/**
 * The last upcoming class of students who paid, near its start and while another one is in progress.
 */
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { classes } from "#server/db/tables/classes.table.ts";
import { paymentFindings } from "#server/db/tables/findings.table.ts";
import { checkPayments } from "#server/payments/reconciliation/check-payments.ts";
import { dateIn, jump, openSoldCourses } from "../../../support/payments/sold-courses.ts";

const { market, addSold, listClasses, edit, cancel, move } = await openSoldCourses();

const minute = 60 * 1000;
const hour = 60 * minute;

const setClock = (at: number) => vi.useFakeTimers({ toFake: ["Date"], now: at });

/** A sold course, this many milliseconds after the start of its first class. */
async function addSoldAt(fromStart: number) {
  const sold = await addSold();
  const [first, ...later] = await listClasses(sold.courseId);
  if (!first) throw new Error("The course has no class");
  setClock(first.startsAt.getTime() + fromStart);
  return { ...sold, first, later };
}

async function cancelAll(list: readonly { id: string }[]): Promise<number[]> {
  const answers: number[] = [];
  for (const { id } of list) answers.push((await cancel(id)).status);
  return answers;
}

const timeAt = (at: number) => {
  const clock = (instant: number) => new Date(instant).toISOString().slice(11, 16);
  const date = new Date(at).toISOString().slice(0, 10);
  return { date, startTime: clock(at), endTime: clock(at + 45 * minute) };
};

describe("a teacher whose students have paid", () => {
  test("cannot move the last class to a time on short notice, and then cancel it", async () => {
    const { first, later } = await addSoldAt(-30 * hour);
    expect(await cancelAll(later)).toEqual([200, 200, 200]);
    expect((await move(first.id, timeAt(Date.now() + 20 * hour))).status).toBe(409);
    expect((await cancel(first.id)).status).toBe(409);
    // A class that starts a little later than announced is still the one that was sold.
    expect((await move(first.id, timeAt(first.startsAt.getTime() + hour))).status).toBe(200);
  });

  test("cannot cancel all other classes during the first one", async () => {
    const { later } = await addSoldAt(10 * minute);
    expect(await cancelAll(later)).toEqual([200, 200, 409]);
  });

  test("cannot end the course during its first class", async () => {
    const { courseId } = await addSoldAt(10 * minute);
    expect((await edit(courseId, { endDate: dateIn(0) })).status).toBe(409);
    expect((await edit(courseId, { status: "archived", schedule: [] })).status).toBe(409);
  });

  test("can change and archive a course that has ended, although a class was canceled", async () => {
    const { courseId, later } = await addSoldAt(-30 * hour);
    expect(await cancelAll(later.slice(0, 1))).toEqual([200]);
    const last = later.at(-1);
    setClock((last?.startsAt.getTime() ?? 0) + 10 * minute);
    expect((await edit(courseId, { maxStudents: 30 })).status).toBe(200);
    expect((await edit(courseId, { status: "archived" })).status).toBe(200);
  });
});

test("the payment check reports seats whose right to a refund lapsed without a class", async () => {
  const { courseId, first, later } = await addSoldAt(-30 * hour);
  await cancelAll(later);
  const setLast = (status: "scheduled" | "dropped") =>
    market.context.db.update(classes).set({ status }).where(eq(classes.id, first.id));
  await setLast("dropped");
  const findFindings = async () => {
    await checkPayments(market.context);
    const found = await market.context.db
      .select()
      .from(paymentFindings)
      .where(eq(paymentFindings.kind, "seat-without-classes"));
    return found.filter(({ details }) => details.includes(courseId)).length;
  };
  expect(await findFindings()).toBe(0);
  jump(35);
  expect(await findFindings()).toBe(1);
  // Students whose right lapsed while classes took place chose to stay.
  await setLast("scheduled");
  await checkPayments(market.context);
  const open = await market.context.db.select().from(paymentFindings);
  expect(open.filter(({ resolvedAt }) => resolvedAt === null)).toEqual([]);
});
