/**
 * No single account or link can use up the rate limit that the payment provider grants the whole
 * platform.
 */
import { expect, it } from "vitest";
import { exportEarnings } from "#server/earnings/earnings-export.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import type { Answer } from "../../support/app.ts";
import { findSeats } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";
import { countProviderCalls } from "../../support/payments/provider-calls.ts";
import { addTeacher, type Person } from "../../support/people.ts";

const { market, teacher, openCheckout } = await openMarket();

const provider = countProviderCalls(market, ({ accounts, balanceTransactions, checkout }) => [
  [checkout.sessions, "retrieve"],
  [checkout.sessions, "expire"],
  [accounts, "retrieve"],
  [balanceTransactions, "list"],
]);

async function repeat(times: number, call: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let time = 0; time < times; time += 1) answers.push(await call());
  return answers;
}

const get = (path: string, person?: Person) =>
  market.call("GET", path, person ? { token: person.token } : {});

const targets = (answers: Answer[]) => [
  ...new Set(answers.map(({ headers }) => headers.get("location"))),
];

it("returning from a paid checkout makes no provider calls for known facts", async () => {
  const { courseId, url } = await openCheckout();
  const cancel = await market.cancelCheckout(url);
  const back = await market.pay(url);
  await get(back);
  provider.count = 0;
  const answers = [
    ...(await repeat(50, () => get(back))),
    ...(await repeat(50, () => get(cancel))),
  ];
  expect(targets(answers)).toEqual([`/courses/${courseId}?payment=success`]);
  expect(provider.count).toBe(0);
});

it("an open checkout is polled a few times a minute, and each request reports its state", async () => {
  const { courseId, student, url, sessionId } = await openCheckout();
  const back = `/api/enrollment/checkout/return?session_id=${sessionId}`;
  const answers = await repeat(60, () => get(back));
  expect(targets(answers)).toEqual([`/courses/${courseId}?payment=pending`]);
  expect(provider.count).toBeLessThanOrEqual(20);
  // A student who has reached the polling limit can still pay and is enrolled without the return
  // page.
  await market.pay(url);
  await reconcilePayments(market.context);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
});

it("a canceled checkout frees its seat however often it was polled", async () => {
  const { courseId, student, url, sessionId } = await openCheckout({ maxStudents: 1 });
  await repeat(25, () => get(`/api/enrollment/checkout/return?session_id=${sessionId}`));
  const landing = await get(await market.cancelCheckout(url));
  expect(landing.headers.get("location")).toMatch(`/courses/${courseId}?payment=`);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "expired" }]);
  await reconcilePayments(market.context);
  const { sessions } = await market.ledger();
  expect(sessions.find(({ id }) => id === sessionId)?.status).toBe("expired");
});

it("an unfinished account is shown from our own records after many requests", async () => {
  const other = await addTeacher(market.context);
  await market.call("POST", "/api/connect/accounts/setup", { token: other.token });
  const answers = await repeat(90, () => get("/api/connect/accounts/current", other));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(provider.count).toBeLessThanOrEqual(60);
});

it("each teacher can read earnings 60 times in ten minutes", async () => {
  const answers = await repeat(61, () => get("/api/connect/earnings", teacher));
  expect(answers.slice(0, 60).every(({ status }) => status === 200)).toBe(true);
  expect(answers[60]?.status).toBe(429);
  expect(Number(answers[60]?.headers.get("retry-after"))).toBeGreaterThan(0);
  const other = await addTeacher(market.context);
  expect((await get("/api/connect/earnings", other)).status).toBe(200);
});

it("earnings can be exported 20 times an hour, and the error says when to retry", async () => {
  const ask = () => exportEarnings(market.context, teacher.actor, new URLSearchParams());
  for (let time = 0; time < 20; time += 1) expect((await ask()).status).toBe(200);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.text()).toContain("exported your earnings too often");
});

it("a student can open and leave 40 checkouts in an hour and no more", async () => {
  const { courseId, student, url } = await openCheckout();
  await get(await market.cancelCheckout(url));
  for (let time = 0; time < 39; time += 1) {
    const { status, body } = await market.enroll(student, courseId);
    expect(status).toBe(201);
    await get(await market.cancelCheckout(body.data.checkoutUrl));
  }
  const refused = await market.enroll(student, courseId);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const seats = await findSeats(market, student, courseId);
  expect(new Set(seats.map(({ enrollment }) => enrollment))).toEqual(new Set(["expired"]));
});
