import { expect, it, vi } from "vitest";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { findSeats } from "../../../support/market.ts";
import { openMarket } from "../../../support/open-market.ts";
import { addStudent } from "../../../support/people.ts";

const { market, openCheckout } = await openMarket();

it("canceling a checkout expires its session and frees the seat at once", async () => {
  const { courseId, student, url } = await openCheckout({ maxStudents: 1 });
  const landing = await market.call("GET", await market.cancelCheckout(url));
  expect(landing.status).toBe(302);
  expect(landing.headers.get("location")).toBe(`/courses/${courseId}?payment=cancelled`);
  const { sessions } = await market.ledger();
  expect(sessions.find(({ metadata }) => metadata.courseId === courseId)?.status).toBe("expired");
  expect((await market.enroll(await addStudent(market.context), courseId)).status).toBe(201);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "expired" }]);
});

it("a student who canceled a checkout can start a new one", async () => {
  const { courseId, student, url } = await openCheckout({ maxStudents: 1 });
  await market.call("GET", await market.cancelCheckout(url));
  const again = await market.enroll(student, courseId);
  expect(again.status).toBe(201);
  expect(again.body.data.checkoutUrl).not.toBe(url);
});

it("guessed cancel links change nothing", async () => {
  const { courseId, student, url } = await openCheckout({ maxStudents: 1 });
  const back = await market.cancelCheckout(url);
  const other = await openCheckout({ maxStudents: 1 });
  const [seat] = await findSeats(market, student, courseId);
  const signature = new URL(await market.cancelCheckout(other.url), "http://x").searchParams.get(
    "signature",
  );
  for (const path of [
    back.replace(/signature=.*/, "signature=guessed"),
    back.replace(/signature=.*/, `signature=${signature}`),
    back.replace(/&signature=.*/, ""),
    `/api/enrollment/checkout/cancel?payment=${seat?.paymentId}`,
    `/api/enrollment/checkout/cancel?session_id=${seat?.sessionId}`,
    "/api/enrollment/checkout/cancel",
  ]) {
    const landing = await market.call("GET", path);
    expect(landing.status).toBe(302);
    expect(landing.headers.get("location")).toBe("/courses");
  }
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "held" }]);
});

it("a student who paid before opening the cancel link is notified of the enrollment", async () => {
  const { courseId, student, url } = await openCheckout({ maxStudents: 1 });
  const cancel = await market.cancelCheckout(url);
  await market.pay(url);
  for (let time = 0; time < 2; time += 1) {
    const landing = await market.call("GET", cancel);
    expect(landing.headers.get("location")).toBe(`/courses/${courseId}?payment=success`);
  }
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
});

it("canceling frees the seat at once when the provider is unavailable, and closes the session later", async () => {
  const { courseId, student, url } = await openCheckout({ maxStudents: 1 });
  const cancel = await market.cancelCheckout(url);
  await market.fault({ fault: "status-500", times: 10 });
  const landing = await market.call("GET", cancel);
  expect(landing.headers.get("location")).toBe(`/courses/${courseId}?payment=released`);
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "expired", payment: "open" },
  ]);
  await market.clearFaults();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 20_000 });
  await reconcilePayments(market.context);
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "expired", payment: "expired" },
  ]);
});

it("returning without paying does not enroll the student, and another person's session leads to the catalog", async () => {
  const { courseId, student, url } = await openCheckout({ maxStudents: 1 });
  const sessionId = new URL(url).pathname.split("/").at(-1);
  const path = "/api/enrollment/checkout/return";
  const early = await market.call("GET", `${path}?session_id=${sessionId}`);
  expect(early.headers.get("location")).toBe(`/courses/${courseId}?payment=pending`);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "held" }]);
  for (const query of ["", "?session_id=", "?session_id=cs_test_guess", "?session_id=//evil"]) {
    expect((await market.call("GET", path + query)).headers.get("location")).toBe("/courses");
  }
});

it("returning leads to the course page in the language that the checkout was opened in", async () => {
  const { courseId, url } = await openCheckout({ maxStudents: 1 });
  const sessionId = new URL(url).pathname.split("/").at(-1);
  const path = `/api/enrollment/checkout/return?session_id=${sessionId}`;
  const read = async (query: string) =>
    (await market.call("GET", path + query)).headers.get("location");
  expect(await read("&language=ar")).toBe(`/ar/courses/${courseId}?payment=pending`);
  for (const language of ["en", "xx", "//evil.example", "ar/../..", ""]) {
    const expected = `/courses/${courseId}?payment=pending`;
    expect(await read(`&language=${encodeURIComponent(language)}`), language).toBe(expected);
  }
});
