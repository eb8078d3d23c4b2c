import { expect, test, vi } from "vitest";
import {
  addFault,
  clearFaults,
  onboardedAccount,
  paidSession,
  sessionFor,
  startWorld,
} from "./stripe-world.ts";

test("the same key and parameters return the first response again", async () => {
  const world = await startWorld();
  const input = sessionFor(await onboardedAccount(world));
  const options = { idempotencyKey: "enroll-e1" };
  const first = await world.stripe.checkout.sessions.create(input, options);
  const again = await world.stripe.checkout.sessions.create(input, options);
  expect(again.id).toBe(first.id);
  expect(first.lastResponse.headers).not.toHaveProperty("idempotent-replayed");
  expect(again.lastResponse.headers).toMatchObject({
    "idempotent-replayed": "true",
    "idempotency-key": "enroll-e1",
    "original-request": first.lastResponse.requestId,
  });
  await world.reopen();
  const afterRestart = await world.stripe.checkout.sessions.create(input, options);
  expect(afterRestart.id).toBe(first.id);
  expect((await world.stripe.checkout.sessions.list()).data).toHaveLength(1);
});

test("a key is rejected for other parameters and for another call", async () => {
  const world = await startWorld();
  const destination = await onboardedAccount(world);
  const options = { idempotencyKey: "enroll-e1" };
  await world.stripe.checkout.sessions.create(sessionFor(destination), options);
  const misuse = { statusCode: 400, type: "StripeIdempotencyError" };
  await expect(
    world.stripe.checkout.sessions.create(
      { ...sessionFor(destination), client_reference_id: "e2" },
      options,
    ),
  ).rejects.toMatchObject(misuse);
  await expect(world.stripe.accounts.create({}, options)).rejects.toMatchObject(misuse);
  await expect(
    world.stripe.accounts.create({}, { idempotencyKey: "k".repeat(256) }),
  ).rejects.toMatchObject(misuse);
});

test("a key whose first request is still running is reported as in use", async () => {
  const world = await startWorld();
  const input = sessionFor(await onboardedAccount(world));
  const options = { idempotencyKey: "enroll-e1" };
  await addFault(world, {
    provider: "stripe",
    match: "/v1/checkout/sessions",
    fault: "delay",
    times: 1,
    ms: 60_000,
  });
  const first = world.stripe.checkout.sessions.create(input, options);
  await vi.waitFor(async () => {
    expect((await world.stripe.checkout.sessions.list()).data).toHaveLength(1);
  });
  await expect(world.stripe.checkout.sessions.create(input, options)).rejects.toMatchObject({
    statusCode: 409,
    code: "idempotency_key_in_use",
  });
  await clearFaults(world);
  const again = await world.stripe.checkout.sessions.create(input, options);
  expect(again.id).toBe((await first).id);
});

test("simultaneous requests with one key make one refund", async () => {
  const world = await startWorld();
  const { paymentIntent } = await paidSession(world, await onboardedAccount(world));
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () =>
      world.stripe.refunds.create(
        { payment_intent: paymentIntent, amount: 100 },
        { idempotencyKey: "refund-e1" },
      ),
    ),
  );
  const ids = outcomes.flatMap((each) => (each.status === "fulfilled" ? [each.value.id] : []));
  expect(new Set(ids).size).toBe(1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ statusCode: 409 });
  }
  expect((await world.stripe.refunds.list()).data).toHaveLength(1);
});

test("an error after the work began is stored, and an error in the parameters is not", async () => {
  const world = await startWorld();
  const { paymentIntent } = await paidSession(world, await onboardedAccount(world));
  const tooMuch = () =>
    world.stripe.refunds.create(
      { payment_intent: paymentIntent, amount: 99_999 },
      { idempotencyKey: "refund-too-much" },
    );
  await expect(tooMuch()).rejects.toMatchObject({ statusCode: 400 });
  await expect(tooMuch()).rejects.toMatchObject({
    statusCode: 400,
    headers: { "idempotent-replayed": "true" },
  });

  const options = { idempotencyKey: "account-link" };
  const link = (account: string) =>
    world.stripe.accountLinks.create(
      {
        account,
        refresh_url: "http://site.test/refresh",
        return_url: "http://site.test/return",
        type: "account_onboarding",
      },
      options,
    );
  await expect(link("acct_none")).rejects.toMatchObject({ code: "resource_missing" });
  const account = await world.stripe.accounts.create();
  expect((await link(account.id)).url).toContain(account.id);
});
