/** The revenue equals the provider's ledger to the cent, whatever happened to payments. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it, vi } from "vitest";
import type { Revenue, RevenueFigures } from "#lib/payments/revenue.responses.ts";
import { balanceTransactions } from "#server/db/tables/balance.table.ts";
import { paymentAccounts, payments } from "#server/db/tables/payments.table.ts";
import { syncBalance } from "#server/payments/balance/sync-balance.ts";
import { listOwedShares } from "#server/payments/owed-shares/owed-shares.ts";
import { pollStripe } from "#server/payments/reconciliation/poll-stripe.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { addSeller } from "../../../support/market.ts";
import { openMarket } from "../../../support/open-market.ts";
import {
  addEnrolled,
  cards,
  findAccountId,
  findCharge,
  pressAtProvider,
  readMails,
} from "../../../support/payments/enrolled.ts";
import { addTeacher, type Person } from "../../../support/people.ts";
import { addStaffPerson, type StaffPerson } from "../../../support/staff.ts";

const { market, teacher } = await openMarket({
  PLATFORM_FEE_PERCENT: "12.5",
  RATE_LIMIT_FACTOR: "1000",
});
const { stripe, db } = market.context;

let bookkeeper: StaffPerson;
beforeAll(async () => {
  bookkeeper = await addStaffPerson(market.context, "bookkeeper");
});

const refund = (paymentId: string, body: { amount?: number; seen: number }, keepsShare = false) =>
  market.call("POST", `/api/staff/payments/${paymentId}/refund`, {
    token: bookkeeper.token,
    body: {
      ...body,
      teacherKeepsShare: keepsShare,
      reason: "Agreed with the teacher",
      requestId: randomUUID(),
    },
  });

async function read(query = ""): Promise<Revenue> {
  const { token } = bookkeeper;
  const { status, body } = await market.call("GET", `/api/staff/revenue${query}`, { token });
  expect(status).toBe(200);
  return body.data;
}

/** Refunds, disputes, lost responses, foreign cards, teachers whom Stripe can't pay. */
async function trade(): Promise<Person> {
  const unpayable = await addTeacher(market.context);
  await market.call("POST", "/api/connect/accounts/setup", {
    token: unpayable.token,
    body: { country: "IN" },
  });
  for (const seller of [teacher, unpayable]) {
    await addEnrolled(market, seller, { price: 19.99 });
    await addEnrolled(market, seller, { price: 33.33, card: "4000002500000003" });
    const whole = await addEnrolled(market, seller, { price: 45.01 });
    await refund(whole.paymentId, { seen: 45.01 });
    const parts = await addEnrolled(market, seller, { price: 29.97 });
    await refund(parts.paymentId, { amount: 3.33, seen: 29.97 });
    await refund(parts.paymentId, { amount: 7.77, seen: 26.64 }, true);
    await refund(parts.paymentId, { amount: 1.11, seen: 18.87 });
    const kept = await addEnrolled(market, seller, { price: 17.49 });
    await market.fault({ fault: "drop-response", match: "/v1/refunds", times: 3 });
    await refund(kept.paymentId, { seen: 17.49 }, true);
    await market.clearFaults();
    for (const evidence of ["winning_evidence", "losing_evidence"]) {
      await addEnrolled(market, seller, { price: 21.21, card: cards.disputed });
      const [dispute] = (await stripe.disputes.list({ limit: 1 })).data;
      await stripe.disputes.update(dispute?.id ?? "", {
        evidence: { uncategorized_text: evidence },
      });
    }
    await addEnrolled(market, seller, { price: 12.34, card: cards.disputed });
  }
  await addEnrolled(market, unpayable, { price: 300 });
  await pollStripe(market.context);
  await reconcilePayments(market.context);
  await stripe.payouts.create({ amount: 1_234, currency: "usd" });
  return unpayable;
}

function expectToAddUp({ gross, refunds, disputes, stripeFees, ...rest }: RevenueFigures): void {
  const { teachers, owed, other, platform } = rest;
  expect(gross - refunds - disputes - stripeFees - teachers - owed + other).toBe(platform);
}

it("the revenue has the totals of the provider's ledger, by day, teacher and course", async () => {
  const unpayable = await trade();
  await syncBalance(market.context);
  const { balance } = await market.ledger();
  const sums = Object.values(balance);
  const total = (name: "count" | "net" | "fee") => sums.reduce((sum, each) => sum + each[name], 0);
  const amount = (category: string) => balance[category]?.amount ?? 0;
  const { totals, stripe: compared, days } = await read();
  expect(compared).toEqual({ transactions: total("count"), net: total("net") });
  expect(totals).toMatchObject({
    gross: amount("charge"),
    refunds: -amount("refund"),
    disputes: -amount("dispute") - amount("dispute_reversal"),
    stripeFees: total("fee"),
    teachers: -(
      amount("transfer") +
      amount("transfer_reversal") +
      amount("platform_earning") +
      amount("platform_earning_refund")
    ),
    payouts: 1_234,
    other: 0,
  });
  expect(totals.stripeFees).toBeGreaterThan(0);
  expect(totals.platform + totals.owed - totals.payouts).toBe(compared.net);
  expectToAddUp(totals);
  const [owed] = await listOwedShares(db, unpayable.profileId);
  expect(totals.owed).toBe(owed?.shareCents);
  expect(days).toHaveLength(30);

  for (const by of ["teacher", "course"] as const) {
    const { rows } = await read(`?by=${by}`);
    rows.forEach(expectToAddUp);
    for (const name of ["gross", "refunds", "stripeFees", "owed", "platform", "payouts"] as const) {
      const sum = rows.reduce((all, row) => all + row[name], 0);
      expect(sum, `${name} by ${by}`).toBe(totals[name]);
    }
  }
  const { rows } = await read("?by=teacher");
  const own = rows.find(({ key }) => key === unpayable.profileId);
  expect(own).toMatchObject({ owed: owed?.shareCents, teachers: 0 });
  expect(rows.find(({ key }) => key === null)).toMatchObject({ payouts: 1_234, gross: 0 });
});

