import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { changeCourseVisibility, showCourse } from "#server/courses/hide-course.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { findImbalances, findSeats, type Market } from "../../../support/market.ts";
import { openMarket } from "../../../support/open-market.ts";
import { readMails } from "../../../support/payments/enrolled.ts";

const { market, teacher, openCheckout } = await openMarket();

const ways: [string, (courseId: string) => ReturnType<Market["call"]>][] = [
  [
    "archived",
    (courseId) =>
      market.call("PUT", `/api/courses/${courseId}`, {
        token: teacher.token,
        body: { status: "archived" },
      }),
  ],
  [
    "canceled",
    (courseId) =>
      market.call("POST", `/api/courses/${courseId}/cancel`, { token: teacher.token, body: {} }),
  ],
  [
    "deleted",
    (courseId) => market.call("DELETE", `/api/courses/${courseId}`, { token: teacher.token }),
  ],
];

const sessionOf = async (courseId: string) =>
  (await market.ledger()).sessions.find(({ metadata }) => metadata.courseId === courseId)?.status;

it.each(ways)("a course that is %s can no longer be paid for", async (_way, takeOffSale) => {
  const { courseId, student } = await openCheckout();
  expect((await takeOffSale(courseId)).status).toBe(200);
  expect(await sessionOf(courseId)).toBe("expired");
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "expired", payment: "expired" },
  ]);
  expect((await market.enroll(student, courseId)).status).toBe(404);
});

const keepingWays = ways.filter(([way]) => way !== "canceled");

it.each(keepingWays)(
  "a student enrolled before the course was %s keeps the seat",
  async (_way, close) => {
    const { courseId, student, url } = await openCheckout();
    await market.call("GET", await market.pay(url));
    expect((await close(courseId)).status).toBe(200);
    await reconcilePayments(market.context);
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "enrolled", payment: "paid" },
    ]);
    const read = await market.call("GET", `/api/courses/${courseId}`, { token: student.token });
    expect(read.status).toBe(200);
  },
);

it.each(ways)(
  "a payment that arrives after the course was %s is refunded in full",
  async (_way, close) => {
    const { courseId, student, url } = await openCheckout();
    const back = await market.pay(url);
    expect((await close(courseId)).status).toBe(200);
    const landing = await market.call("GET", back);
    expect(landing.headers.get("location")).toBe(`/courses/${courseId}?payment=closed`);
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "refunded", payment: "refunded" },
    ]);
    expect(await findImbalances(market)).toEqual([]);
    const refunded = [
      [student, "We've refunded $"],
      [teacher, "was refunded in full to the student's card"],
    ] as const;
    for (const [person, text] of refunded) {
      const texts = (await readMails(market, person)).map((mail) => mail.text);
      expect(texts).toContainEqual(expect.stringContaining(text));
    }
  },
);

describe("a payment that arrives after staff hid the course", () => {
  const staff = { command: "Operator" };

  async function hideAfterPayment() {
    const opened = await openCheckout();
    const back = await market.pay(opened.url);
    const input = { reason: "Please describe the course." };
    // The process stops before it closes the checkouts.
    await market.context.db.transaction((tx) =>
      changeCourseVisibility(tx, opened.courseId, input.reason),
    );
    return { ...opened, back, input };
  }

  it("is refunded in full on the return page, which says why", async () => {
    const { courseId, student, back } = await hideAfterPayment();
    const landing = await market.call("GET", back);
    expect(landing.headers.get("location")).toBe(`/courses/${courseId}?payment=closed`);
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "refunded", payment: "refunded" },
    ]);
    const [newest] = await readMails(market, student);
    expect(newest?.text).toContain("We've refunded $");
  });

  it("is refunded in full when reconciliation finds it", async () => {
    const { courseId, student } = await hideAfterPayment();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 20_000 });
    await reconcilePayments(market.context);
    expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "refunded" }]);
  });

  it("gets the seat if the course is shown again by then", async () => {
    const { courseId, student, back, input } = await hideAfterPayment();
    await showCourse(market.context, courseId, staff, input);
    await market.call("GET", back);
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "enrolled", payment: "paid" },
    ]);
  });
});

/**
 * Records in the database in which order courses were closed and seats were taken. Both happen
 * while the course is locked, so the recorded order is correct.
 */
async function recordOrder(): Promise<(courseId: string) => Promise<string[]>> {
  await market.context.db.execute(sql`
    create table race_events (position serial, course_id text, event text);
    create function record_close() returns trigger language plpgsql as $$ begin
      insert into race_events (course_id, event) values (new.id, 'closed'); return new;
    end $$;
    create function record_seat() returns trigger language plpgsql as $$ begin
      insert into race_events (course_id, event) values (new.course_id, 'enrolled'); return new;
    end $$;
    create trigger record_close after update on courses for each row
      when (old.status = 'published' and new.status = 'archived') execute function record_close();
    create trigger record_seat after update on enrolments for each row
      when (old.status <> 'enrolled' and new.status = 'enrolled') execute function record_seat();
  `);
  return async (courseId) => {
    const { rows } = await market.context.db.execute<{ event: string }>(
      sql`select event from race_events where course_id = ${courseId} order by position`,
    );
    return rows.map(({ event }) => event);
  };
}

it("a payment gets the seat only if it is recorded before the end of the course", async () => {
  const readOrder = await recordOrder();
  for (const [way, close] of [...ways, ...ways, ...ways]) {
    const { courseId, student, url } = await openCheckout();
    const back = await market.pay(url);
    await Promise.all([close(courseId), market.call("GET", back), market.call("GET", back)]);
    await reconcilePayments(market.context);
    const [seat] = await findSeats(market, student, courseId);
    const events = await readOrder(courseId);
    expect(events, way).toContain("closed");
    const keepsSeat = events[0] === "enrolled" && way !== "canceled";
    const end = keepsSeat ? "enrolled paid" : "refunded refunded";
    expect(`${seat?.enrollment} ${seat?.payment}`, `${way}: ${events}`).toBe(end);
  }
  expect(await findImbalances(market)).toEqual([]);
});

it("a course can be archived while the provider is unavailable, and its checkouts close later", async () => {
  const { courseId, student } = await openCheckout();
  await market.fault({ fault: "status-500", times: 20 });
  for (const [, takeOffSale] of ways) expect((await takeOffSale(courseId)).status).toBe(200);
  expect(await sessionOf(courseId)).toBe("open");
  await market.clearFaults();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 20_000 });
  await reconcilePayments(market.context);
  expect(await sessionOf(courseId)).toBe("expired");
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "expired" }]);
});
