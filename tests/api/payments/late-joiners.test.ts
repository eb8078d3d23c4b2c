/** The price for students who join a course after its first classes, if the teacher reduces it. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { payments } from "#server/db/tables/payments.table.ts";
import { settings } from "#server/db/tables/settings.table.ts";
import { findReceipt } from "#server/payments/receipts/receipts.ts";
import { findImbalances, findSeats } from "../../support/market.ts";
import { readMails } from "../../support/payments/enrolled.ts";
import { openSoldCourses } from "../../support/payments/sold-courses.ts";
import { addStudent, type Person, renewToken } from "../../support/people.ts";

const { market, currentTeacher, addCourse, listClasses, edit, cancel, leave, refund } =
  await openSoldCourses();

const minute = 60 * 1000;
const changed = /have changed/;

/** Moves the clock to the given number of minutes after the end of this class. */
async function passClass(courseId: string, number: number, minutes = 1): Promise<void> {
  const ends = (await listClasses(courseId))[number - 1]?.endsAt.getTime() ?? 0;
  vi.useFakeTimers({ toFake: ["Date"], now: ends + minutes * minute });
}

/** A course at the given number of minutes after the end of a class, and a student. */
async function addLate(options: Parameters<typeof addCourse>[0] = {}, over = 1, minutes = 1) {
  const courseId = await addCourse({ proRata: true, ...options });
  if (over > 0) await passClass(courseId, over, minutes);
  return { courseId, student: await addStudent(market.context) };
}

const readCourse = async (courseId: string) =>
  (await market.call("GET", `/api/courses/${courseId}`)).body.data;

/** Seats with their prices, oldest first. */
async function readPrices(student: Person, courseId: string) {
  const seats = await findSeats(market, student, courseId);
  return Promise.all(
    seats.map(async ({ enrollmentId, enrollment }) => {
      const [row] = await market.context.db
        .select({ seat: enrollments, payment: payments })
        .from(enrollments)
        .leftJoin(payments, eq(payments.enrollmentId, enrollments.id))
        .where(eq(enrollments.id, enrollmentId));
      const { amountCents, fullCents, courseClasses, soldClasses } = row?.seat ?? {};
      expect(row?.payment?.amountCents ?? 0).toBe(amountCents);
      return { enrollment, amountCents, fullCents, courseClasses, soldClasses };
    }),
  );
}

/** Enrolls with the terms that a page showed. */
async function enrollSeeing(student: Person, courseId: string, price: number, classes: number) {
  const { token } = await renewToken(market.context, student);
  return market.call("POST", `/api/enrollment/course/${courseId}/enroll`, {
    token,
    body: { studentId: student.profileId, seen: { price, refundPolicy: "none", classes } },
  });
}

test("a student pays the full price until the first class has ended, even while it is in progress", async () => {
  const { courseId, student } = await addLate({}, 1, -10);
  expect(await readCourse(courseId)).not.toHaveProperty("lateJoining");
  expect((await market.enroll(student, courseId)).status).toBe(201);
  expect(await readPrices(student, courseId)).toMatchObject([
    { amountCents: 4_000, fullCents: null, courseClasses: null, soldClasses: 4 },
  ]);
});

test("a student who joins late pays for the classes that are left, and the API, checkout, receipt and emails say so", async () => {
  const { courseId, student } = await addLate();
  expect((await readCourse(courseId)).lateJoining).toEqual({
    price: 30,
    classesLeft: 3,
    classes: 4,
  });
  const { body } = await enrollSeeing(student, courseId, 30, 3);
  const { paymentId, sessionId } = (await findSeats(market, student, courseId))[0] ?? {};
  const session = await market.context.stripe.checkout.sessions.retrieve(sessionId ?? "");
  expect(session.amount_total).toBe(3_000);
  await market.call("GET", await market.pay(body.data.checkoutUrl));
  expect(await readPrices(student, courseId)).toEqual([
    {
      enrollment: "enrolled",
      amountCents: 3_000,
      fullCents: 4_000,
      courseClasses: 4,
      soldClasses: 3,
    },
  ]);
  expect(await findReceipt(market.context, student.actor, paymentId ?? "")).toMatchObject({
    amount: 30,
    lateJoining: { fullPrice: 40, classesLeft: 3, classes: 4 },
  });
  const [mail] = await readMails(market, student);
  expect(mail?.text).toContain("you paid only for 3 of 4 classes. The whole course costs $40.00.");
  const toTeacher = (await readMails(market, currentTeacher())).find(({ text }) =>
    text.includes("paid $30.00 instead of $40.00, for 3 of 4 classes"),
  );
  expect(toTeacher).toBeDefined();
  expect(await findImbalances(market)).toEqual([]);
});

test("the checkout page names the classes that are paid for", async () => {
  const { courseId, student } = await addLate();
  const create = vi.spyOn(market.context.stripe.checkout.sessions, "create");
  await market.enroll(student, courseId);
  const item = create.mock.calls[0]?.[0]?.line_items?.[0];
  create.mockRestore();
  expect(item?.price_data?.product_data?.description).toBe("3 of 4 classes, at a reduced price");
});

