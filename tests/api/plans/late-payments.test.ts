/** Invoices of a subscription that has ended can still be paid on the provider's page. */
import { eq } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import { planInvoices } from "#server/db/tables/plans.table.ts";
import { syncSubscription } from "#server/plans/subscription-sync.ts";
import { openMarket } from "../../support/open-market.ts";
import { openPlans } from "../../support/payments/subscribers.ts";
import { addStudent } from "../../support/people.ts";

const { market } = await openMarket();
const { context } = market;
const { subscribe } = openPlans(market);

afterEach(() => vi.restoreAllMocks());

/** A person whose subscription has ended, and who paid its only invoice this much later. */
async function addLatePayer(seconds: number) {
  const student = await addStudent(context);
  await subscribe(student);
  const { subscriptions } = await market.ledger();
  const id = subscriptions.find(({ metadata }) => metadata.userId === student.userId)?.id ?? "";
  const { ended_at } = await context.stripe.subscriptions.cancel(id);
  const list = context.stripe.invoices.list.bind(context.stripe.invoices);
  const invoices = await list({ subscription: id });
  for (const { status_transitions } of invoices.data) {
    status_transitions.paid_at = (ended_at ?? 0) + seconds;
  }
  vi.spyOn(context.stripe.invoices, "list").mockResolvedValue(invoices as never);
  const ofSubscription = eq(planInvoices.subscriptionId, id);
  await context.db.update(planInvoices).set({ status: "open", paidAt: null }).where(ofSubscription);
  await syncSubscription(context, id);
  await syncSubscription(context, id);
  const [invoice] = await context.db.select().from(planInvoices).where(ofSubscription);
  return invoice;
}

it("a payment after the end of the subscription is refunded", async () => {
  expect(await addLatePayer(60)).toMatchObject({ status: "paid", refundedCents: 600 });
});

it("a payment before the end that is recorded later isn't refunded", async () => {
  expect(await addLatePayer(-60)).toMatchObject({ status: "paid", refundedCents: 0 });
});
