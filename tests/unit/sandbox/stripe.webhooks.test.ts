import { expect, test, vi } from "vitest";
import {
  addFault,
  clearFaults,
  onboardedAccount,
  paidSession,
  startReceiver,
  startWorld,
} from "./stripe-world.ts";

vi.setConfig({ testTimeout: 60_000 });

test("a payment's events arrive signed", async () => {
  const world = await startWorld();
  const { id } = await paidSession(world, await onboardedAccount(world));
  const completed = await world.receiver.waitFor("checkout.session.completed");
  expect(completed.data.object).toMatchObject({ id, payment_status: "paid" });
  await world.receiver.waitFor("payment_intent.succeeded");
  await world.receiver.waitFor("charge.succeeded");
  await world.receiver.waitFor("account.updated");
  await vi.waitFor(async () => {
    expect((await world.stripe.events.retrieve(completed.id)).pending_webhooks).toBe(0);
  });
});

test("an event is sent again until it is accepted", async () => {
  const world = await startWorld();
  world.receiver.answers.push(500);
  await onboardedAccount(world);
  const event = await world.receiver.waitFor("account.updated");
  expect(world.receiver.paths).toEqual(Array(2).fill("/api/webhooks/stripe"));
  expect(world.receiver.events.map((each) => each.id)).toEqual([event.id]);
});

test("a redirect is not followed and counts as a failed delivery", async () => {
  const world = await startWorld();
  world.receiver.answers.push(302);
  await onboardedAccount(world);
  await world.receiver.waitFor("account.updated");
  expect(world.receiver.paths).toEqual(Array(2).fill("/api/webhooks/stripe"));
});

test("unsent events are sent after a restart", async () => {
  const world = await startWorld();
  world.receiver.answers.push(...Array(50).fill(500));
  await onboardedAccount(world);
  await vi.waitFor(() => expect(world.receiver.paths).not.toEqual([]));
  expect(world.receiver.events).toEqual([]);
  world.receiver.answers.length = 0;
  await world.reopen();
  await world.receiver.waitFor("account.updated");
});

test("an event that a fault holds back is delivered once the fault is cleared", async () => {
  const world = await startWorld();
  await addFault(world, { provider: "webhooks", fault: "silent", times: 1 });
  const account = await onboardedAccount(world);
  const [event] = (await world.stripe.events.list({ type: "account.updated" })).data;
  await paidSession(world, account);
  await world.receiver.waitFor("checkout.session.completed");
  expect(world.receiver.events.map((each) => each.type)).not.toContain("account.updated");
  expect(event?.pending_webhooks).toBe(1);
  await clearFaults(world);
  expect((await world.receiver.waitFor("account.updated")).id).toBe(event?.id);
});

test("an event whose response is lost is sent twice", async () => {
  const world = await startWorld();
  await addFault(world, { provider: "webhooks", fault: "drop-response", times: 1 });
  await onboardedAccount(world);
  await vi.waitFor(() => expect(world.receiver.events).toHaveLength(2), { timeout: 10_000 });
  const [first, second] = world.receiver.events;
  expect(second?.id).toBe(first?.id);
});

test("an event whose delivery fails is retried", async () => {
  const world = await startWorld();
  await addFault(world, {
    provider: "webhooks",
    match: "/webhooks/stripe",
    fault: "status-500",
    times: 1,
  });
  await onboardedAccount(world);
  await world.receiver.waitFor("account.updated");
  expect(world.receiver.paths).toHaveLength(1);
});

test("the receiver rejects a signature made with another secret", async () => {
  const receiver = await startReceiver();
  const response = await fetch(`${receiver.base}/api/webhooks/stripe`, {
    method: "POST",
    headers: { "stripe-signature": "t=1,v1=00" },
    body: "{}",
  });
  expect(response.status).toBe(400);
  await receiver.close();
});
