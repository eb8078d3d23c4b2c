/** Refunds by staff, with or without taking back the teacher's share. */
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { refunds } from "#server/db/tables/refunds.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { listOwedShares } from "#server/payments/owed-shares/owed-shares.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { addSeller, findImbalances, findSeats } from "../../../support/market.ts";
import { openMarket } from "../../../support/open-market.ts";
import {
  addEnrolled,
  cards,
  findAccountId,
  findRefunds,
  pressAtProvider,
  readMails,
} from "../../../support/payments/enrolled.ts";
import { addGuardian, addTeacher, type Person } from "../../../support/people.ts";
import { addStaffPerson, promote, type StaffPerson } from "../../../support/staff.ts";

const { market, teacher } = await openMarket({
  PLATFORM_FEE_PERCENT: "10",
  RATE_LIMIT_FACTOR: "1000",
});
const { db } = market.context;

let bookkeeper: StaffPerson;
let support: StaffPerson;
beforeAll(async () => {
  bookkeeper = await addStaffPerson(market.context, "bookkeeper");
  support = await addStaffPerson(market.context, "support");
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await findImbalances(market)).toEqual([]);
});

const reason = "The teacher was ill for two weeks.";

interface Given {
  amount?: number | undefined;
  seen?: number;
  teacherKeepsShare?: boolean;
  requestId?: string;
  by?: StaffPerson;
  why?: string;
}

function refund(paymentId: string, given: Given = {}) {
  const { by = bookkeeper, seen = 20, teacherKeepsShare = false, why = reason, ...rest } = given;
  return market.call("POST", `/api/staff/payments/${paymentId}/refund`, {
    token: by.token,
    body: { requestId: randomUUID(), ...rest, seen, teacherKeepsShare, reason: why },
  });
}

const readPayment = async (paymentId: string, { token }: StaffPerson = bookkeeper) =>
  (await market.call("GET", `/api/staff/payments/${paymentId}`, { token })).body.data;

/** The emails to a person that contain the reason. */
const readReasons = async (person: Person) =>
  (await readMails(market, person)).filter(({ text }) => text.includes(`Reason: ${reason}`));

const listEntries = (paymentId: string) =>
  db
    .select()
    .from(staffActions)
    .where(and(eq(staffActions.subjectId, paymentId), eq(staffActions.kind, "refund-payment")));

async function findTransfer(sessionId: string) {
  const session = await market.context.stripe.checkout.sessions.retrieve(sessionId, {
    expand: [
      "payment_intent.latest_charge.transfer",
      "payment_intent.latest_charge.application_fee",
    ],
  });
  const intent = session.payment_intent;
  const charge = typeof intent === "object" ? intent?.latest_charge : undefined;
  if (typeof charge !== "object" || charge === null) throw new Error("There is no charge");
  const { transfer, application_fee: fee } = charge;
  return {
    reversed: typeof transfer === "object" ? transfer?.amount_reversed : undefined,
    feeReturned: typeof fee === "object" ? fee?.amount_refunded : undefined,
  };
}

