/** The payment provider's events stop arriving, which only the recurring check can notice. */
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { paymentFindings } from "#server/db/tables/findings.table.ts";
import { payments, webhookEvents } from "#server/db/tables/payments.table.ts";
import { checkPayments } from "#server/payments/reconciliation/check-payments.ts";
import { openMarket } from "../../support/open-market.ts";
import { addEnrolled, readMails } from "../../support/payments/enrolled.ts";

const { market, teacher } = await openMarket();
const { context } = market;
const { db } = context;
/** The site of an operator whose keys belong to a real account. */
const live = {
  ...context,
  config: { ...context.config, stripe: { ...context.config.stripe, sandbox: false } },
};
const minute = 60_000;

/** Runs the check a few minutes after now. */
async function check(minutes: number, checked = live): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * minute });
  await checkPayments(checked).finally(() => vi.useRealTimers());
}

const findSilence = () =>
  db.select().from(paymentFindings).where(eq(paymentFindings.kind, "events-missing"));

const addEvent = (id: string, receivedAt: Date, payload: object = {}) =>
  db.insert(webhookEvents).values({
    id,
    provider: "stripe",
    type: "checkout.session.completed",
    payload,
    receivedAt,
    processedAt: receivedAt,
  });

it("a payment without any event is reported after half an hour, and only once until events arrive again", async () => {
  const { paymentId } = await addEnrolled(market, teacher);
  const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId));
  const paidAt = payment?.paidAt ?? new Date(0);
  await check(10);
  expect(await findSilence()).toEqual([]);
  await check(40, context);
  expect(await findSilence()).toEqual([]);

  // Events of teachers' accounts say nothing about the platform's own endpoint.
  await addEvent("evt_of_a_teacher", new Date(paidAt.getTime() + minute), { account: "acct_1" });
  await addEvent("evt_earlier", new Date(paidAt.getTime() - 60 * minute));
  await check(40);
  await check(50);
  expect(await findSilence()).toMatchObject([
    { subjectId: "stripe", details: expect.stringContaining(paymentId), resolvedAt: null },
  ]);
  const mails = await readMails(market, { ...teacher, email: getSupportAddress() });
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Payments need attention: events-missing (stripe)",
  ]);

  await addEvent("evt_of_the_payment", new Date(paidAt.getTime() + 2 * minute));
  await check(60);
  expect(await findSilence()).toMatchObject([{ resolvedAt: expect.any(Date) }]);
});
