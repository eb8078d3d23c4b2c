import { expect, test, vi } from "vitest";
import { readLedger, startWorld, type World } from "./stripe-world.ts";

async function newAccount({ stripe }: World): Promise<string> {
  const account = await stripe.accounts.create({
    controller: {
      fees: { payer: "application" },
      losses: { payments: "application" },
      stripe_dashboard: { type: "express" },
    },
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    country: "GB",
    email: "teacher@halaqa.test",
    metadata: { teacher: "t1" },
  });
  return account.id;
}

async function newLink({ stripe }: World, account: string): Promise<string> {
  const link = await stripe.accountLinks.create({
    account,
    refresh_url: "http://site.test/refresh",
    return_url: "http://site.test/return",
    type: "account_onboarding",
  });
  return link.url;
}

const post = (url: string) => fetch(url, { method: "POST", redirect: "manual" });

test("an account starts without capabilities and gets them through onboarding", async () => {
  const world = await startWorld();
  const id = await newAccount(world);
  expect(await world.stripe.accounts.retrieve(id)).toMatchObject({
    object: "account",
    capabilities: { card_payments: "inactive", transfers: "inactive" },
    charges_enabled: false,
    controller: { stripe_dashboard: { type: "express" }, fees: { payer: "application" } },
    country: "GB",
    details_submitted: false,
    metadata: { teacher: "t1" },
    payouts_enabled: false,
    type: "none",
  });

  const url = await newLink(world, id);
  expect(url).toBe(`${world.base}/onboarding/${id}`);
  const page = await fetch(url);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await page.text()).toContain("Set up your payment account");

  const response = await post(`${url}/complete`);
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("http://site.test/return");
  const event = await world.receiver.waitFor("account.updated");
  expect(event).toMatchObject({
    account: id,
    data: {
      object: { id, charges_enabled: true, details_submitted: true },
      previous_attributes: { charges_enabled: false, details_submitted: false },
    },
  });
  expect(await world.stripe.accounts.retrieve(id)).toMatchObject({
    capabilities: { card_payments: "active", transfers: "active" },
    charges_enabled: true,
    payouts_enabled: true,
    requirements: { currently_due: [], disabled_reason: null },
  });
});

test("completing onboarding twice notifies the product once", async () => {
  const world = await startWorld();
  const url = await newLink(world, await newAccount(world));
  const responses = await Promise.all([post(`${url}/complete`), post(`${url}/complete`)]);
  expect(responses.map((each) => each.status)).toEqual([303, 303]);
  const events = await world.stripe.events.list({ type: "account.updated" });
  expect(events.data).toHaveLength(1);
});

test("leaving onboarding early submits nothing", async () => {
  const world = await startWorld();
  const id = await newAccount(world);
  const url = await newLink(world, id);
  const response = await post(`${url}/incomplete`);
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("http://site.test/return");
  expect((await readLedger(world)).accounts).toEqual([
    { id, details_submitted: false, charges_enabled: false },
  ]);

  const used = await fetch(url, { redirect: "manual" });
  expect(used.headers.get("location")).toBe("http://site.test/refresh");
  await newLink(world, id);
  expect((await fetch(url)).status).toBe(200);
});

test("an expired onboarding link leads back to request a new one", async () => {
  const world = await startWorld();
  const url = await newLink(world, await newAccount(world));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * 60 * 1000 });
  try {
    const late = await fetch(url, { redirect: "manual" });
    expect(late.status).toBe(303);
    expect(late.headers.get("location")).toBe("http://site.test/refresh");
  } finally {
    vi.useRealTimers();
  }
});

test("an account without an onboarding link has no page", async () => {
  const world = await startWorld();
  const id = await newAccount(world);
  expect((await fetch(`${world.base}/onboarding/${id}`)).status).toBe(404);
  expect((await post(`${world.base}/onboarding/${id}/complete`)).status).toBe(404);
  expect((await world.stripe.accounts.retrieve(id)).details_submitted).toBe(false);
});

test("an update changes the given fields and nothing else", async () => {
  const world = await startWorld();
  const id = await newAccount(world);
  const changed = await world.stripe.accounts.update(id, {
    business_profile: { name: "Maryam teaches" },
    metadata: { teacher: "", school: "s1" },
  });
  expect(changed).toMatchObject({
    business_profile: { name: "Maryam teaches", url: null },
    country: "GB",
    email: "teacher@halaqa.test",
  });
  expect(changed.metadata).toEqual({ school: "s1" });
});

test("an account cannot have both a type and a controller", async () => {
  const world = await startWorld();
  await expect(
    world.stripe.accounts.create({ type: "express", controller: { fees: { payer: "account" } } }),
  ).rejects.toMatchObject({ statusCode: 400, param: "type" });
});
