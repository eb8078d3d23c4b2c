/** A declined card, and every way in which the checkout can end afterward. */
import { describe, expect, it, vi } from "vitest";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { findImbalances, findSeats } from "../../../support/market.ts";
import { openMarket } from "../../../support/open-market.ts";
import { readMails } from "../../../support/payments/enrolled.ts";
import { addStudent, type Person } from "../../../support/people.ts";

const { market, openCheckout } = await openMarket();

const minute = 60_000;

async function decline(url: string): Promise<void> {
  const answer = await fetch(`${url}/pay`, {
    method: "POST",
    body: new URLSearchParams({ card: "4000000000000002" }),
  });
  if (answer.status !== 402) throw new Error(`The card was not declined: ${answer.status}`);
}

async function openDeclined(maxStudents = 1) {
  const opened = await openCheckout({ maxStudents });
  await decline(opened.url);
  return opened;
}

const readSeat = async (student: Person, courseId: string) => {
  const path = `/api/enrollment/course/${courseId}/seat`;
  return (await market.call("GET", path, { token: student.token })).body.data;
};

const join = (student: Person, courseId: string) =>
  market.call("POST", `/api/enrollment/course/${courseId}/waiting-list`, { token: student.token });

/** Runs a job as of a later time. */
async function runAt(time: number, job: "reconcile-payments" | "waiting-list"): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: time });
  await market.context.jobs.send(market.context.db, job, {});
  await market.context.jobs.drain().finally(() => vi.useRealTimers());
}

async function expectPaysAfterAll(student: Person, courseId: string): Promise<void> {
  const again = await market.enroll(student, courseId);
  expect(again.status).toBe(201);
  const landing = await market.call("GET", await market.pay(again.body.data.checkoutUrl));
  expect(landing.headers.get("location")).toBe(`/courses/${courseId}?payment=success`);
  expect(await readSeat(student, courseId)).toMatchObject({ status: "enrolled" });
}

it("canceling after a declined card releases the seat, and the student can enroll again", async () => {
  const { courseId, student, url } = await openDeclined();
  const landing = await market.call("GET", await market.cancelCheckout(url));
  expect(landing.headers.get("location")).toBe(`/courses/${courseId}?payment=cancelled`);
  expect(await readSeat(student, courseId)).toMatchObject({ status: "none", seatsLeft: 1 });
  await expectPaysAfterAll(student, courseId);
  expect(await findImbalances(market)).toEqual([]);
});

it("a student whose card was declined gets the same checkout again and can pay it", async () => {
  const { courseId, student, url } = await openDeclined();
  await decline(url);
  const again = await market.enroll(student, courseId);
  expect(again).toMatchObject({ status: 200, body: { data: { checkoutUrl: url } } });
  const landing = await market.call("GET", await market.pay(url));
  expect(landing.headers.get("location")).toContain("payment=success");
});

it("another student gets the last seat as soon as a declined checkout is canceled", async () => {
  const { courseId, student, url } = await openDeclined();
  await market.call("GET", await market.cancelCheckout(url));
  await expectPaysAfterAll(await addStudent(market.context), courseId);
  expect((await market.enroll(student, courseId)).status).toBe(409);
});

it("the next student on the waiting list gets an offer when a declined checkout is canceled", async () => {
  const { courseId, url } = await openDeclined();
  const next = await addStudent(market.context);
  expect((await join(next, courseId)).status).toBe(201);
  await market.call("GET", await market.cancelCheckout(url));
  expect(await readSeat(next, courseId)).toMatchObject({ waiting: { position: 0 } });
  expect(await readMails(market, next)).toHaveLength(1);
});

it("events about declined charges and expired sessions leave a declined checkout unchanged", async () => {
  const { courseId, student, sessionId } = await openDeclined();
  await market.context.stripe.checkout.sessions.expire(sessionId);
  for (const type of ["charge.failed", "payment_intent.payment_failed"]) {
    for (const event of await market.events(type)) {
      expect((await market.deliver(event)).status).toBe(200);
    }
  }
  const expired = (await market.events("checkout.session.expired")) as {
    data: { object: { id: string } };
  }[];
  const event = expired.find(({ data }) => data.object.id === sessionId);
  expect((await market.deliver(event ?? {})).status).toBe(200);
  expect(await readSeat(student, courseId)).toMatchObject({ status: "none" });
  await expectPaysAfterAll(student, courseId);
});

it("a declined checkout whose window was closed expires with its session", async () => {
  const { courseId, student } = await openDeclined();
  const start = Date.now();
  await runAt(start + 31 * minute, "reconcile-payments");
  expect(await readSeat(student, courseId)).toMatchObject({ status: "none", seatsLeft: 1 });
  await expectPaysAfterAll(student, courseId);
});

