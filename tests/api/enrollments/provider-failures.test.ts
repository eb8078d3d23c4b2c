import { describe, expect, it, vi } from "vitest";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { addCourse } from "../../support/courses.ts";
import { findSeats } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";
import { addStudent } from "../../support/people.ts";

const sessions = "/v1/checkout/sessions";
const unavailable = "Failed to enroll in course. Please try again later.";

const { market, teacher } = await openMarket();

async function openCourse() {
  const courseId = await addCourse(market.context, teacher, { price: 20, maxStudents: 1 });
  return { courseId, student: await addStudent(market.context) };
}

const sessionsOf = async (courseId: string) =>
  (await market.ledger()).sessions.filter(({ metadata }) => metadata.courseId === courseId);

/** Runs reconciliation as the job does, a few seconds after the last request. */
async function reconcileLater(seconds = 20): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
  await reconcilePayments(market.context);
  vi.useRealTimers();
}

describe.each(["status-500", "silent"] as const)("the payment provider's fault %s", (fault) => {
  it("is answered with 503 and Retry-After, and the next attempt succeeds", async () => {
    const { courseId, student } = await openCourse();
    await market.fault({ fault, match: sessions, times: 20 });
    const answer = await market.enroll(student, courseId);
    expect(answer.status).toBe(503);
    expect(answer.body.message).toBe(unavailable);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    // The outcome is unknown, so the seat stays held.
    expect((await market.enroll(await addStudent(market.context), courseId)).status).toBe(409);

    await market.clearFaults();
    const next = await market.enroll(student, courseId);
    expect(next.status).toBe(200);
    await market.call("GET", await market.pay(next.body.data.checkoutUrl));
    expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
    expect(await sessionsOf(courseId)).toHaveLength(1);
  });

  it("does not hold the seat of a student who never returns, once the provider works again", async () => {
    const { courseId, student } = await openCourse();
    await market.fault({ fault, match: sessions, times: 20 });
    expect((await market.enroll(student, courseId)).status).toBe(503);
    await market.clearFaults();
    await reconcileLater();
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "expired", payment: "expired" },
    ]);
    expect((await sessionsOf(courseId)).filter(({ status }) => status === "open")).toEqual([]);
    expect((await market.enroll(await addStudent(market.context), courseId)).status).toBe(201);
  });
});

it("a retry finds the same checkout session after one lost response", async () => {
  const { courseId, student } = await openCourse();
  await market.fault({ fault: "drop-response", match: sessions, times: 1 });
  expect((await market.enroll(student, courseId)).status).toBe(201);
  expect(await sessionsOf(courseId)).toHaveLength(1);
});

it("a retry finds the checkout session that was created before all responses were lost", async () => {
  const { courseId, student } = await openCourse();
  await market.fault({ fault: "drop-response", match: sessions, times: 10 });
  expect((await market.enroll(student, courseId)).status).toBe(503);
  await market.clearFaults();
  const [made] = await sessionsOf(courseId);
  const next = await market.enroll(student, courseId);
  expect(new URL(next.body.data.checkoutUrl).pathname).toBe(`/checkout/${made?.id}`);
  expect(await sessionsOf(courseId)).toHaveLength(1);
});

it("a checkout session whose responses were lost is closed if the student does not return", async () => {
  const { courseId, student } = await openCourse();
  await market.fault({ fault: "drop-response", match: sessions, times: 10 });
  expect((await market.enroll(student, courseId)).status).toBe(503);
  await market.clearFaults();
  await reconcileLater();
  expect(await sessionsOf(courseId)).toMatchObject([{ status: "expired" }]);
  expect((await market.enroll(student, courseId)).status).toBe(201);
});

it("the seat is freed at once when the provider rejects the request", async () => {
  const { courseId, student } = await openCourse();
  await market.fault({ fault: "status-429", match: sessions, times: 10 });
  const answer = await market.enroll(student, courseId);
  expect(answer.status).toBe(503);
  expect(answer.headers.has("retry-after")).toBe(true);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "expired" }]);
  await market.clearFaults();
  expect((await market.enroll(await addStudent(market.context), courseId)).status).toBe(201);
});

it("a new checkout is started when the interrupted one is too old to be created", async () => {
  const { courseId, student } = await openCourse();
  await market.fault({ fault: "status-500", match: sessions, times: 10 });
  expect((await market.enroll(student, courseId)).status).toBe(503);
  await market.clearFaults();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * 60 * 1000 });
  expect((await market.enroll(student, courseId)).status).toBe(201);
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "expired" },
    { enrollment: "held" },
  ]);
});

it("the open checkout is returned while the provider is unavailable", async () => {
  const { courseId, student } = await openCourse();
  const first = await market.enroll(student, courseId);
  await market.fault({ fault: "status-500", times: 10 });
  const second = await market.enroll(student, courseId);
  expect(second.status).toBe(200);
  expect(second.body.data).toEqual(first.body.data);
});

it("enrolling waits for a slow provider for a reasonable time", async () => {
  const { courseId, student } = await openCourse();
  await market.fault({ fault: "delay", match: sessions, times: 1, ms: 5_000 });
  const answer = await market.enroll(student, courseId);
  expect(answer.body.data.checkoutUrl).toContain("/checkout/");
  expect(await sessionsOf(courseId)).toHaveLength(1);
});

it("a student who paid a checkout whose response was lost is enrolled", async () => {
  const { courseId, student } = await openCourse();
  await market.fault({ fault: "drop-response", match: sessions, times: 10 });
  expect((await market.enroll(student, courseId)).status).toBe(503);
  await market.clearFaults();
  const [made] = await sessionsOf(courseId);
  await market.pay(`${market.sandboxUrl}/checkout/${made?.id}`);
  await reconcileLater();
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "enrolled", payment: "paid" },
  ]);
});

it("a student who has paid and clicks again is notified of the enrollment", async () => {
  const { courseId, student } = await openCourse();
  const { body } = await market.enroll(student, courseId);
  await market.pay(body.data.checkoutUrl);
  const again = await market.enroll(student, courseId);
  expect(again).toMatchObject({
    status: 409,
    body: { message: "You are enrolled in this course" },
  });
});
