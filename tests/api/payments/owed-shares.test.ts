/** Sales of teachers whom Stripe can't pay: the platform keeps the money and owes the share. */
import { randomUUID } from "node:crypto";
import { eq, ne } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { requireNoObligations } from "#server/account-settings/obligations.ts";
import { balanceTransactions } from "#server/db/tables/balance.table.ts";
import { disputes } from "#server/db/tables/disputes.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { payments } from "#server/db/tables/payments.table.ts";
import { staffMembers } from "#server/db/tables/staff.table.ts";
import { syncBalance } from "#server/payments/balance/sync-balance.ts";
import { listOwedShares, recordSharePayout } from "#server/payments/owed-shares/owed-shares.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { sumRevenue } from "#server/payments/revenue/revenue-figures.ts";
import { addCourse } from "../../support/courses.ts";
import { findImbalances, findSeats } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import { addStaffPerson, promote } from "../../support/staff.ts";

const { market } = await openMarket({ PLATFORM_FEE_PERCENT: "10", RATE_LIMIT_FACTOR: "1000" });
const { db } = market.context;

afterEach(() => vi.restoreAllMocks());

/** India is a country in which Stripe has no destination charges. */
async function addUnpayableTeacher() {
  const teacher = await addTeacher(market.context);
  await market.call("POST", "/api/connect/accounts/setup", {
    token: teacher.token,
    body: { country: "IN" },
  });
  return teacher;
}

async function sell(teacher: Person, price: number, card?: string) {
  const courseId = await addCourse(market.context, teacher, { price });
  const student = await addStudent(market.context);
  const { body } = await market.enroll(student, courseId);
  await market.call("GET", await market.pay(body.data.checkoutUrl, card));
  const find = async () => (await findSeats(market, student, courseId))[0];
  await vi.waitFor(async () => expect((await find())?.payment).toBe("paid"));
  const seat = await find();
  return { student, courseId, enrollmentId: seat?.enrollmentId ?? "" };
}

const refund = (teacher: Person, enrollmentId: string, body: object = {}) =>
  market.call("POST", `/api/enrollment/${enrollmentId}/refund`, { token: teacher.token, body });

const owedTo = async (teacher: Person) => (await listOwedShares(db, teacher.profileId))[0];

let wires = 0;
const pay = (teacher: Person, amountCents: number, reference = `Wire ${++wires}`) =>
  db.transaction((tx) =>
    recordSharePayout(market.context, tx, {
      teacherId: teacher.profileId,
      amountCents,
      reference,
    }),
  );

describe("a teacher whom Stripe can't pay", () => {
  it("needs no account at the provider to sell courses", async () => {
    const create = vi.spyOn(market.context.stripe.accounts, "create");
    const teacher = await addUnpayableTeacher();
    const { body } = await market.call("GET", "/api/connect/accounts/current", {
      token: teacher.token,
    });
    expect(body.data).toMatchObject({ details_submitted: true, charges_enabled: true });
    expect(body.data.id).not.toBe("");
    expect(create).not.toHaveBeenCalled();
    // Reconciliation creates no account either.
    await reconcilePayments(market.context);
    expect(create).not.toHaveBeenCalled();
  });

  it("sells without a transfer and without an application fee, and is owed the share", async () => {
    const open = vi.spyOn(market.context.stripe.checkout.sessions, "create");
    const teacher = await addUnpayableTeacher();
    await sell(teacher, 20);
    const sent = open.mock.calls[0]?.[0];
    expect(sent?.payment_intent_data).not.toHaveProperty("transfer_data");
    expect(sent?.payment_intent_data).not.toHaveProperty("application_fee_amount");
    expect(await owedTo(teacher)).toMatchObject({
      shareCents: 1800,
      paidCents: 0,
      owedCents: 1800,
    });
  });
});

