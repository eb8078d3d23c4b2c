import { expect, it, vi } from "vitest";
import { reconcilePayments } from "#server/payments/reconcile.ts";
import { findSeats, type Market } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";

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
    "deleted",
    (courseId) => market.call("DELETE", `/api/courses/${courseId}`, { token: teacher.token }),
  ],
];

const sessionOf = async (courseId: string) =>
  (await market.ledger()).sessions.find(({ metadata }) => metadata.courseId === courseId)?.status;

it.each(ways)("a course that is %s can't be paid for any more", async (_way, takeOffSale) => {
  const { courseId, student } = await openCheckout();
  expect((await takeOffSale(courseId)).status).toBe(200);
  expect(await sessionOf(courseId)).toBe("expired");
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrolment: "expired", payment: "expired" },
  ]);
  expect((await market.enrol(student, courseId)).status).toBe(404);
});

it("who has paid before the course was archived is enrolled, and keeps it", async () => {
  const { courseId, student, url } = await openCheckout();
  await market.pay(url);
  for (const [, takeOffSale] of ways) await takeOffSale(courseId);
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrolment: "enrolled", payment: "paid" },
  ]);
  const read = await market.call("GET", `/api/courses/${courseId}`, { token: student.token });
  expect(read.status).toBe(200);
});

it("is archived while the provider is away, and its checkouts end later", async () => {
  const { courseId, student } = await openCheckout();
  await market.fault({ fault: "status-500", times: 20 });
  for (const [, takeOffSale] of ways) expect((await takeOffSale(courseId)).status).toBe(200);
  expect(await sessionOf(courseId)).toBe("open");
  await market.clearFaults();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 20_000 });
  await reconcilePayments(market.context);
  expect(await sessionOf(courseId)).toBe("expired");
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrolment: "expired" }]);
});
