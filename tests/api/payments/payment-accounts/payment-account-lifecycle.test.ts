import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { courses } from "#server/db/tables/courses.table.ts";
import { listReceipts } from "#server/payments/receipts/receipts.ts";
import { pollStripe } from "#server/payments/reconciliation/poll-stripe.ts";
import { addCourse } from "../../../support/courses.ts";
import { addSeller, findImbalances, findSeats } from "../../../support/market.ts";
import { openMarket } from "../../../support/open-market.ts";
import {
  addEnrolled,
  findAccountId,
  findRefunds,
  pressAtProvider,
  readMails,
} from "../../../support/payments/enrolled.ts";
import { addStudent, type Person } from "../../../support/people.ts";

const { market } = await openMarket();

async function tell(type: string, account: string): Promise<void> {
  const events = (await market.events(type)) as { account?: string }[];
  const event = events.findLast((each) => each.account === account);
  expect((await market.deliver(event ?? {})).status).toBe(200);
}

const standing = async (teacher: Person) =>
  (await market.call("GET", "/api/connect/accounts/standing", { token: teacher.token })).body.data
    .standing;
const current = (teacher: Person) =>
  market.call("GET", "/api/connect/accounts/current", { token: teacher.token });
const refund = (teacher: Person, enrollmentId: string) =>
  market.call("POST", `/api/enrollment/${enrollmentId}/refund`, { token: teacher.token });
const subjects = async (person: Person) =>
  (await readMails(market, person)).map(({ subject }) => subject);

const notPayable = "This course can't take payments at the moment. Please try again later.";

async function seatOf(student: Person, courseId: string) {
  const path = `/api/enrollment/course/${courseId}/seat`;
  return (await market.call("GET", path, { token: student.token })).body.data;
}

it("a restricted account stops sales, keeps enrolled students and notifies the teacher once", async () => {
  const teacher = await addSeller(market);
  const { student, courseId, enrollmentId } = await addEnrolled(market, teacher);
  const open = await addCourse(market.context, teacher, { price: 20 });
  const account = await findAccountId(market, teacher);
  await pressAtProvider(market, `/express/${account}/restrict`);
  await tell("account.updated", account);
  await tell("account.updated", account);

  expect(await standing(teacher)).toBe("restricted");
  expect((await current(teacher)).body.data.charges_enabled).toBe(false);
  const newcomer = await addStudent(market.context);
  expect(await market.enroll(newcomer, open)).toMatchObject({
    status: 409,
    body: { message: notPayable },
  });
  expect(await seatOf(newcomer, open)).toMatchObject({ payable: false });
  expect(await findSeats(market, newcomer, open)).toEqual([]);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
  expect(await subjects(teacher)).toEqual(
    expect.arrayContaining(["Your payment account is restricted"]),
  );
  expect((await refund(teacher, enrollmentId)).status).toBe(200);

  const draft = await market.call("POST", "/api/courses", {
    token: teacher.token,
    body: {
      title: "Another course",
      description: "Not to be sold yet.",
      price: 20,
      duration: 4,
      level: "Beginner",
      maxStudents: 3,
      startDate: "2031-01-06",
      endDate: "2031-02-03",
      status: "published",
      topics: [],
      schedule: [{ day: "Monday", startTime: "03:00", endTime: "04:00" }],
    },
  });
  expect(draft.status).toBe(409);

  await pressAtProvider(market, `/express/${account}/restore`);
  await tell("account.updated", account);
  expect(await standing(teacher)).toBe("active");
  expect((await market.enroll(newcomer, open)).status).toBe(201);
  const notices = await subjects(teacher);
  expect(notices.filter((each) => each === "Your payment account is restricted")).toHaveLength(1);
  expect(notices).toContain("Your payment account can take payments again");
});

it("a disconnected account counts as missing, and a new one can be set up", async () => {
  const teacher = await addSeller(market);
  const { student, courseId } = await addEnrolled(market, teacher);
  const account = await findAccountId(market, teacher);
  await pressAtProvider(market, `/express/${account}/disconnect`);
  await tell("account.application.deauthorized", account);
  await tell("account.application.deauthorized", account);

  expect(await standing(teacher)).toBe("disconnected");
  const none = await current(teacher);
  expect(none.status).toBe(404);
  expect(none.body.message).toContain("not found");
  const open = await addCourse(market.context, teacher, { price: 20 });
  const newcomer = await addStudent(market.context);
  expect((await market.enroll(newcomer, open)).body.message).toBe(notPayable);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
  expect(
    (await subjects(teacher)).filter((each) => each === "Your payment account was disconnected"),
  ).toHaveLength(1);

  const setup = await market.call("POST", "/api/connect/accounts/setup", { token: teacher.token });
  const { pathname } = new URL(setup.body.data.result.accountLink);
  await pressAtProvider(market, `${pathname}/complete`);
  expect((await current(teacher)).body.data).toMatchObject({ charges_enabled: true });
  expect(await findAccountId(market, teacher)).not.toBe(account);
  expect((await market.enroll(newcomer, open)).status).toBe(201);
});

it("a teacher's refund from a disconnected account is rejected with instructions and can be retried", async () => {
  const teacher = await addSeller(market);
  const { student, courseId, enrollmentId, sessionId } = await addEnrolled(market, teacher);
  const account = await findAccountId(market, teacher);
  await pressAtProvider(market, `/express/${account}/disconnect`);
  for (let time = 0; time < 2; time += 1) {
    const refused = await refund(teacher, enrollmentId);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain("write to");
  }
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "enrolled", payment: "paid" },
  ]);
  expect(await findRefunds(market, sessionId)).toEqual([]);
});

