import { expect, test } from "vitest";
import {
  onboardedAccount,
  paidSession,
  pay,
  sessionFor,
  startWorld,
  stripeAt,
} from "./stripe-world.ts";

test("only the sandbox's own key is accepted", async () => {
  const world = await startWorld();
  const stranger = stripeAt(world.sandbox.port, "sk_test_of_somebody_else");
  await expect(stranger.accounts.list()).rejects.toMatchObject({
    statusCode: 401,
    type: "StripeAuthenticationError",
  });
  const response = await fetch(`${world.base}/v1/accounts`);
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toContain("Bearer");
});

test("every response has a request ID and the API version", async () => {
  const world = await startWorld();
  const { lastResponse } = await world.stripe.accounts.list();
  expect(lastResponse.requestId).toMatch(/^req_/);
  expect(lastResponse.apiVersion).toBe("2026-10-28.endive");
});

test("the sandbox implements the API version of the installed SDK", async () => {
  const { default: Stripe } = await import("stripe");
  const { API_VERSION } = await import("#sandbox/stripe/http/version.ts");
  expect(API_VERSION).toBe(Stripe.API_VERSION);
});

test("a missing object is reported as Stripe reports it", async () => {
  const world = await startWorld();
  const missing = { statusCode: 404, type: "StripeInvalidRequestError", code: "resource_missing" };
  const { stripe } = world;
  await expect(stripe.checkout.sessions.retrieve("cs_test_none")).rejects.toMatchObject(missing);
  await expect(stripe.paymentIntents.retrieve("pi_none")).rejects.toMatchObject(missing);
  await expect(stripe.charges.retrieve("ch_none")).rejects.toMatchObject(missing);
  await expect(stripe.accounts.retrieve("acct_none")).rejects.toMatchObject(missing);
  await expect(stripe.events.retrieve("evt_none")).rejects.toMatchObject(missing);
  await expect(stripe.coupons.list()).rejects.toMatchObject({
    statusCode: 404,
    message: expect.stringContaining("Unrecognized request URL (GET: /v1/coupons)"),
  });
  const page = await fetch(`${world.base}/checkout/cs_test_none`);
  expect(page.status).toBe(404);
  expect((await fetch(`${world.base}/onboarding/acct_none`)).status).toBe(404);
});

test("lists are paged from the newest entry in both directions", async () => {
  const world = await startWorld();
  const made: string[] = [];
  for (let count = 0; count < 7; count += 1)
    made.unshift((await world.stripe.accounts.create()).id);

  const first = await world.stripe.accounts.list({ limit: 3 });
  expect(first).toMatchObject({ object: "list", has_more: true, url: "/v1/accounts" });
  expect(first.data.map((each) => each.id)).toEqual(made.slice(0, 3));
  const last = await world.stripe.accounts.list({ limit: 10, starting_after: made[2] });
  expect(last.has_more).toBe(false);
  expect(last.data.map((each) => each.id)).toEqual(made.slice(3));
  const before = await world.stripe.accounts.list({ limit: 2, ending_before: made[4] });
  expect(before.data.map((each) => each.id)).toEqual(made.slice(2, 4));
  expect(before.has_more).toBe(true);

  const all: string[] = [];
  for await (const account of world.stripe.accounts.list({ limit: 2 })) all.push(account.id);
  expect(all).toEqual(made);

  await expect(world.stripe.accounts.list({ limit: 101 })).rejects.toMatchObject({
    param: "limit",
  });
  const future = { gt: Math.floor(Date.now() / 1000) + 60 };
  expect((await world.stripe.accounts.list({ created: future })).data).toEqual([]);
});

test("only expandable fields can be expanded", async () => {
  const world = await startWorld();
  const { id, paymentIntent } = await paidSession(world, await onboardedAccount(world));
  const sessions = await world.stripe.checkout.sessions.list({
    expand: ["data.payment_intent.latest_charge", "data.line_items"],
  });
  expect(sessions.data[0]).toMatchObject({
    id,
    payment_intent: { id: paymentIntent, latest_charge: { object: "charge" } },
    line_items: { object: "list", data: [{ object: "item", amount_total: 12_000 }] },
  });
  await expect(
    world.stripe.checkout.sessions.retrieve(id, { expand: ["status"] }),
  ).rejects.toMatchObject({ statusCode: 400 });
  const deep = ["payment_intent.latest_charge.transfer.destination.external_accounts"];
  await expect(world.stripe.checkout.sessions.retrieve(id, { expand: deep })).rejects.toMatchObject(
    { statusCode: 400, param: "expand" },
  );
});

test("the list of events contains what happened, newest first", async () => {
  const world = await startWorld();
  const session = await world.stripe.checkout.sessions.create(
    sessionFor(await onboardedAccount(world)),
    { idempotencyKey: "enroll-e1" },
  );
  await pay(world, session.id);
  const completed = await world.receiver.waitFor("checkout.session.completed");
  const events = await world.stripe.events.list({ types: ["checkout.session.completed"] });
  expect(events.data).toMatchObject([
    {
      id: completed.id,
      object: "event",
      api_version: "2026-10-28.endive",
      data: { object: { id: session.id, status: "complete" } },
      livemode: false,
    },
  ]);
  const all = await world.stripe.events.list({ limit: 100 });
  expect(all.data.map((each) => each.type)).toEqual([
    "checkout.session.completed",
    "payment_intent.succeeded",
    "charge.succeeded",
    "application_fee.created",
    "transfer.created",
    "payment_intent.created",
    "account.updated",
  ]);
});

test("the ID of a connected account gives no access to its objects", async () => {
  const world = await startWorld();
  const stripeAccount = await onboardedAccount(world);
  await expect(world.stripe.charges.list({}, { stripeAccount })).rejects.toMatchObject({
    statusCode: 403,
  });
});

test("names with a meaning in JavaScript are treated as plain names", async () => {
  const world = await startWorld();
  const response = await fetch(`${world.base}/v1/accounts`, {
    method: "POST",
    headers: { authorization: "Bearer sk_test_of_this_test" },
    body: new URLSearchParams({ "__proto__[email]": "x", "metadata[constructor]": "y" }),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { code: "parameter_unknown", param: "__proto__" },
  });
});
