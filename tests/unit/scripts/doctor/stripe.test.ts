import { describe, expect, test } from "vitest";
import { sandboxPrices } from "#lib/plans/sandbox-prices.ts";
import type { Config } from "#server/config/config.ts";
import type { Finding } from "../../../../scripts/doctor/finding.ts";
import { checkStripe, connectEvents, platformEvents } from "../../../../scripts/doctor/stripe.ts";
import {
  onboardedAccount,
  paidSession,
  startWorld,
  type World,
} from "../../sandbox/stripe-world.ts";

const problems = (findings: Finding[]) =>
  findings.filter(({ outcome }) => outcome === "problem").map(({ text }) => text);

/** The settings of an operator whose keys belong to this sandbox. */
function settingsFor(world: World, changes: Partial<Config["stripe"]> = {}) {
  return {
    appUrl: world.receiver.base,
    stripe: {
      apiBase: world.base,
      country: "US",
      secretKey: "sk_test_of_this_test",
      webhookSecret: "whsec_of_this_test",
      connectWebhookSecret: "whsec_of_the_second_endpoint",
      prices: sandboxPrices,
      sandbox: false,
      ...changes,
    },
  };
}

describe("the Stripe check", () => {
  test("finds nothing wrong with correct settings", async () => {
    const world = await startWorld();
    const findings = await checkStripe(settingsFor(world), new Date());
    expect(problems(findings)).toEqual([]);
    expect(findings.map(({ text }) => text)).toContain(
      "The plan costs $6.00 a month (price_sandbox_month).",
    );
  });

  test("reports a wrong key", async () => {
    const world = await startWorld();
    const findings = await checkStripe(
      settingsFor(world, { secretKey: "sk_test_of_another_account" }),
      new Date(),
    );
    expect(problems(findings)).toEqual([
      expect.stringContaining("Stripe doesn't accept STRIPE_SECRET_KEY."),
    ]);
  });

  test("reports an address that doesn't respond", async () => {
    const world = await startWorld();
    const findings = await checkStripe(
      settingsFor(world, { apiBase: "http://127.0.0.1:9" }),
      new Date(),
    );
    expect(problems(findings)).toEqual([
      expect.stringContaining("Stripe doesn't respond at http://127.0.0.1:9"),
    ]);
  });

  test("reports the events that an endpoint doesn't send", async () => {
    const world = await startWorld();
    const events = platformEvents.filter((event) => event !== "charge.refunded");
    await world.stripe.webhookEndpoints.update("we_sandboxplatform", {
      enabled_events: [...events],
    });
    expect(problems(await checkStripe(settingsFor(world), new Date()))).toEqual([
      "The webhook endpoint for the platform's own events doesn't send: charge.refunded.",
    ]);
  });

  test("asks for an endpoint if there is none at the site's address", async () => {
    const world = await startWorld();
    const settings = { ...settingsFor(world), appUrl: "https://other.example" };
    expect(problems(await checkStripe(settings, new Date()))).toEqual([
      expect.stringContaining(
        "No webhook endpoint at https://other.example/api/webhooks/stripe sends the platform's own events.",
      ),
      expect.stringContaining(`with: ${connectEvents.join(", ")}.`),
    ]);
  });

  test("doesn't count a disabled endpoint", async () => {
    const world = await startWorld();
    await world.stripe.webhookEndpoints.update("we_sandboxconnect", { disabled: true });
    const findings = await checkStripe(settingsFor(world), new Date());
    expect(problems(findings)).toEqual([
      expect.stringContaining("sends events of connected accounts."),
    ]);
    expect(findings).toContainEqual({
      outcome: "notice",
      text: "The webhook endpoint we_sandboxconnect is disabled. Enable or delete it.",
    });
  });

  test("asks for the secret of the second endpoint", async () => {
    const world = await startWorld();
    const { stripe, ...rest } = settingsFor(world);
    const connectWebhookSecret = stripe.webhookSecret;
    const same = { ...rest, stripe: { ...stripe, connectWebhookSecret } };
    expect(problems(await checkStripe(same, new Date()))).toEqual([
      expect.stringContaining("is the same as STRIPE_WEBHOOK_SECRET"),
    ]);
    const { connectWebhookSecret: _, ...withoutSecret } = stripe;
    expect(problems(await checkStripe({ ...rest, stripe: withoutSecret }, new Date()))).toEqual([
      expect.stringContaining("STRIPE_CONNECT_WEBHOOK_SECRET is missing."),
    ]);
  });

  test("reports a price that doesn't exist, and one that recurs at another interval", async () => {
    const world = await startWorld();
    const prices = { month: sandboxPrices.year, year: "price_of_another_account" };
    expect(problems(await checkStripe(settingsFor(world, { prices }), new Date()))).toEqual([
      `STRIPE_PRICE_MONTH: ${sandboxPrices.year} can't be used, because it doesn't recur every month.`,
      "STRIPE_PRICE_YEAR: Stripe has no price price_of_another_account for this key.",
    ]);
  });

  test("counts events that Stripe couldn't deliver, and says what their status means", async () => {
    const world = await startWorld();
    world.receiver.answers.push(...Array.from({ length: 50 }, () => 400));
    await paidSession(world, await onboardedAccount(world));
    const inAnHour = new Date(Date.now() + 3_600_000);
    expect(problems(await checkStripe(settingsFor(world), new Date()))).toEqual([]);
    expect(problems(await checkStripe(settingsFor(world), inAnHour))).toEqual([
      expect.stringMatching(
        /^Stripe couldn't deliver 1 of its latest 1 events\..*status 400 means that STRIPE_WEBHOOK_SECRET/,
      ),
    ]);
  });

  test("says that the sandbox replaces Stripe", async () => {
    const world = await startWorld();
    const findings = await checkStripe(settingsFor(world, { sandbox: true }), new Date());
    expect(findings).toEqual([
      expect.objectContaining({ outcome: "notice", text: expect.stringContaining("sandbox") }),
    ]);
  });
});