describe("a refund by staff", () => {
  it.each(["student", "teacher", "guardian"] as const)(
    "can't be made by the payment's own %s while someone else can make it",
    async (role) => {
      const seller = await addSeller(market);
      const { paymentId, student } = await addEnrolled(market, seller);
      const guardian = await addGuardian(market.context, student);
      const people = { student, teacher: seller, guardian };
      const own = await promote(market.context, people[role], "support");
      const answer = await refund(paymentId, { by: own, teacherKeepsShare: true });
      expect([answer.status, answer.body.message]).toEqual([
        403,
        "You can't do this for yourself. Ask another member of staff to do it.",
      ]);
      expect(await listEntries(paymentId)).toEqual([]);
      expect((await refund(paymentId)).status).toBe(200);
    },
  );

  it("in full takes back the teacher's share, ends the enrollment and notifies both people of the reason", async () => {
    const { paymentId, sessionId, student, courseId } = await addEnrolled(market, teacher);
    const { status, body } = await refund(paymentId, { by: support });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      status: "refunded",
      refundedCents: 2_000,
      refundableCents: 0,
      isEnrolled: false,
      actions: [{ kind: "refund-payment", reason, by: support.staff.name }],
    });
    expect(await findTransfer(sessionId)).toEqual({ reversed: 2_000, feeReturned: 200 });
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "refunded", payment: "refunded" },
    ]);
    expect(await readReasons(student)).toHaveLength(1);
    const [toTeacher] = await readReasons(teacher);
    expect(toTeacher?.text).toContain(`Reason: ${reason}`);
    expect(toTeacher?.text).not.toContain("You keep your share");
  });

  it("can leave the share with the teacher, so that the platform pays", async () => {
    const seller = await addSeller(market);
    const { paymentId, sessionId } = await addEnrolled(market, seller);
    expect((await refund(paymentId, { teacherKeepsShare: true })).status).toBe(200);
    expect(await findTransfer(sessionId)).toEqual({ reversed: 0, feeReturned: 0 });
    expect(await findRefunds(market, sessionId)).toMatchObject([
      { amount: 2_000, reverse_transfer: false, refund_application_fee: false },
    ]);
    const [toTeacher] = await readReasons(seller);
    expect(toTeacher?.text).toContain("you keep your share");
  });

  it("in part keeps the enrollment, and later refunds return only the shares of their own amounts", async () => {
    const { paymentId, sessionId, student, courseId } = await addEnrolled(market, teacher);
    await refund(paymentId, { amount: 5, teacherKeepsShare: true });
    expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
    const mails = await readReasons(teacher);
    expect(mails.some(({ text }) => text.includes("refunded $5.00 of the $20.00"))).toBe(true);
    await refund(paymentId, { amount: 5, seen: 15 });
    expect(await findTransfer(sessionId)).toEqual({ reversed: 500, feeReturned: 50 });
    await refund(paymentId, { seen: 10 });
    expect(await findTransfer(sessionId)).toEqual({ reversed: 1_500, feeReturned: 150 });
    expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "refunded" }]);
  });

  it("is made once and recorded once, however often the request is sent", async () => {
    const { paymentId, sessionId } = await addEnrolled(market, teacher);
    const requestId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => refund(paymentId, { amount: 3, requestId })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await findRefunds(market, sessionId)).toHaveLength(1);
    expect(await listEntries(paymentId)).toMatchObject([
      { details: { amountCents: 300, leftCents: 2_000, teacherKeepsShare: false } },
    ]);
  });

  it.each([
    ["amount", { amount: 4 }],
    ["amount, which is everything that is left", { amount: undefined, seen: 17 }],
    ["choice about the teacher's share", { teacherKeepsShare: true }],
    ["reason", { why: "The course was canceled." }],
  ])("is refused if its request ID is repeated with another %s", async (_, other) => {
    const { paymentId, sessionId } = await addEnrolled(market, teacher);
    const first = { amount: 3, requestId: randomUUID() };
    expect((await refund(paymentId, first)).status).toBe(200);
    const answer = await refund(paymentId, { ...first, ...other });
    expect([answer.status, answer.body.message]).toEqual([
      409,
      "This refund was already requested with a different amount, message or share. Reload the page to see what was requested.",
    ]);
    expect((await refund(paymentId, { ...first, seen: 17 })).status).toBe(200);
    expect(await findRefunds(market, sessionId)).toHaveLength(1);
    expect(await listEntries(paymentId)).toHaveLength(1);
  });

  it("in full is refused if its request ID is repeated with the other choice about the share", async () => {
    const { paymentId, sessionId } = await addEnrolled(market, teacher);
    const first = { requestId: randomUUID() };
    expect((await refund(paymentId, first)).status).toBe(200);
    expect((await refund(paymentId, { ...first, teacherKeepsShare: true })).status).toBe(409);
    expect((await refund(paymentId, first)).status).toBe(200);
    expect(await findRefunds(market, sessionId)).toMatchObject([{ reverse_transfer: true }]);
  });

  it("is made once when two members of staff refund the same amount at once", async () => {
    for (const amount of [5, undefined]) {
      const { paymentId, sessionId } = await addEnrolled(market, teacher);
      const given = amount === undefined ? {} : { amount };
      const answers = await Promise.all([
        refund(paymentId, given),
        refund(paymentId, { ...given, by: support }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(await findRefunds(market, sessionId)).toHaveLength(1);
      expect(await listEntries(paymentId)).toHaveLength(1);
    }
  });

  it("results in one refund if the teacher requests one at the same time", async () => {
    const { paymentId, sessionId, enrollmentId } = await addEnrolled(market, teacher);
    const [byStaff] = await Promise.all([
      refund(paymentId),
      market.call("POST", `/api/enrollment/${enrollmentId}/refund`, { token: teacher.token }),
    ]);
    expect([200, 409]).toContain(byStaff.status);
    expect(await findRefunds(market, sessionId)).toHaveLength(1);
    expect(await listEntries(paymentId)).toHaveLength(byStaff.status === 200 ? 1 : 0);
  });

  it("is completed once after the provider's response was lost", async () => {
    for (const fault of ["drop-response", "broken-500"] as const) {
      const { paymentId, sessionId } = await addEnrolled(market, teacher);
      const requestId = randomUUID();
      await market.fault({ fault, match: "/v1/refunds", times: 3 });
      const first = await refund(paymentId, { amount: 4, requestId, teacherKeepsShare: true });
      expect([200, 503]).toContain(first.status);
      await market.clearFaults();
      const again = await refund(paymentId, { amount: 4, requestId, teacherKeepsShare: true });
      expect([200, 503]).toContain(again.status);
      await reconcilePayments(market.context);
      expect(await readPayment(paymentId)).toMatchObject({ refundedCents: 400 });
      expect(await findRefunds(market, sessionId)).toMatchObject([
        { amount: 400, reverse_transfer: false },
      ]);
      expect(await listEntries(paymentId)).toHaveLength(1);
    }
  });

  it("leaves nothing behind if it is refused", async () => {
    const { paymentId } = await addEnrolled(market, teacher);
    const refused = [
      refund(paymentId, { seen: 19 }),
      refund(paymentId, { amount: 5, seen: 19 }),
      refund(paymentId, { amount: 21 }),
      refund(paymentId, { amount: 0.2 }),
    ];
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([409, 409, 409, 400]);
    expect((await refund("pay_none")).status).toBe(404);
    expect(await listEntries(paymentId)).toEqual([]);
    expect(await db.$count(refunds, eq(refunds.paymentId, paymentId))).toBe(0);
  });

  it("waits for a bank's decision", async () => {
    const { paymentId } = await addEnrolled(market, teacher, { card: cards.disputed });
    const event = (await market.events("charge.dispute.created")).at(-1) ?? {};
    await market.deliver(event);
    expect((await refund(paymentId)).status).toBe(409);
    expect(await listEntries(paymentId)).toEqual([]);
    expect(await readPayment(paymentId)).toMatchObject({ dispute: "open", refundableCents: 0 });
  });

  it("in part is dropped if the share can't be taken back, and can be made by the platform", async () => {
    const seller = await addSeller(market);
    const { paymentId, sessionId } = await addEnrolled(market, seller);
    await pressAtProvider(market, `/express/${await findAccountId(market, seller)}/disconnect`);
    const refused = await refund(paymentId, { amount: 5 });
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.body.message).toContain("You can let the platform pay for it");
    expect(await readPayment(paymentId)).toMatchObject({ refundableCents: 2_000 });
    expect((await refund(paymentId, { amount: 5, teacherKeepsShare: true })).status).toBe(200);
    expect(await findRefunds(market, sessionId)).toMatchObject([{ amount: 500 }]);
    expect((await readPayment(paymentId)).events).toContainEqual(
      expect.objectContaining({
        kind: "refund-failed",
        amountCents: 500,
        text: "account_invalid",
      }),
    );
    // In full, the platform pays what can't be taken back, and the page shows who has what.
    expect((await refund(paymentId, { seen: 15 })).status).toBe(200);
    expect(await readPayment(paymentId)).toMatchObject({
      status: "refunded",
      shareCents: 1_800,
      feeCents: 200,
    });
    const { body } = await market.call("GET", "/api/staff/today", { token: bookkeeper.token });
    expect(body.data.money.lostShares).toContainEqual(
      expect.objectContaining({ paymentId, amountCents: 1_350 }),
    );
  });
});

