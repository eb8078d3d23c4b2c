/** The pages to which people return from the provider can't use up the provider's limit. */
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { planSettingsPath } from "#lib/plans/plans.rules.ts";
import { planCheckouts } from "#server/db/tables/plans.table.ts";
import { returnFromPortal } from "#server/plans/plan-changes.ts";
import { openMarket } from "../../support/open-market.ts";
import { countProviderCalls } from "../../support/payments/provider-calls.ts";
import { openPlans } from "../../support/payments/subscribers.ts";
import { addStudent } from "../../support/people.ts";

const { market } = await openMarket();
const { checkOut, planOf, subscribe } = openPlans(market);

const provider = countProviderCalls(market, ({ checkout, subscriptions }) => [
  [checkout.sessions, "retrieve"],
  [subscriptions, "retrieve"],
]);

const back = (sessionId: string) => `/api/plans/checkout/return?session_id=${sessionId}`;

async function repeat(times: number, path: string): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const { status, headers } = await market.call("GET", path);
    expect([status, headers.get("location")]).toEqual([302, planSettingsPath]);
  }
}

describe("returning from a checkout of the plan", () => {
  it.each(["cs_test_invented", "cs_", "", "%00", "cs_test_%00"])(
    "doesn't ask the provider about the unknown session “%s”",
    async (sessionId) => {
      await repeat(3, back(sessionId));
      expect(provider.count).toBe(0);
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
    expect(provider.count).toBe(20);
  });

  it("doesn't ask the provider about a completed checkout", async () => {
    const student = await addStudent(market.context);
    const { body } = await checkOut(student);
    const path = await market.pay(body.data.checkoutUrl);
    await repeat(1, path);
    expect(await planOf(student)).toMatchObject({ plan: "premium" });
    provider.count = 0;
    await repeat(10, path);
    expect(provider.count).toBe(0);
  });
});

it("returning from the provider's portal reads the subscription a few times a minute", async () => {
  const student = await addStudent(market.context);
  await subscribe(student);
  provider.count = 0;
  for (let time = 0; time < 30; time += 1) {
    expect(await returnFromPortal(market.context, student.actor)).toBe(planSettingsPath);
  }
  expect(provider.count).toBe(20);
});