describe.each(["status-500", "status-429", "silent", "drop-response"] as const)(
  "a declined checkout during the provider's fault %s",
  (fault) => {
    const cause = () => market.fault({ fault, match: "/v1/", times: 500 });

    it("releases the seat at once when it is canceled, and the message states only what is certain", async () => {
      const { courseId, student, url } = await openDeclined();
      await cause();
      const landing = await market.call("GET", await market.cancelCheckout(url));
      expect(landing.headers.get("location")).toBe(`/courses/${courseId}?payment=released`);
      expect(await readSeat(student, courseId)).toMatchObject({ status: "none", seatsLeft: 1 });
      await market.clearFaults();
      await expectPaysAfterAll(student, courseId);
    });

    it("holds the seat at most 15 minutes beyond its end when the window was closed", async () => {
      const { courseId, student } = await openDeclined();
      const next = await addStudent(market.context);
      expect((await join(next, courseId)).status).toBe(201);
      const start = Date.now();
      await cause();
      await runAt(start + 44 * minute, "waiting-list");
      expect(await readSeat(student, courseId)).toMatchObject({ status: "held" });
      await runAt(start + 46 * minute, "waiting-list");
      expect(await readSeat(student, courseId)).toMatchObject({ status: "none" });
      expect(await readSeat(next, courseId)).toMatchObject({ waiting: { position: 0 } });
    });
  },
);

describe("a payment that arrives after its seat was released", () => {
  /**
   * A checkout that was canceled while the provider was unavailable, and then paid in another
   * window.
   */
  async function openReleased(maxStudents = 1) {
    const opened = await openCheckout({ maxStudents });
    await market.fault({ fault: "status-500", match: "/v1/", times: 500 });
    await market.call("GET", await market.cancelCheckout(opened.url));
    await market.clearFaults();
    return opened;
  }

  it("gets the seat if it is still free", async () => {
    const { courseId, student, url } = await openReleased();
    const landing = await market.call("GET", await market.pay(url));
    expect(landing.headers.get("location")).toBe(`/courses/${courseId}?payment=success`);
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "enrolled", payment: "paid" },
    ]);
    expect(await findImbalances(market)).toEqual([]);
  });

  it("is refunded in full if another student holds the last seat", async () => {
    const { courseId, student, url } = await openReleased();
    const other = await addStudent(market.context);
    expect((await market.enroll(other, courseId)).status).toBe(201);
    const landing = await market.call("GET", await market.pay(url));
    expect(landing.headers.get("location")).toBe(`/courses/${courseId}?payment=refunded`);
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "expired", payment: "refunded" },
    ]);
    expect(await readMails(market, student)).toMatchObject([
      { text: expect.stringContaining("last seat") },
    ]);
    expect(await findImbalances(market)).toEqual([]);
  });

  it("is refunded in full if the seat is on offer to the next student on the waiting list", async () => {
    const { courseId, url } = await openCheckout({ maxStudents: 1 });
    const next = await addStudent(market.context);
    await join(next, courseId);
    await market.fault({ fault: "silent", match: "/v1/", times: 500 });
    await market.call("GET", await market.cancelCheckout(url));
    await market.clearFaults();
    const landing = await market.call("GET", await market.pay(url));
    expect(landing.headers.get("location")).toContain("payment=refunded");
    expect(await readSeat(next, courseId)).toMatchObject({ waiting: { position: 0 } });
  });

  it("replaces a newer checkout of the same student", async () => {
    const { courseId, student, url } = await openReleased();
    const newer = await market.enroll(student, courseId);
    expect(newer.status).toBe(201);
    await market.call("GET", await market.pay(url));
    const statuses = (await findSeats(market, student, courseId)).map((seat) => seat.enrollment);
    expect(statuses).toEqual(["enrolled", "expired"]);
    // A student who pays both checkouts gets one of the payments refunded.
    const landing = await market.call("GET", await market.pay(newer.body.data.checkoutUrl));
    expect(landing.headers.get("location")).toBe(`/courses/${courseId}?enrolled=1`);
    const { refunds } = await market.ledger();
    const seats = await findSeats(market, student, courseId);
    expect(seats).toMatchObject([{ payment: "paid" }, { payment: "refunded" }]);
    expect(refunds.length).toBeGreaterThan(0);
    expect(await findImbalances(market)).toEqual([]);
  });

  it("is found by the job when neither webhook nor return page reported it", async () => {
    const { courseId, student, url } = await openReleased();
    await market.pay(url);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 20_000 });
    await reconcilePayments(market.context);
    expect(await readSeat(student, courseId)).toMatchObject({ status: "enrolled" });
  });
});

it("an old cancel link says nothing about the checkout that is currently open", async () => {
  const { courseId, student, url } = await openDeclined();
  const cancel = await market.cancelCheckout(url);
  await market.call("GET", cancel);
  expect((await market.enroll(student, courseId)).status).toBe(201);
  const landing = await market.call("GET", cancel);
  expect(landing.headers.get("location")).toBe(`/courses/${courseId}`);
  expect(await readSeat(student, courseId)).toMatchObject({ status: "held" });
});