test("a student who joins before the last class pays for one class", async () => {
  const { courseId, student } = await addLate({}, 3);
  await market.enroll(student, courseId);
  expect(await readPrices(student, courseId)).toMatchObject([{ amountCents: 1_000 }]);
});

test("nobody can pay for a course whose last class has ended", async () => {
  const { courseId, student } = await addLate({}, 4);
  expect(await readCourse(courseId)).not.toHaveProperty("lateJoining");
  expect((await market.enroll(student, courseId)).status).toBe(409);
});

describe("the price for students who join late", () => {
  test.each([
    ["is reduced from the discounted price", { discountPrice: 20 }, 2, 1_000],
    ["is never below the smallest card payment", { price: 1 }, 3, 50],
    ["is the full price unless the teacher lowers it", { proRata: false }, 2, 4_000],
  ])("%s", async (_what, options, over, amountCents) => {
    const { courseId, student } = await addLate(options, over);
    await market.enroll(student, courseId);
    expect(await readPrices(student, courseId)).toMatchObject([{ amountCents }]);
  });
});

test("the minimum price applies to what late students pay, on the page and at the checkout", async () => {
  const { db } = market.context;
  await db.insert(settings).values({ key: "minimumPrice", value: 15, changedBy: null });
  await market.context.settings.reload();
  const { courseId, student } = await addLate({}, 3);
  expect((await readCourse(courseId)).lateJoining).toMatchObject({ price: 15, classesLeft: 1 });
  expect((await enrollSeeing(student, courseId, 15, 1)).status).toBe(201);
  expect(await readPrices(student, courseId)).toMatchObject([
    { amountCents: 1_500, fullCents: 4_000 },
  ]);
  await db.delete(settings);
  await market.context.settings.reload();
});

test("a free course stays free", async () => {
  const { courseId, student } = await addLate({ price: 0 }, 2);
  expect(await readCourse(courseId)).not.toHaveProperty("lateJoining");
  await market.enroll(student, courseId);
  expect(await readPrices(student, courseId)).toMatchObject([
    { enrollment: "enrolled", amountCents: 0, fullCents: null },
  ]);
});

test("a canceled class counts neither as past nor as left", async () => {
  const { courseId } = await addLate({}, 0);
  const [first] = await listClasses(courseId);
  expect((await cancel(first?.id)).status).toBe(200);
  await passClass(courseId, 2);
  expect((await readCourse(courseId)).lateJoining).toEqual({
    price: 26.67,
    classesLeft: 2,
    classes: 3,
  });
});

test("a student who leaves gets a refund of the reduced price, even after a partial refund", async () => {
  const { courseId, student } = await addLate({ refundPolicy: "14-days" });
  const { body } = await market.enroll(student, courseId);
  await market.call("GET", await market.pay(body.data.checkoutUrl));
  const tooMuch = await refund(student, courseId, { amount: 30.01, requestId: randomUUID() });
  expect(tooMuch.status).toBe(409);
  const part = await refund(student, courseId, { amount: 10, requestId: randomUUID() });
  expect(part.status).toBe(200);
  expect((await leave(student, courseId)).body.data).toMatchObject({ refunded: true, amount: 20 });
  expect(await findImbalances(market)).toEqual([]);
});

describe("the price of a held seat", () => {
  test("stays unchanged when a class ends during the checkout", async () => {
    const { courseId, student } = await addLate({}, 2, -10);
    const { body } = await market.enroll(student, courseId);
    await passClass(courseId, 2, 5);
    await market.call("GET", await market.pay(body.data.checkoutUrl));
    expect(await readPrices(student, courseId)).toMatchObject([
      { enrollment: "enrolled", amountCents: 3_000, fullCents: 4_000, soldClasses: 3 },
    ]);
    expect(await findImbalances(market)).toEqual([]);
  });

  test("is replaced by the lower one when the student enrolls again after another class", async () => {
    const { courseId, student } = await addLate({}, 2, -10);
    await market.enroll(student, courseId);
    await passClass(courseId, 2, 5);
    expect((await enrollSeeing(student, courseId, 20, 2)).status).toBe(201);
    expect(await readPrices(student, courseId)).toMatchObject([
      { enrollment: "expired", amountCents: 3_000 },
      { enrollment: "held", amountCents: 2_000 },
    ]);
  });

  test("stays when the teacher raises the price or stops reducing it", async () => {
    const { courseId, student } = await addLate();
    await market.enroll(student, courseId);
    expect((await edit(courseId, { price: 80, proRata: false })).status).toBe(200);
    await market.enroll(student, courseId);
    expect(await readPrices(student, courseId)).toMatchObject([
      { enrollment: "held", amountCents: 3_000 },
    ]);
  });
});

test("a student isn't charged more than the page showed", async () => {
  const { courseId, student } = await addLate();
  expect((await edit(courseId, { proRata: false })).status).toBe(200);
  const refused = await enrollSeeing(student, courseId, 30, 3);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toMatch(changed);
  expect(await findSeats(market, student, courseId)).toEqual([]);
});