it("reading the provider's transactions again changes nothing", async () => {
  const before = await read();
  await Promise.all([syncBalance(market.context), syncBalance(market.context, 35)]);
  expect(await read()).toEqual(before);
});

it("a run that is interrupted adds nothing, and the next one adds everything", async () => {
  await addEnrolled(market, teacher);
  const known = await db.$count(balanceTransactions);
  const [first] = (await stripe.balanceTransactions.list({ limit: 1 })).data;
  const interrupted = vi.spyOn(stripe.balanceTransactions, "list").mockImplementationOnce((() =>
    (async function* () {
      yield first;
      throw new Error("The connection was lost");
    })()) as never);
  await expect(syncBalance(market.context)).rejects.toThrow("The connection was lost");
  interrupted.mockRestore();
  expect(await db.$count(balanceTransactions)).toBe(known);
  await syncBalance(market.context);
  expect(await db.$count(balanceTransactions)).toBe(known + 3);
});

it("a transaction that was stored before its payment was settled is linked to the payment later", async () => {
  const { paymentId, sessionId } = await addEnrolled(market, teacher);
  const charge = await findCharge(market, sessionId);
  await db.update(payments).set({ chargeId: null }).where(eq(payments.id, paymentId));
  await syncBalance(market.context);
  const movements = async () =>
    (await market.call("GET", `/api/staff/payments/${paymentId}`, bookkeeper)).body.data.movements;
  expect(await movements()).toEqual([]);
  await db.update(payments).set({ chargeId: charge.id }).where(eq(payments.id, paymentId));
  await syncBalance(market.context);
  const moved = await movements();
  expect(moved[0]).toMatchObject({ type: "charge", amountCents: 2_000, feeCents: 88 });
  expect(moved).toHaveLength(3);
  expect(moved).toContainEqual(
    expect.objectContaining({ type: "transfer", amountCents: -2_000, netCents: -2_000 }),
  );
  expect(moved).toContainEqual(
    expect.objectContaining({ type: "application_fee", amountCents: 250 }),
  );
});

it.each(["from=0001-01-01&to=0001-01-02", "to=9999-12-31", "from=9999-12-31"])(
  "the invalid range %s is replaced by the default",
  async (query) => {
    expect((await read(`?${query}`)).days.length).toBeGreaterThan(0);
  },
);

it("a revenue range contains only its days, and the CSV file has the same rows", async () => {
  const january = await read("?from=2020-01-01&to=2020-01-31");
  expect(january).toMatchObject({ rows: [], totals: { gross: 0 }, stripe: { transactions: 0 } });
  expect(january.days).toHaveLength(31);
  const { token } = bookkeeper;
  const { rows } = await read("?by=course");
  const { body } = await market.call("GET", "/api/staff/revenue/export.csv?by=course", { token });
  expect(String(body).trim().split("\r\n")).toHaveLength(rows.length + 1);
});

/** A teacher whose bank returns a payout. */
async function addReturned(amount: number): Promise<Person> {
  const seller = await addSeller(market);
  await addEnrolled(market, seller, { card: cards.available });
  const account = await findAccountId(market, seller);
  await stripe.payouts.create({ amount, currency: "usd" }, { stripeAccount: account });
  await pressAtProvider(market, `/express/${account}/fail-payout`);
  return seller;
}

it("a returned payout is on the Today page and emailed once, even if its event is lost or the account was replaced", async () => {
  const notified = await addReturned(500);
  const event = (await market.events("payout.failed")).at(-1);
  for (let time = 0; time < 2; time += 1) {
    expect((await market.deliver(event ?? {})).status).toBe(200);
  }
  const unheard = await addReturned(600);
  const replaced = await addReturned(700);
  await db
    .update(paymentAccounts)
    .set({ closedAt: new Date(), chargesEnabled: false })
    .where(eq(paymentAccounts.teacherId, replaced.profileId));
  for (const hours of [2, 4]) {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * 60 * 60 * 1000 });
    await pollStripe(market.context).finally(() => vi.useRealTimers());
  }
  const { body } = await market.call("GET", "/api/staff/today", bookkeeper);
  const failure = "The bank account is closed or doesn't exist.";
  const listed = [notified, unheard, replaced].map(({ userId: teacherId }, index) =>
    expect.objectContaining({
      amountCents: [500, 600, 700][index],
      currency: "usd",
      failure,
      teacherId,
    }),
  );
  expect(body.data.money.failedPayouts).toEqual(expect.arrayContaining(listed));
  const inFrench = await runWithLanguage("fr", () =>
    market.call("GET", "/api/staff/today", bookkeeper),
  );
  expect(inFrench.body.data.money.failedPayouts[0].failure).toBe(
    "Le compte bancaire est fermé ou n’existe pas.",
  );
  for (const [seller, amount] of [
    [notified, "$5.00"],
    [unheard, "$6.00"],
    [replaced, "$7.00"],
  ] as const) {
    const mails = (await readMails(market, seller)).filter(({ subject }) =>
      subject.startsWith("Your bank returned"),
    );
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Your bank returned a payout of ${amount}`,
    ]);
    expect(mails[0]?.text).toContain("The bank account is closed or doesn't exist.");
    expect(mails[0]?.text).toContain("/dashboard/earnings");
  }
});