it("a student entitled to a refund gets it from the platform when the account is disconnected", async () => {
  const teacher = await addSeller(market);
  const { student, courseId, sessionId } = await addEnrolled(market, teacher);
  await pressAtProvider(market, `/express/${await findAccountId(market, teacher)}/disconnect`);
  const left = await market.call("POST", `/api/enrollment/course/${courseId}/leave`, {
    token: student.token,
  });
  expect(left).toMatchObject({ status: 200, body: { data: { refunded: true } } });
  expect(await findRefunds(market, sessionId)).toMatchObject([
    { amount: 2000, reverse_transfer: false },
  ]);
});

/** A student who has opened the checkout page of a new course. */
async function openCheckout(teacher: Person) {
  const courseId = await addCourse(market.context, teacher, { price: 20, maxStudents: 1 });
  const student = await addStudent(market.context);
  const { body } = await market.enroll(student, courseId);
  return { courseId, student, url: body.data.checkoutUrl as string };
}

it("an account restricted during a checkout enrolls the student who pays, but no new checkout can be started", async () => {
  const teacher = await addSeller(market);
  const { courseId, student, url } = await openCheckout(teacher);
  const account = await findAccountId(market, teacher);
  await pressAtProvider(market, `/express/${account}/restrict`);
  await tell("account.updated", account);
  await market.call("GET", await market.pay(url));
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "enrolled", payment: "paid" },
  ]);
  const open = await addCourse(market.context, teacher, { price: 20 });
  expect((await market.enroll(await addStudent(market.context), open)).status).toBe(409);
  expect(await findImbalances(market)).toEqual([]);
});

it("an account disconnected during a checkout enrolls the student who pays, who gets a refund on leaving", async () => {
  const teacher = await addSeller(market);
  const { courseId, student, url } = await openCheckout(teacher);
  const account = await findAccountId(market, teacher);
  await pressAtProvider(market, `/express/${account}/disconnect`);
  await tell("account.application.deauthorized", account);
  await market.call("GET", await market.pay(url));
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "enrolled", payment: "paid" },
  ]);
  const left = await market.call("POST", `/api/enrollment/course/${courseId}/leave`, {
    token: student.token,
  });
  expect(left.body.data.refunded).toBe(true);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "refunded" }]);
  expect(await findImbalances(market)).toEqual([]);
});

it("each sale stays with its original account after a reconnection, in earnings and refunds", async () => {
  const teacher = await addSeller(market);
  const old = await addEnrolled(market, teacher);
  const account = await findAccountId(market, teacher);
  await pressAtProvider(market, `/express/${account}/disconnect`);
  await tell("account.application.deauthorized", account);
  const setup = await market.call("POST", "/api/connect/accounts/setup", { token: teacher.token });
  await pressAtProvider(market, `${new URL(setup.body.data.result.accountLink).pathname}/complete`);
  await current(teacher);
  const fresh = await addEnrolled(market, teacher, { price: 30 });
  const earnings = await market.call("GET", "/api/connect/earnings?period=all", {
    token: teacher.token,
  });
  expect(earnings.body.data).toMatchObject({
    source: "provider",
    total: 2,
    summary: { gross: 50, net: 45 },
    onTheWay: 27,
    check: { matched: 1, missing: 0, unknown: 0 },
  });
  expect((await refund(teacher, old.enrollmentId)).status).toBe(409);
  expect((await refund(teacher, fresh.enrollmentId)).status).toBe(200);
  expect(await findRefunds(market, old.sessionId)).toEqual([]);
});

it("a price changed during a checkout applies to the next student", async () => {
  const teacher = await addSeller(market);
  const { courseId, student, url } = await openCheckout(teacher);
  await market.context.db
    .update(courses)
    .set({ priceCents: 5000, title: "Dearer now" })
    .where(eq(courses.id, courseId));
  expect((await market.enroll(student, courseId)).body.data.checkoutUrl).toBe(url);
  await market.call("GET", await market.pay(url));
  expect(await listReceipts(market.context, student.actor)).toMatchObject([
    { amount: 20, course: { title: expect.not.stringContaining("Dearer") } },
  ]);
});

it("a change of an account is found by polling when no event arrived", async () => {
  const restricted = await addSeller(market);
  const gone = await addSeller(market);
  await pressAtProvider(market, `/express/${await findAccountId(market, restricted)}/restrict`);
  await pressAtProvider(market, `/express/${await findAccountId(market, gone)}/disconnect`);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 60 * 60 * 1000 });
  await pollStripe(market.context);
  vi.useRealTimers();
  expect(await standing(restricted)).toBe("restricted");
  expect(await standing(gone)).toBe("disconnected");
});

it("the provider's state is trusted over an event that reports a disconnection", async () => {
  const teacher = await addSeller(market);
  const account = await findAccountId(market, teacher);
  const lie = {
    id: "evt_lie",
    type: "account.application.deauthorized",
    account,
    data: { object: { id: "ca_x", object: "application" } },
  };
  expect((await market.deliver(lie)).status).toBe(200);
  expect(await standing(teacher)).toBe("active");
});
