import { expect, test, vi } from "vitest";
import {
  onboardedAccount,
  paidSession,
  pay,
  readLedger,
  sessionFor,
  startWorld,
} from "./stripe-world.ts";

test("a new session is open, with a page that shows the course and the price", async () => {
  const world = await startWorld();
  const session = await world.stripe.checkout.sessions.create(
    sessionFor(await onboardedAccount(world)),
  );
  expect(session).toMatchObject({
    object: "checkout.session",
    amount_total: 12_000,
    client_reference_id: "e1",
    currency: "usd",
    metadata: { enrollment: "e1" },
    payment_intent: null,
    payment_status: "unpaid",
    status: "open",
    url: `${world.base}/checkout/${session.id}`,
  });
  expect(session.id).toMatch(/^cs_test_/);

  const page = await (await fetch(String(session.url))).text();
  expect(page).toContain("Demo payment page");
  expect(page).toContain("Tajweed for &lt;beginners&gt;");
  expect(page).toContain("$120.00");
});

test("a payment with a valid card transfers the amount and keeps the fee", async () => {
  const world = await startWorld();
  const destination = await onboardedAccount(world);
  const session = await world.stripe.checkout.sessions.create(sessionFor(destination));

  const response = await pay(world, session.id);
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe(`http://site.test/done?session=${session.id}`);

  const paid = await world.stripe.checkout.sessions.retrieve(session.id, {
    expand: [
      "line_items",
      "payment_intent.latest_charge.balance_transaction",
      "payment_intent.latest_charge.transfer",
    ],
  });
  expect(paid).toMatchObject({
    status: "complete",
    payment_status: "paid",
    url: null,
    line_items: { data: [{ description: "Tajweed for <beginners>", quantity: 1 }] },
    payment_intent: {
      status: "succeeded",
      amount_received: 12_000,
      metadata: { enrollment: "e1" },
      latest_charge: {
        amount: 12_000,
        application_fee_amount: 1200,
        balance_transaction: { type: "charge", amount: 12_000 },
        paid: true,
        transfer: { destination, amount: 12_000 },
        transfer_data: { destination },
      },
    },
  });
  const found = await world.stripe.checkout.sessions.list({
    payment_intent: (paid.payment_intent as { id: string }).id,
  });
  expect(found.data.map((each) => each.id)).toEqual([session.id]);
});

test("a session is paid once, however many buttons are pressed at once", async () => {
  const world = await startWorld();
  const session = await world.stripe.checkout.sessions.create(
    sessionFor(await onboardedAccount(world)),
  );
  const responses = await Promise.all(Array.from({ length: 8 }, () => pay(world, session.id)));
  expect(responses.map((each) => each.status)).toEqual(Array(8).fill(303));
  const charges = await world.stripe.charges.list();
  expect(charges.data).toHaveLength(1);
});

test("a declined card leaves the session open for another attempt", async () => {
  const world = await startWorld();
  const session = await world.stripe.checkout.sessions.create(
    sessionFor(await onboardedAccount(world)),
  );
  const declined = await pay(world, session.id, "4000 0000 0000 0002");
  expect(declined.status).toBe(402);
  expect(await declined.text()).toContain("Your card has been declined.");
  const event = await world.receiver.waitFor("payment_intent.payment_failed");
  expect(event.data.object).toMatchObject({ status: "requires_payment_method" });
  expect(await world.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: "open",
    payment_status: "unpaid",
  });
  expect((await readLedger(world)).charges).toEqual([]);

  expect((await pay(world, session.id)).status).toBe(303);
  const ledger = await readLedger(world);
  expect(ledger.charges).toMatchObject([{ session: session.id, amount: 12_000 }]);
});

test("an unknown card is rejected without an attempt", async () => {
  const world = await startWorld();
  const session = await world.stripe.checkout.sessions.create(
    sessionFor(await onboardedAccount(world)),
  );
  for (const card of ["", "1234", '"><script>alert(1)</script>']) {
    const response = await pay(world, session.id, card);
    expect(response.status).toBe(402);
    expect(await response.text()).not.toContain("<script>");
  }
  expect((await world.stripe.paymentIntents.list()).data).toEqual([]);
});

