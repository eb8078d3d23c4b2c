/** Payments for Premium in the console: their disputes and refunds by staff. */
import { eq } from "drizzle-orm";
import { beforeAll, expect, it, vi } from "vitest";
import { planInvoices } from "#server/db/tables/plans.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { dashboardUrl } from "#server/plans/console/plan-payments.ts";
import { reconcilePlans } from "#server/plans/reconcile-plans.ts";
import { openMarket } from "../../support/open-market.ts";
import { cards, readMails } from "../../support/payments/enrolled.ts";
import { openPlans } from "../../support/payments/subscribers.ts";
import { addStudent, type Person } from "../../support/people.ts";
import { addStaffPerson, promote, type StaffPerson } from "../../support/staff.ts";

const { market } = await openMarket({ RATE_LIMIT_FACTOR: "1000" });
const { context } = market;
const { planOf, subscribe } = openPlans(market);

let bookkeeper: StaffPerson;
let support: StaffPerson;
beforeAll(async () => {
  bookkeeper = await addStaffPerson(context, "bookkeeper");
  support = await addStaffPerson(context, "support");
});

const reason = "They subscribed twice by mistake.";

async function read(path: string, { token }: { token: string } = bookkeeper) {
  const { status, body } = await market.call("GET", `/api/staff${path}`, { token });
  expect(status).toBe(200);
  return body.data;
}

const list = async (search: string) => (await read(`/payments/premium?search=${search}`)).rows;

async function addSubscriber(card?: string) {
  const person = await addStudent(context);
  await subscribe(person, { interval: "year", ...(card && { card }) });
  await reconcilePlans(context);
  const [payment] = await list(person.userId);
  return { person, invoiceId: payment._id as string };
}

/**
 * Sets fields of a payment. Events of the provider that arrive later don't replace them, because
 * the payment counts as read after them.
 */
const setPayment = (invoiceId: string, values: { paidAt: Date; refundedCents?: number }) =>
  context.db
    .update(planInvoices)
    .set({ ...values, askedAt: new Date(Date.now() + 24 * 60 * 60 * 1_000) })
    .where(eq(planInvoices.id, invoiceId));

const refund = (invoiceId: string, { token }: { token: string } = bookkeeper) =>
  market.call("POST", `/api/staff/payments/premium/${invoiceId}/refund`, {
    token,
    body: { reason },
  });

const listEntries = ({ userId }: Person) =>
  context.db.select().from(staffActions).where(eq(staffActions.subjectId, userId));

it("a disputed payment is on Today, in the list and on the person's page, and staff are emailed once", async () => {
  const logged = vi.spyOn(context.log, "error").mockReturnValue(undefined);
  const { person, invoiceId } = await addSubscriber(cards.disputed);
  await reconcilePlans(context);
  expect(logged).toHaveBeenCalledOnce();
  expect(logged.mock.calls[0]?.[1]).toContain("Premium payments in the console");
  logged.mockRestore();
  const mails = (await readMails(market, bookkeeper)).filter(({ text }) =>
    text.includes(invoiceId),
  );
  expect(mails.map(({ subject }) => subject)).toEqual(["A payment was disputed"]);
  expect(mails[0]?.text).toContain("$60.00");
  expect(mails[0]?.text).toContain("Respond by");

  const { planDisputes } = (await read("/today")).money;
  expect(planDisputes).toContainEqual({
    _id: invoiceId,
    userId: person.userId,
    person: expect.any(String),
    amountCents: 6_000,
    dueBy: expect.any(String),
  });
  const [listed] = await list(invoiceId);
  expect(listed).toMatchObject({
    status: "paid",
    dispute: "open",
    isRefundable: false,
    respondBy: expect.any(String),
  });
  expect((await read(`/people/${person.userId}`, support)).premium).toEqual({
    count: 1,
    paidCents: 6_000,
    refundedCents: 0,
    disputed: 1,
  });
  const refused = await refund(invoiceId);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain("Stripe's dashboard");
  expect(await listEntries(person)).toEqual([]);
});

it("a decided dispute is no longer on Today", async () => {
  const { person, invoiceId } = await addSubscriber(cards.disputed);
  const [dispute] = (await context.stripe.disputes.list({ limit: 1 })).data;
  await context.stripe.disputes.close(dispute?.id ?? "");
  await reconcilePlans(context);
  const { planDisputes } = (await read("/today")).money;
  expect(planDisputes.map(({ _id }: { _id: string }) => _id)).not.toContain(invoiceId);
  expect(await list(person.userId)).toMatchObject([{ dispute: "lost", respondBy: null }]);
});