describe("shares that the platform owes", () => {
  const owedTo = async ({ profileId }: Person) => (await listOwedShares(db, profileId))[0];

  it("equal what was paid plus what is owed, after refunds that take shares back and refunds that don't", async () => {
    const unpayable = await addTeacher(market.context);
    await market.call("POST", "/api/connect/accounts/setup", {
      token: unpayable.token,
      body: { country: "IN" },
    });
    const { paymentId } = await addEnrolled(market, unpayable);
    expect(await owedTo(unpayable)).toMatchObject({ shareCents: 1_800 });
    await refund(paymentId, { amount: 5, teacherKeepsShare: true });
    expect(await owedTo(unpayable)).toMatchObject({ shareCents: 1_800, owedCents: 1_800 });
    await refund(paymentId, { amount: 5, seen: 15 });
    expect(await owedTo(unpayable)).toMatchObject({ shareCents: 1_350 });
    await refund(paymentId, { seen: 10, teacherKeepsShare: true });
    expect(await owedTo(unpayable)).toMatchObject({
      shareCents: 1_350,
      paidCents: 0,
      owedCents: 1_350,
    });
    const { token } = bookkeeper;
    const page = await market.call("GET", `/api/staff/payments/${paymentId}`, { token });
    expect(page.body.data).toMatchObject({ shareCents: 1_350, isShareOwed: true });
  });
});

it("the page of a payment shows everything that happened, in order", async () => {
  const { paymentId, sessionId, student } = await addEnrolled(market, teacher);
  const completed = (await market.events("checkout.session.completed")) as {
    data: { object: { id: string } };
  }[];
  await market.deliver(completed.findLast(({ data }) => data.object.id === sessionId) ?? {});
  await refund(paymentId, { amount: 5 });
  const payment = await readPayment(paymentId, support);
  expect(payment).toMatchObject({
    _id: paymentId,
    status: "paid",
    student: { userId: student.userId },
    teacher: { userId: teacher.userId },
    amountCents: 2_000,
    feeCents: 150,
    shareCents: 1_350,
    refundedCents: 500,
    refundableCents: 1_500,
    isShareOwed: false,
    ids: { session: sessionId },
  });
  const kinds = payment.events.map(({ kind }: { kind: string }) => kind);
  expect(new Set(kinds)).toEqual(
    new Set(["checkout", "paid", "refund-requested", "refund-made", "event"]),
  );
  expect(payment.events).toContainEqual(
    expect.objectContaining({ kind: "event", text: "checkout.session.completed" }),
  );
  const moments = payment.events.map(({ at }: { at: string }) => at);
  expect(moments).toEqual([...moments].sort().reverse());
  expect((await market.call("GET", "/api/staff/payments/pay_none", support)).status).toBe(404);
});