test("canceling leads back to the site and leaves the session open", async () => {
  const world = await startWorld();
  const session = await world.stripe.checkout.sessions.create(
    sessionFor(await onboardedAccount(world)),
  );
  const response = await fetch(`${world.base}/checkout/${session.id}/cancel`, {
    method: "POST",
    redirect: "manual",
  });
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("http://site.test/canceled");
  expect((await world.stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
});

test("an expired session cannot be paid, and a paid one cannot be expired", async () => {
  const world = await startWorld();
  const destination = await onboardedAccount(world);
  const session = await world.stripe.checkout.sessions.create(sessionFor(destination));
  const expired = await world.stripe.checkout.sessions.expire(session.id);
  expect(expired).toMatchObject({ status: "expired", url: null });
  await world.receiver.waitFor("checkout.session.expired");
  const response = await pay(world, session.id);
  expect(response.status).toBe(410);
  expect(await response.text()).toContain("has expired");
  expect((await readLedger(world)).charges).toEqual([]);

  const paid = await paidSession(world, destination);
  await expect(world.stripe.checkout.sessions.expire(paid.id)).rejects.toMatchObject({
    statusCode: 400,
    type: "StripeInvalidRequestError",
  });
  expect((await world.stripe.checkout.sessions.retrieve(paid.id)).status).toBe("complete");
});

test("a session expires automatically at the end of its time and sends an event", async () => {
  const world = await startWorld();
  const session = await world.stripe.checkout.sessions.create(
    sessionFor(await onboardedAccount(world)),
  );
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 32 * 60 * 1000 });
  try {
    // The signature uses the sandbox's clock, which is also the receiver's.
    const event = await world.receiver.waitFor("checkout.session.expired");
    expect(event.data.object).toMatchObject({ id: session.id, status: "expired" });
    expect((await pay(world, session.id)).status).toBe(410);
  } finally {
    vi.useRealTimers();
  }
});

test("an account with unfinished onboarding cannot be paid", async () => {
  const world = await startWorld();
  const account = await world.stripe.accounts.create({
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
  });
  await expect(world.stripe.checkout.sessions.create(sessionFor(account.id))).rejects.toMatchObject(
    { statusCode: 400, code: "insufficient_capabilities_for_transfer" },
  );
  await expect(
    world.stripe.checkout.sessions.create(sessionFor("acct_nobody")),
  ).rejects.toMatchObject({ statusCode: 400, code: "resource_missing" });
});

test("amounts, times and parameters are validated as Stripe validates them", async () => {
  const world = await startWorld();
  const good = sessionFor(await onboardedAccount(world));
  const now = Math.floor(Date.now() / 1000);
  const line = (unit_amount: number) => [
    {
      quantity: 1,
      price_data: { currency: "usd", unit_amount, product_data: { name: "Course" } },
    },
  ];
  const wrong: [object, object][] = [
    [{ expires_at: now + 60 }, { param: "expires_at" }],
    [{ expires_at: now + 25 * 3600 }, { param: "expires_at" }],
    [{ line_items: line(49), payment_intent_data: {} }, { code: "amount_too_small" }],
    [{ line_items: line(10.5) }, { code: "parameter_invalid_integer" }],
    [{ success_url: undefined }, { code: "parameter_missing", param: "success_url" }],
    [{ success_url: "javascript:alert(1)" }, { code: "url_invalid" }],
    [{ surprise: "x" }, { code: "parameter_unknown", param: "surprise" }],
    [
      { payment_intent_data: { application_fee_amount: 12_001 } },
      { param: "payment_intent_data[application_fee_amount]" },
    ],
  ];
  for (const [change, refusal] of wrong) {
    await expect(
      world.stripe.checkout.sessions.create({ ...good, ...change }),
    ).rejects.toMatchObject({ statusCode: 400, type: "StripeInvalidRequestError", ...refusal });
  }
  expect((await world.stripe.checkout.sessions.list()).data).toEqual([]);
});

test("a declined attempt ends with its session", async () => {
  const world = await startWorld();
  const session = await world.stripe.checkout.sessions.create(
    sessionFor(await onboardedAccount(world)),
  );
  await pay(world, session.id, "4000000000000002");
  await world.stripe.checkout.sessions.expire(session.id);
  const [intent] = (await world.stripe.paymentIntents.list()).data;
  expect(intent).toMatchObject({
    status: "canceled",
    amount_received: 0,
    last_payment_error: { code: "card_declined", type: "card_error" },
  });
  await expect(
    world.stripe.refunds.create({ payment_intent: String(intent?.id) }),
  ).rejects.toMatchObject({ statusCode: 400, param: "payment_intent" });
});