it("a refund by staff is made and recorded once, and ends Premium", async () => {
  const { person, invoiceId } = await addSubscriber();
  expect(await list(invoiceId)).toMatchObject([{ status: "paid", isRefundable: true }]);
  const answers = await Promise.all([refund(invoiceId), refund(invoiceId, support)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await list(invoiceId)).toMatchObject([
    { status: "refunded", refundedCents: 6_000, isRefundable: false },
  ]);
  expect(await planOf(person)).toMatchObject({ plan: "free", status: "canceled" });
  expect(await listEntries(person)).toMatchObject([
    { kind: "refund-premium", reason, details: { invoiceId, amountCents: 6_000 } },
  ]);
  const { actions } = await read(`/people/${person.userId}`, support);
  expect(actions).toMatchObject([{ kind: "refund-premium" }]);
  expect((await refund(invoiceId)).status).toBe(409);
});

it("a refund is made later if the provider doesn't respond", async () => {
  const { person, invoiceId } = await addSubscriber();
  await market.fault({ fault: "status-500", match: "/v1/refunds", times: 6 });
  expect((await refund(invoiceId)).status).toBe(503);
  await market.clearFaults();
  expect(await list(invoiceId)).toMatchObject([{ status: "refunding", isRefundable: false }]);
  expect(await listEntries(person)).toHaveLength(1);
});

it("staff can't refund their own payment while someone else can, nor payments that are old or missing", async () => {
  const { person, invoiceId } = await addSubscriber();
  const own = await promote(context, person, "support");
  expect((await refund(invoiceId, own)).status).toBe(403);
  await setPayment(invoiceId, { paidAt: new Date(Date.now() - 301 * 24 * 60 * 60 * 1_000) });
  expect((await refund(invoiceId)).status).toBe(409);
  expect((await refund("in_none")).status).toBe(404);
  expect(await listEntries(person)).toEqual([]);
});

it("payments lead to the provider's dashboard, which the sandbox hasn't", () => {
  expect(dashboardUrl({ sandbox: true, secretKey: "sk_sandbox_1" }, "pi_1")).toBeNull();
  expect(dashboardUrl({ sandbox: false, secretKey: "sk_test_1" }, "pi_1")).toBe(
    "https://dashboard.stripe.com/test/payments/pi_1",
  );
  expect(dashboardUrl({ sandbox: false, secretKey: "rk_live_1" }, "pi_1")).toBe(
    "https://dashboard.stripe.com/payments/pi_1",
  );
});

it("the refund rate beside the revenue's refunds counts payments for Premium, too", async () => {
  const paidAt = new Date("2020-01-02T10:00:00Z");
  for (const refundedCents of [0, 6_000]) {
    const { invoiceId } = await addSubscriber();
    await setPayment(invoiceId, { paidAt, refundedCents });
  }
  const { activity } = await read("/revenue?from=2020-01-01&to=2020-01-31");
  expect(activity.refundRate).toBe(0.5);
});

it("bookkeepers export the payments for Premium, and the export is in the log", async () => {
  const { person, invoiceId } = await addSubscriber();
  const exportFor = ({ token }: { token: string }) =>
    market.call("GET", `/api/staff/payments/premium/export.csv?search=${person.userId}`, { token });
  expect((await exportFor(support)).status).toBe(403);
  const { status, body } = await exportFor(bookkeeper);
  expect(status).toBe(200);
  const [headings, row, ...others] = String(body).trimEnd().split("\r\n");
  expect(headings).toBe(
    '"ID","Time","Receipt number","Person","Status","Respond by","Amount","Refunded"',
  );
  expect(row).toMatch(new RegExp(`^"${invoiceId}","\\d{4}-.+","Paid","",60.00,0.00$`));
  expect(others).toEqual([]);
  const [entry] = await context.db
    .select()
    .from(staffActions)
    .where(eq(staffActions.kind, "export-premium"));
  expect(entry).toMatchObject({
    subjectKind: "section",
    subjectId: "premium",
    details: { rows: 1, query: { search: person.userId } },
  });
});
