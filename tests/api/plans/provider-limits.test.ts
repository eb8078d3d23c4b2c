/** The pages to which people return from the provider can't use up the provider's limit. */
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { planSettingsPath } from "#lib/plans/plans.rules.ts";
import { planCheckouts } from "#server/db/tables/plans.table.ts";
import { returnFromPortal } from "#server/plans/plan-changes.ts";
import { openMarket } from "../../support/open-market.ts";
import { openPlans } from "../../support/payments/subscribers.ts";
import { addStudent } from "../../support/people.ts";

const { market } = await openMarket();
const { checkOut, planOf, subscribe } = openPlans(market);

let asked = 0;
beforeEach(() => {
  asked = 0;
  for (const { stripe } of market.contexts) {
    const count = (target: object, name: string) => {
      const methods = target as Record<string, (...input: unknown[]) => unknown>;
      const method = methods[name]?.bind(target);
      vi.spyOn(methods, name).mockImplementation((...input) => {
        asked += 1;
        return method?.(...input);
      });
    };
    count(stripe.checkout.sessions, "retrieve");
    count(stripe.subscriptions, "retrieve");
  }
});
afterEach(() => vi.restoreAllMocks());

const back = (sessionId: string) => `/api/plans/checkout/return?session_id=${sessionId}`;

async function repeat(times: number, path: string): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const { status, headers } = await market.call("GET", path);
    expect([status, headers.get("location")]).toEqual([302, planSettingsPath]);
  }
}

describe("returning from a checkout of the plan", () => {
  it.each(["cs_test_invented", "cs_", "", "%00", "cs_test_%00"])(
    "asks the provider nothing about the unknown session “%s”",
    async (sessionId) => {
      await repeat(3, back(sessionId));
      expect(asked).toBe(0);
    },
  );

  it("asks the provider about an open checkout a few times a minute", async () => {
    const student = await addStudent(market.context);
    await checkOut(student);
    const [checkout] = await market.context.db
      .select()
      .from(planCheckouts)
      .where(eq(planCheckouts.userId, student.userId));
    await repeat(30, back(checkout?.sessionId ?? ""));
    expect(asked).toBe(20);
  });

  it("asks the provider nothing about a checkout that is completed", async () => {
    const student = await addStudent(market.context);
    const { body } = await checkOut(student);
    const path = await market.pay(body.data.checkoutUrl);
    await repeat(1, path);
    expect(await planOf(student)).toMatchObject({ plan: "premium" });
    asked = 0;
    await repeat(10, path);
    expect(asked).toBe(0);
  });
});

it("returning from the provider's portal reads the subscription a few times a minute", async () => {
  const student = await addStudent(market.context);
  await subscribe(student);
  asked = 0;
  for (let time = 0; time < 30; time += 1) {
    expect(await returnFromPortal(market.context, student.actor)).toBe(planSettingsPath);
  }
  expect(asked).toBe(20);
});
