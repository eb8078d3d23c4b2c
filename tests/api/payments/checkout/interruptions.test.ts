/** Processes that are killed midway, and how their work is completed or undone. */
import { afterEach, expect, it, vi } from "vitest";
import { holdSeat } from "#server/enrollments/hold-seat.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { addCourse } from "../../../support/courses.ts";
import {
  type ApiProcess,
  findImbalances,
  findSeats,
  startApiProcess,
} from "../../../support/market.ts";
import { openMarket } from "../../../support/open-market.ts";
import { addStudent, addTeacher } from "../../../support/people.ts";

const { market, teacher } = await openMarket();
let victim: ApiProcess;

afterEach(async () => {
  await victim?.kill();
  expect(await findImbalances(market)).toEqual([]);
});

async function openCourse() {
  const courseId = await addCourse(market.context, teacher, { price: 20, maxStudents: 1 });
  return { courseId, student: await addStudent(market.context) };
}

/** A student who has paid and is enrolled. */
async function enrolledStudent() {
  const { courseId, student } = await openCourse();
  const { body } = await market.enroll(student, courseId);
  await market.call("GET", await market.pay(body.data.checkoutUrl));
  const [seat] = await findSeats(market, student, courseId);
  return { courseId, student, enrollmentId: seat?.enrollmentId ?? "" };
}

/**
 * Starts a process, waits until the provider receives the call that hangs, and kills the process.
 * With `delay`, the provider processes the call before it hangs; with `silent` it doesn't.
 */
async function killAt(
  match: string,
  fault: "delay" | "silent",
  work: (process: ApiProcess) => Promise<unknown>,
): Promise<void> {
  victim = await startApiProcess(market);
  await market.fault({ fault, match, times: 1, ...(fault === "delay" && { ms: 60_000 }) });
  const cutOff = expect(work(victim)).rejects.toThrow();
  await vi.waitFor(async () => expect(await market.pendingFaults()).toBe(0), 10_000);
  await victim.kill();
  await cutOff;
  await market.clearFaults();
}

async function reconcileLater(): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 20_000 });
  await reconcilePayments(market.context);
  vi.useRealTimers();
}

const sessionsOf = async (courseId: string) =>
  (await market.ledger()).sessions.filter(({ metadata }) => metadata.courseId === courseId);

it.each(["silent", "delay"] as const)(
  "a process killed while the session is being created (%s) still frees the seat later",
  async (fault) => {
    const { courseId, student } = await openCourse();
    await killAt("/v1/checkout/sessions", fault, (process) => process.enroll(student, courseId));
    expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "held" }]);
    await reconcileLater();
    expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "expired" }]);
    expect((await sessionsOf(courseId)).filter(({ status }) => status === "open")).toEqual([]);
    expect((await market.enroll(await addStudent(market.context), courseId)).status).toBe(201);
  },
);

it("a process killed after the session was created returns the same one to the next click", async () => {
  const { courseId, student } = await openCourse();
  await killAt("/v1/checkout/sessions", "delay", (process) => process.enroll(student, courseId));
  const next = await market.enroll(student, courseId);
  expect(next.status).toBe(200);
  expect(await sessionsOf(courseId)).toHaveLength(1);
  await market.call("GET", await market.pay(next.body.data.checkoutUrl));
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
});

it("a process stopped between the hold and the call to the provider lets the student's next click take the seat", async () => {
  const { courseId, student } = await openCourse();
  await holdSeat(market.context, student.actor, courseId);
  const next = await market.enroll(student, courseId);
  await market.call("GET", await market.pay(next.body.data.checkoutUrl));
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
});

it("a process killed while a paid student returns still enrolls the student later", async () => {
  const { courseId, student } = await openCourse();
  const { body } = await market.enroll(student, courseId);
  const back = await market.pay(body.data.checkoutUrl);
  await killAt("/v1/checkout/sessions", "delay", (process) => process.call("GET", back));
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "held" }]);
  await reconcilePayments(market.context);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
});

it.each(["silent", "delay"] as const)(
  "a process killed while a checkout is canceled (%s) still frees the seat later",
  async (fault) => {
    const { courseId, student } = await openCourse();
    const { body } = await market.enroll(student, courseId);
    const cancel = await market.cancelCheckout(body.data.checkoutUrl);
    await killAt("/expire", fault, (process) => process.call("GET", cancel));
    await reconcileLater();
    expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "expired" }]);
  },
);

it.each(["silent", "delay"] as const)(
  "killing a process while a refund is being made (%s) still results in exactly one refund",
  async (fault) => {
    const { courseId, student, enrollmentId } = await enrolledStudent();
    await killAt("/v1/refunds", fault, (process) =>
      process.call("POST", `/api/enrollment/${enrollmentId}/refund`, teacher.token),
    );
    await reconcilePayments(market.context);
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "refunded", payment: "refunded" },
    ]);
    const { charges, refunds } = await market.ledger();
    const charge = charges.find(({ metadata }) => metadata.enrolmentId === enrollmentId);
    expect(refunds.filter((refund) => refund.charge === charge?.id)).toHaveLength(1);
  },
);

it.each(["silent", "delay"] as const)(
  "killing a process while a payment account is being created (%s) still results in exactly one account",
  async (fault) => {
    const newcomer = await addTeacher(market.context);
    const before = (await market.ledger()).accounts.length;
    await killAt("/v1/accounts", fault, (process) =>
      process.call("POST", "/api/connect/accounts/setup", newcomer.token),
    );
    await reconcileLater();
    const setup = await market.call("POST", "/api/connect/accounts/setup", {
      token: newcomer.token,
    });
    expect(setup.status).toBe(200);
    expect((await market.ledger()).accounts).toHaveLength(before + 1);
  },
);
