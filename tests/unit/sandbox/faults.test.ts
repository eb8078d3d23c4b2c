import { expect, test, vi } from "vitest";
import { addFault, clearFaults, startWorld } from "./stripe-world.ts";

const accounts = { provider: "stripe", match: "/v1/accounts", times: 1 };

test("a request whose response is dropped has been processed, and the same key returns the response", async () => {
  const world = await startWorld();
  // The SDK itself retries once after a broken connection.
  await addFault(world, { ...accounts, fault: "drop-response", times: 2 });
  const create = () =>
    world.stripe.accounts.create({ email: "a@halaqa.test" }, { idempotencyKey: "account-1" });
  await expect(create()).rejects.toMatchObject({ type: "StripeConnectionError" });
  const { data } = await world.stripe.accounts.list();
  expect(data).toHaveLength(1);
  expect((await create()).id).toBe(data[0]?.id);
});

test("a failure does nothing and leaves the key unused", async () => {
  const world = await startWorld();
  await addFault(world, { ...accounts, fault: "status-500" });
  await addFault(world, { ...accounts, fault: "status-429" });
  const create = () => world.stripe.accounts.create({}, { idempotencyKey: "account-1" });
  await expect(create()).rejects.toMatchObject({ statusCode: 500, type: "StripeAPIError" });
  await expect(create()).rejects.toMatchObject({ statusCode: 429, code: "rate_limit" });
  expect((await world.stripe.accounts.list()).data).toEqual([]);
  await create();
  expect((await world.stripe.accounts.list()).data).toHaveLength(1);
});

test("a fault affects the requested number of matching requests and no others", async () => {
  const world = await startWorld();
  await addFault(world, { ...accounts, fault: "status-500", times: 2 });
  expect((await world.stripe.charges.list()).data).toEqual([]);
  await expect(world.stripe.accounts.list()).rejects.toMatchObject({ statusCode: 500 });
  await expect(world.stripe.accounts.list()).rejects.toMatchObject({ statusCode: 500 });
  expect((await world.stripe.accounts.list()).data).toEqual([]);
});

test("a silent provider responds after the release", async () => {
  const world = await startWorld();
  await addFault(world, { ...accounts, fault: "silent" });
  const settled = vi.fn();
  const waiting = world.stripe.accounts.create().finally(settled);
  await vi.waitFor(async () => {
    const response = await fetch(`${world.base}/faults`);
    expect(await response.json()).toEqual({ faults: [] });
  });
  expect((await world.stripe.accounts.list()).data).toEqual([]);
  expect(settled).not.toHaveBeenCalled();
  await clearFaults(world);
  expect((await waiting).object).toBe("account");
});

test("a silent provider does nothing for a caller that disconnected", async () => {
  const world = await startWorld();
  await addFault(world, { ...accounts, fault: "silent" });
  const options = { idempotencyKey: "account-1" };
  await expect(
    world.stripe.accounts.create({}, { ...options, timeout: 200 }),
  ).rejects.toMatchObject({ type: "StripeConnectionError" });
  const account = await vi.waitFor(() => world.stripe.accounts.create({}, options));
  await clearFaults(world);
  const { data } = await world.stripe.accounts.list();
  expect(data.map((each) => each.id)).toEqual([account.id]);
});

test("a delayed response arrives late, but its request is processed at once", async () => {
  const world = await startWorld();
  await addFault(world, { ...accounts, fault: "delay", ms: 60_000 });
  const settled = vi.fn();
  const waiting = world.stripe.accounts.create().finally(settled);
  await vi.waitFor(async () => {
    expect((await world.stripe.accounts.list()).data).toHaveLength(1);
  });
  expect(settled).not.toHaveBeenCalled();
  await clearFaults(world);
  expect((await waiting).object).toBe("account");
});

test("a delay ends after its time", async () => {
  const world = await startWorld();
  await addFault(world, { ...accounts, fault: "delay", ms: 20 });
  expect((await world.stripe.accounts.create()).object).toBe("account");
});

test("invalid faults are rejected", async () => {
  const world = await startWorld();
  for (const wrong of [
    {},
    { provider: "stripe", fault: "explode", times: 1 },
    { provider: "paypal", fault: "silent", times: 1 },
    { provider: "stripe", fault: "silent", times: 0 },
    { provider: "stripe", fault: "delay", times: 1, ms: -1 },
    { provider: "stripe", fault: "silent", times: 1, path: "/v1" },
  ]) {
    expect((await addFault(world, wrong)).status).toBe(400);
  }
  expect((await fetch(`${world.base}/faults`, { method: "POST", body: "{" })).status).toBe(400);
});