describe("the owed share", () => {
  it("decreases with each refund, and always equals the sum of the paid and the owed amounts", async () => {
    const teacher = await addUnpayableTeacher();
    const [first, second, third] = [
      await sell(teacher, 20),
      await sell(teacher, 33.33),
      await sell(teacher, 0.5),
    ];
    // Shares of 1,800, 3,000 and 45 cents.
    expect(await owedTo(teacher)).toMatchObject({ shareCents: 4845, owedCents: 4845 });
    const partial = { amount: 10, requestId: "3f0e0a53-6d0c-4f0e-9f3e-0d6a2c9c1b11" };
    expect((await refund(teacher, first.enrollmentId, partial)).status).toBe(200);
    expect(await owedTo(teacher)).toMatchObject({ shareCents: 3945, owedCents: 3945 });
    await pay(teacher, 3945);
    expect(await owedTo(teacher)).toMatchObject({ paidCents: 3945, owedCents: 0 });
    // A refund after the payout leaves a debt, which is subtracted from the next share.
    expect((await refund(teacher, second.enrollmentId)).status).toBe(200);
    expect(await owedTo(teacher)).toMatchObject({ shareCents: 945, owedCents: -3000 });
    expect((await refund(teacher, third.enrollmentId)).status).toBe(200);
    await sell(teacher, 40);
    const owed = await owedTo(teacher);
    expect(owed).toMatchObject({ shareCents: 4500, paidCents: 3945, owedCents: 555 });
    expect(await findImbalances(market)).toEqual([]);
    const { refunds } = await market.ledger();
    expect(refunds.slice(-3).every(({ reverse_transfer: reversed }) => !reversed)).toBe(true);
  });

  it("decreases when a bank takes a payment back permanently", async () => {
    const teacher = await addUnpayableTeacher();
    await sell(teacher, 20);
    await sell(teacher, 20, "4000000000000259");
    await vi.waitFor(async () => {
      const { data } = await market.context.stripe.disputes.list({ limit: 1 });
      expect(data[0]?.status).toBe("needs_response");
    });
    const { data } = await market.context.stripe.disputes.list({ limit: 1 });
    await fetch(`${market.sandboxUrl}/bank/${data[0]?.id}/lost`, { method: "POST" });
    const [closed] = (await market.events("charge.dispute.closed")).slice(-1);
    if (closed) await market.deliver(closed);
    await vi.waitFor(async () => expect(await owedTo(teacher)).toMatchObject({ shareCents: 1800 }));
  });

  it.each([
    ["the whole payment", 20, 0],
    ["the rest", 10, 0],
    ["a part of the rest", 4, 540],
  ])(
    "isn't reduced twice if a bank takes back %s after a partial refund",
    async (_, lost, share) => {
      const teacher = await addUnpayableTeacher();
      const { enrollmentId } = await sell(teacher, 20);
      await syncBalance(market.context);
      const partial = { amount: 10, requestId: randomUUID() };
      expect((await refund(teacher, enrollmentId, partial)).status).toBe(200);
      const [payment] = await db
        .select()
        .from(payments)
        .where(eq(payments.enrollmentId, enrollmentId));
      const day = 24 * 60 * 60 * 1_000;
      const period = { from: new Date(Date.now() - day), until: new Date(Date.now() + day) };
      const readOwed = async () => {
        const revenue = await sumRevenue(db, period, "teacher");
        return revenue.find(({ key }) => key === teacher.profileId)?.owed;
      };
      // The refund counts when its transaction is read, as all other figures do.
      expect(await readOwed()).toBe(1_800);
      await syncBalance(market.context);
      expect(await readOwed()).toBe(900);
      const disputeId = `dp_${enrollmentId}`;
      await db.insert(disputes).values({
        providerDisputeId: disputeId,
        paymentId: payment?.id ?? "",
        status: "lost",
        amountCents: lost * 100,
        reason: "fraudulent",
        openedAt: new Date(),
        closedAt: new Date(),
      });
      expect(await owedTo(teacher)).toMatchObject({ shareCents: share, owedCents: share });
      expect(await readOwed()).toBe(900);
      await db.insert(balanceTransactions).values({
        id: `txn_${enrollmentId}`,
        type: "adjustment",
        category: "dispute",
        amountCents: -lost * 100,
        feeCents: 0,
        netCents: -lost * 100,
        currency: "usd",
        sourceId: disputeId,
        paymentId: payment?.id ?? "",
      });
      expect(await readOwed()).toBe(share);
      const { body } = await market.call("GET", "/api/connect/earnings?period=all", {
        token: teacher.token,
      });
      expect(body.data.summary.net).toBe(share / 100);
    },
  );

  it("can't be paid twice, however many bookkeepers record it at once", async () => {
    const teacher = await addUnpayableTeacher();
    await sell(teacher, 20);
    const results = await Promise.allSettled(
      [1800, 1800, 1800].map((cents) => pay(teacher, cents)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const [refused] = results.filter(({ status }) => status === "rejected");
    expect((refused as PromiseRejectedResult).reason).toMatchObject({
      code: "conflict",
      message: "Only $0.00 is owed at the moment. Reload the page to see what changed.",
    });
    expect(await owedTo(teacher)).toMatchObject({ paidCents: 1800, owedCents: 0 });
  });

  it("is recorded once for one transfer, even if more than its amount is owed", async () => {
    const teacher = await addUnpayableTeacher();
    await sell(teacher, 20);
    await sell(teacher, 20);
    const another = await addUnpayableTeacher();
    await sell(another, 20);
    const references = ["Wire 100", "Wire 100", "wire 100"];
    const results = await Promise.allSettled(
      references.map((reference) => pay(teacher, 500, reference)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await owedTo(teacher)).toMatchObject({ paidCents: 500, owedCents: 3100 });
    // Another teacher's transfer can have the same reference, and the rest of the share a different one.
    await pay(another, 500, "Wire 100");
    await pay(teacher, 3100, "Wire 101");
    expect(await owedTo(teacher)).toMatchObject({ paidCents: 3600, owedCents: 0 });
  });

  it("can't be paid to someone who sells through Stripe", async () => {
    const teacher = await addTeacher(market.context);
    await expect(pay(teacher, 100)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a teacher who is owed a share", () => {
  it("sees what is owed and what was paid, and refunds lower both totals", async () => {
    const teacher = await addUnpayableTeacher();
    const { enrollmentId } = await sell(teacher, 20);
    await sell(teacher, 30);
    await pay(teacher, 1000, "Wire 1");
    await refund(teacher, enrollmentId);
    const { body } = await market.call("GET", "/api/connect/earnings?period=all", {
      token: teacher.token,
    });
    expect(body.data).toMatchObject({
      source: "own",
      summary: { gross: 50, refunds: 20, fees: 3, net: 27 },
      owed: { owed: 17, paid: 10, payouts: [{ amount: 10, reference: "Wire 1" }] },
    });
    const seller = await addTeacher(market.context);
    const other = await market.call("GET", "/api/connect/earnings", { token: seller.token });
    expect(other.body.data.owed).toBeNull();
  });

  it("can delete the account only once it is paid", async () => {
    const teacher = await addUnpayableTeacher();
    const { enrollmentId } = await sell(teacher, 20);
    await db
      .update(enrollments)
      .set({ status: "left", endedAt: new Date() })
      .where(eq(enrollments.id, enrollmentId));
    const check = () =>
      db.transaction((tx) => requireNoObligations(tx, { id: teacher.profileId, role: "teacher" }));
    await expect(check()).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("We still owe you $18.00. Write to "),
    });
    await pay(teacher, 1800);
    await expect(check()).resolves.toBeUndefined();
  });
});

describe("a bookkeeper", () => {
  it("records no payout to themselves if someone else can", async () => {
    const teacher = await addUnpayableTeacher();
    await sell(teacher, 20);
    const own = await promote(market.context, teacher, "bookkeeper");
    const record = () =>
      market.call("POST", `/api/staff/payouts/${teacher.profileId}/paid`, {
        token: own.token,
        body: { amount: 5, reference: `Wire ${++wires}` },
      });
    await db.delete(staffMembers).where(ne(staffMembers.userId, own.userId));
    expect((await record()).status).toBe(200);
    await addStaffPerson(market.context, "owner");
    expect((await record()).status).toBe(403);
    expect(await owedTo(teacher)).toMatchObject({ paidCents: 500 });
  });

  it("sees what is owed, exports it, and records what was paid, with one entry in the log", async () => {
    const { token } = await addStaffPerson(market.context, "bookkeeper");
    const owner = await addStaffPerson(market.context, "owner");
    const call = (method: string, path: string, body?: object) =>
      market.call(method, `/api/staff/payouts${path}`, { token, ...(body && { body }) });
    const teacher = await addUnpayableTeacher();
    await sell(teacher, 20);
    const rowOf = async () =>
      (await call("GET", "?sort=-owed")).body.data.rows.find(
        ({ _id }: { _id: string }) => _id === teacher.profileId,
      );
    expect(await rowOf()).toMatchObject({ share: 18, paid: 0, owed: 18 });
    const file = await market.app.request("/api/staff/payouts/export.csv", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await file.text()).toContain(
      `"${teacher.email}","India","${teacher.profileId}",18.00,0.00,18.00,"No",""`,
    );

    const paid = `/${teacher.profileId}/paid`;
    expect((await call("POST", paid, { amount: 18.01, reference: "Wire 7" })).status).toBe(409);
    expect((await call("POST", paid, { amount: 18, reference: " " })).body.errors).toMatchObject([
      { field: "reference" },
    ]);
    expect((await call("POST", paid, { amount: 18, reference: "Wire 7" })).status).toBe(200);
    expect(await rowOf()).toMatchObject({ paid: 18, owed: 0 });
    const path = `/api/staff/log?kind=record-payout&search=${teacher.userId}`;
    const log = await market.call("GET", path, { token: owner.token });
    expect(log.body.data.rows).toMatchObject([
      {
        subjectKind: "person",
        subjectId: teacher.userId,
        reason: "Wire 7",
        details: { amountCents: 1800 },
      },
    ]);
  });

  it("sees that a teacher is suspended, and records a payout to them only with a confirmation", async () => {
    const { token } = await addStaffPerson(market.context, "bookkeeper");
    const owner = await addStaffPerson(market.context, "owner");
    const teacher = await addUnpayableTeacher();
    await sell(teacher, 20);
    const path = `/api/staff/payouts/${teacher.profileId}/paid`;
    const record = (amount: number, more: object = {}) =>
      market.call("POST", path, {
        token,
        body: { amount, reference: `Wire ${++wires}`, ...more },
      });
    const decide = (decision: string, body: object) =>
      market.call("POST", `/api/staff/people/${teacher.userId}/${decision}`, {
        token: owner.token,
        body: { reason: "Sent advertisements to a class.", ...body },
      });
    const readRow = async () => {
      const { body } = await market.call("GET", "/api/staff/payouts", { token });
      return body.data.rows.find(({ _id }: { _id: string }) => _id === teacher.profileId);
    };
    expect((await readRow()).suspension).toBeNull();
    const year = new Date().getUTCFullYear() + 1;
    const until = `${year}-12-31T00:00:00.000Z`;
    const suspended = await decide("suspend", { until: `${year}-12-31`, seenAction: null });
    expect(suspended.status).toBe(200);
    const { suspension } = await readRow();
    expect(suspension).toMatchObject({ until });
    const file = await market.app.request("/api/staff/payouts/export.csv", {
      headers: { authorization: `Bearer ${token}` },
    });
    const lines = (await file.text()).split("\r\n");
    expect(lines[0]).toContain('"Suspended until"');
    expect(lines.find((line) => line.includes(teacher.email))).toContain(until);

    // Bookkeepers who have not seen this suspension can't have meant the payout in spite of it.
    for (const seenSuspension of [undefined, null, "2026-01-01T00:00:00.000Z"]) {
      const refused = await record(5, { seenSuspension });
      expect(refused.status).toBe(409);
      expect(refused.body.errors).toEqual([
        {
          field: "seenSuspension",
          message: `This teacher is suspended until Dec 31, ${year}. Reload the page and confirm the payout.`,
        },
      ]);
    }
    expect(await owedTo(teacher)).toMatchObject({ paidCents: 0 });
    expect((await record(5, { seenSuspension: suspension.since })).status).toBe(200);
    expect(await owedTo(teacher)).toMatchObject({ paidCents: 500 });
    const search = `/api/staff/log?kind=record-payout&search=${teacher.userId}`;
    const log = await market.call("GET", search, { token: owner.token });
    expect(log.body.data.rows).toMatchObject([{ details: { suspendedUntil: until } }]);

    // A suspension that has ended in the meantime stops nothing.
    expect((await decide("reinstate", { seenSince: suspension.since })).status).toBe(200);
    expect((await record(5, { seenSuspension: suspension.since })).status).toBe(200);
    expect((await record(5)).status).toBe(200);
  });

  it("voids a payout that was recorded by mistake, once, and may then record its transfer correctly", async () => {
    const { token } = await addStaffPerson(market.context, "bookkeeper");
    const owner = await addStaffPerson(market.context, "owner");
    const teacher = await addUnpayableTeacher();
    await sell(teacher, 20);
    const path = `/api/staff/payouts/${teacher.profileId}`;
    const reference = `Wire ${++wires}`;
    const record = (amount: number) =>
      market.call("POST", `${path}/paid`, { token, body: { amount, reference } });
    expect((await record(12)).status).toBe(200);
    const list = async () =>
      (await market.call("GET", `${path}/paid`, { token })).body.data.payouts;
    const [payout] = await list();
    expect(payout).toMatchObject({ amount: 12, reference });
    const reason = "It was 10 dollars.";
    const cancel = (body: object, account = path) =>
      market.call("POST", `${account}/voided`, { token, body });
    expect((await cancel({ payoutId: payout._id, reason: " " })).status).toBe(400);
    const other = `/api/staff/payouts/${(await addUnpayableTeacher()).profileId}`;
    expect((await cancel({ payoutId: payout._id, reason }, other)).status).toBe(404);
    const answers = await Promise.all([1, 2].map(() => cancel({ payoutId: payout._id, reason })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await owedTo(teacher)).toMatchObject({ paidCents: 0, owedCents: 1800 });
    expect(await list()).toEqual([]);
    expect((await record(10)).status).toBe(200);
    expect(await owedTo(teacher)).toMatchObject({ paidCents: 1000, owedCents: 800 });
    const search = `/api/staff/log?kind=void-payout&search=${teacher.userId}`;
    const log = await market.call("GET", search, { token: owner.token });
    expect(log.body.data.rows).toMatchObject([
      { reason, details: { amountCents: 1200, reference, owedCents: 1800 } },
    ]);
  });
});
