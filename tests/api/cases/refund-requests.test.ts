/** Requests for refunds: what staff decide about them, and what others do with the payment in the meantime. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import Stripe from "stripe";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { cases } from "#server/db/tables/cases.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { syncDispute } from "#server/payments/disputes/disputes.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { addSeller, findImbalances } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";
import {
  addEnrolled,
  cards,
  type EnrolledStudent,
  findCharge,
  findRefunds,
  pressAtProvider,
  readMails,
} from "../../support/payments/enrolled.ts";
import { prepareRefusal } from "../../support/refused-entries.ts";
import { addStaffPerson, promote, type StaffPerson } from "../../support/staff.ts";
import { caseAbout, caseActions, casesAbout } from "./support.ts";

const { market, teacher } = await openMarket({
  PLATFORM_FEE_PERCENT: "10",
  RATE_LIMIT_FACTOR: "1000",
});
const { db } = market.context;
const { report, staffCall } = caseActions(() => market);

let moderator: StaffPerson;
let bookkeeper: StaffPerson;
beforeAll(async () => {
  moderator = await addStaffPerson(market.context, "moderator");
  bookkeeper = await addStaffPerson(market.context, "bookkeeper");
});
const expectBalance = async () => expect(await findImbalances(market)).toEqual([]);

const reason = "The teacher was ill for two weeks.";

async function addRequest(options: { card?: string } = {}) {
  const seat = await addEnrolled(market, teacher, options);
  await report(seat.student, "payment", seat.paymentId);
  return { ...seat, row: await readCase(seat) };
}

const readCase = ({ paymentId }: Pick<EnrolledStudent, "paymentId">) =>
  caseAbout(market, "payment", paymentId);

const readPage = async ({ id }: { id: string }) =>
  (await staffCall(moderator, "GET", `/${id}`)).body.data;

interface Chosen {
  seen: number;
  teacherKeepsShare: boolean;
}

const decide = (
  { id, version }: { id: string; version: number },
  outcome: "refund" | "no-action",
  refund?: Chosen,
) => staffCall(moderator, "POST", `/${id}/decision`, { outcome, reason, version, refund });

const whole = { seen: 20, teacherKeepsShare: false };

/** A refund on the page of the payment. */
const refundAsBookkeeper = (
  paymentId: string,
  { amount, seen = 20 }: Partial<Record<string, number>> = {},
) =>
  market.call("POST", `/api/staff/payments/${paymentId}/refund`, {
    token: bookkeeper.token,
    body: {
      ...(amount !== undefined && { amount }),
      ...{ seen, reason: "As we agreed.", teacherKeepsShare: false, requestId: randomUUID() },
    },
  });

const decisionMails = async ({ student }: EnrolledStudent) =>
  (await readMails(market, student)).filter(({ subject }) => subject.includes("refund request"));
const refundMails = async ({ student }: EnrolledStudent) =>
  (await readMails(market, student)).filter(({ subject }) => subject.includes("has ended"));

/** The entry of a decision that refunds a payment. */
const entryOf = (
  { row, paymentId }: Awaited<ReturnType<typeof addRequest>>,
  amountCents = 2_000,
) => ({
  kind: "decide-case",
  subjectId: row.id,
  reason,
  by: moderator.staff.name,
  details: {
    outcome: "refund",
    about: "payment",
    subjectId: paymentId,
    refundId: expect.any(String),
    amountCents,
    leftCents: amountCents,
    teacherKeepsShare: false,
  },
});

/** How many refunds the page of a payment lists as actions of staff. */
const countRefunds = async (paymentId: string) => {
  const page = await market.call("GET", `/api/staff/payments/${paymentId}`, bookkeeper);
  return page.body.data.actions.length;
};

describe("the page of a refund request", () => {
  it("shows how the payment stands now, and no refund as an outcome if nothing is left", async () => {
    const request = await addRequest();
    expect(await readPage(request.row)).toMatchObject({
      outcomes: ["no-action", "refund"],
      payment: {
        _id: request.paymentId,
        status: "paid",
        amountCents: 2_000,
        refundedCents: 0,
        refundableCents: 2_000,
        student: { userId: request.student.userId },
      },
    });
    await refundAsBookkeeper(request.paymentId, { amount: 5 });
    expect(await readPage(request.row)).toMatchObject({
      payment: { refundedCents: 500, refundableCents: 1_500 },
      evidence: [{ kind: "payment", refundedCents: 0 }],
    });
    await market.fault({ fault: "status-500", match: "/v1/refunds", times: 10 });
    await refundAsBookkeeper(request.paymentId, { seen: 15 });
    await market.clearFaults();
    expect(await readPage(request.row)).toMatchObject({
      outcomes: ["no-action"],
      payment: { status: "refunding", refundableCents: 0 },
    });
    await reconcilePayments(market.context);
    expect(await readPage(request.row)).toMatchObject({
      status: "decided",
      payment: { status: "refunded", refundedCents: 2_000 },
    });
  });
});

describe("a refund by decision", () => {
  it("is recorded like a refund on the page of the payment, with its reason", async () => {
    const request = await addRequest();
    const { status, body } = await decide(request.row, "refund", whole);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      decision: { outcome: "refund", by: moderator.staff.name },
      payment: { status: "refunded", refundedCents: 2_000, refundableCents: 0 },
    });
    const { token } = bookkeeper;
    const page = await market.call("GET", `/api/staff/payments/${request.paymentId}`, { token });
    expect(page.body.data.actions).toMatchObject([entryOf(request)]);
    expect(page.body.data.events).toContainEqual(
      expect.objectContaining({ kind: "refund-requested", reason: "staff", text: reason }),
    );
    expect(await findRefunds(market, request.sessionId)).toMatchObject([
      { amount: 2_000, reverse_transfer: true, refund_application_fee: true },
    ]);
    expect(await decisionMails(request)).toHaveLength(1);
    const [refunded] = await refundMails(request);
    expect(refunded?.text).toContain(reason);
    const toTeacher = (await readMails(market, teacher)).filter(({ text }) =>
      text.includes(reason),
    );
    expect(toTeacher).toHaveLength(1);
    expect(toTeacher[0]?.text).not.toContain("you keep your share");
  });

  it("has one entry in the log, and none if its transaction fails", async () => {
    const refusal = await prepareRefusal(db);
    const request = await addRequest();
    const before = await db.$count(staffActions);
    const added = async () => (await db.$count(staffActions)) - before;
    await refusal.refuse();
    expect((await decide(request.row, "refund", whole)).status).toBe(500);
    await refusal.allow();
    expect(await added()).toBe(0);
    expect(await findRefunds(market, request.sessionId)).toEqual([]);
    // The same request succeeds only if the first one has changed nothing.
    expect((await decide(request.row, "refund", whole)).status).toBe(200);
    expect(await added()).toBe(1);
  });

  it("is found in the log as a decision and as a refund, by its case and by its payment", async () => {
    const request = await addRequest();
    await refundAsBookkeeper(request.paymentId, { amount: 5 });
    await decide(request.row, "refund", { ...whole, seen: 15 });
    const owner = await addStaffPerson(market.context, "owner");
    const read = async (query: string) =>
      (await market.call("GET", `/api/staff/log?${query}`, owner)).body.data.rows;
    const entry = entryOf(request, 1_500);
    const { id } = request.row;
    for (const kind of ["decide-case", "refund-payment"]) {
      expect(await read(`kind=${kind}&search=${id}`)).toMatchObject([entry]);
    }
    expect(await read(`kind=refund-payment&search=${request.paymentId}`)).toMatchObject([
      entry,
      { kind: "refund-payment", subjectId: request.paymentId },
    ]);
    expect(await read("search=refund-pay")).toContainEqual(
      expect.objectContaining({ subjectId: id }),
    );
    const file = await market.app.request(`/api/staff/log/export.csv?search=${request.paymentId}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(await file.text()).toContain("Decided a case and requested a refund");
  });

  it("is missing from the page of the payment for those who may not see the case", async () => {
    const seller = await addSeller(market);
    const seat = await addEnrolled(market, seller);
    const own = await promote(market.context, seller, "owner");
    await report(seat.student, "payment", seat.paymentId);
    await decide(await readCase(seat), "refund", whole);
    const actions = async (person: StaffPerson) =>
      (await market.call("GET", `/api/staff/payments/${seat.paymentId}`, person)).body.data.actions;
    expect([await actions(own), await actions(bookkeeper)]).toMatchObject([[], [{ reason }]]);
  });

  it("can leave the share with the teacher, so that the platform pays", async () => {
    const request = await addRequest();
    const chosen = { ...whole, teacherKeepsShare: true };
    expect((await decide(request.row, "refund", chosen)).status).toBe(200);
    expect(await findRefunds(market, request.sessionId)).toMatchObject([
      { amount: 2_000, reverse_transfer: false },
    ]);
    const texts = (await readMails(market, teacher)).map(({ text }) => text);
    expect(texts.join()).toContain("you keep your share");
  });

  it("refunds what is left after partial refunds, if that is the amount that the page showed", async () => {
    const request = await addRequest();
    await refundAsBookkeeper(request.paymentId, { amount: 5 });
    const stale = await decide(request.row, "refund", whole);
    expect([stale.status, stale.body.message]).toEqual([
      409,
      "Part of this payment was refunded in the meantime. At most $15.00 can be refunded. Please check the amount.",
    ]);
    expect(await readCase(request)).toMatchObject({ status: "open" });
    expect(await decisionMails(request)).toEqual([]);
    expect((await decide(request.row, "refund", { ...whole, seen: 15 })).status).toBe(200);
    const made = await findRefunds(market, request.sessionId);
    expect(made.map(({ amount }) => amount)).toEqual([500, 1_500]);
    expect(await readPage(request.row)).toMatchObject({ payment: { refundedCents: 2_000 } });
    await expectBalance();
  });

  it("is refused while another refund is being made, which then settles the request", async () => {
    const request = await addRequest();
    await market.fault({ fault: "status-500", match: "/v1/refunds", times: 10 });
    await refundAsBookkeeper(request.paymentId, { amount: 20 });
    await market.clearFaults();
    const refused = await decide(request.row, "refund", { ...whole, seen: 0 });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain("The refund has been requested");
    expect(await readCase(request)).toMatchObject({ status: "open" });
    await reconcilePayments(market.context);
    expect(await readCase(request)).toMatchObject({ status: "decided" });
  });
});

/** Ways in which a payment is refunded in full outside of its case. */
const elsewhere: Record<string, (request: EnrolledStudent) => Promise<unknown>> = {
  "staff on the page of the payment": ({ paymentId }) => refundAsBookkeeper(paymentId),
  "the teacher": ({ enrollmentId }) =>
    market.call("POST", `/api/enrollment/${enrollmentId}/refund`, { token: teacher.token }),
  "the provider's dashboard": async ({ sessionId }) => {
    const { id: charge } = await findCharge(market, sessionId);
    await market.context.stripe.refunds.create({ charge });
    await market.deliver((await market.events("charge.refunded")).at(-1) ?? {});
  },
};

describe.each(Object.entries(elsewhere))(
  "a payment that is refunded in full by %s",
  (_, refund) => {
    it("settles the request, and the student gets only the email about the refund", async () => {
      const request = await addRequest();
      await refund(request);
      expect(await readCase(request)).toMatchObject({
        status: "decided",
        decision: "refund",
        decidedById: null,
      });
      expect(await readPage(request.row)).toMatchObject({
        outcomes: [],
        notes: [{ kind: "decided", outcome: "refund", author: null }],
        payment: { status: "refunded", refundedCents: 2_000 },
      });
      for (const outcome of ["refund", "no-action"] as const) {
        const late = await decide(await readCase(request), outcome, whole);
        expect([late.status, late.body.message]).toEqual([
          409,
          "The payment was returned to the student in full, which settled this case. Reload the page to see it.",
        ]);
      }
      expect(await decisionMails(request)).toEqual([]);
      expect(await refundMails(request)).toHaveLength(1);
      expect(await findRefunds(market, request.sessionId)).toHaveLength(1);
      await expectBalance();
    });
  },
);

it("a request that is sent while a full refund is being made opens no case", async () => {
  const { student, paymentId } = await addEnrolled(market, teacher);
  const { limits } = market.context;
  const consume = limits.consume.bind(limits);
  // After the form has been checked, and before the case is opened.
  const spy = vi.spyOn(limits, "consume").mockImplementation(async (limit, key) => {
    if (limit.name === "case-reports") await refundAsBookkeeper(paymentId);
    return consume(limit, key);
  });
  const answer = await market.call("POST", "/api/reports", {
    token: student.token,
    body: { about: "payment", id: paymentId, category: "other", details: "I was ill." },
  });
  spy.mockRestore();
  expect(answer.status).toBe(409);
  expect(await casesAbout(market, "payment", paymentId)).toEqual([]);
});

it("a refund doesn't settle a concern about a child's safety that was reported with the payment", async () => {
  const seat = await addEnrolled(market, teacher);
  const answer = await market.call("POST", "/api/reports", {
    token: seat.student.token,
    body: {
      about: "payment",
      id: seat.paymentId,
      category: "child-safety",
      details: "The teacher asked my son to meet alone.",
    },
  });
  expect(answer.status).toBe(201);
  await refundAsBookkeeper(seat.paymentId);
  expect(await readCase(seat)).toMatchObject({ kind: "safety", status: "open" });
});

describe("taking no action on a refund request", () => {
  it("names what was returned, in the student's language", async () => {
    const [none, part, french] = [await addRequest(), await addRequest(), await addRequest()];
    await decide(none.row, "no-action");
    expect((await decisionMails(none))[0]?.text).toContain("We can't refund your payment for");
    await refundAsBookkeeper(part.paymentId, { amount: 5 });
    expect((await decide(part.row, "no-action")).status).toBe(200);
    const [mail] = await decisionMails(part);
    expect(mail?.text).toContain("$5.00 of $20.00 was already returned to you.");
    expect(mail?.text).not.toContain("We can't refund your payment for");
    await db.update(users).set({ language: "fr" }).where(eq(users.id, french.student.userId));
    await refundAsBookkeeper(french.paymentId, { amount: 5 });
    await decide(french.row, "no-action");
    const texts = (await readMails(market, french.student)).map(({ text }) => text);
    expect(texts.join()).toMatch(/5,00\s\$ sur 20,00\s\$ vous ont déjà été restitués/);
  });

  it("is refused while a refund is being made, and says nothing false about a returned payment", async () => {
    const request = await addRequest();
    await market.fault({ fault: "status-500", match: "/v1/refunds", times: 10 });
    await refundAsBookkeeper(request.paymentId);
    const refused = await decide(request.row, "no-action");
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "A refund of this payment is being made. Decide once it's complete.",
    ]);
    await market.clearFaults();
    await reconcilePayments(market.context);
    // A request that was open before refunds settled requests.
    const reopened = { status: "open", decision: null, decidedAt: null } as const;
    await db.update(cases).set(reopened).where(eq(cases.id, request.row.id));
    const nothingLeft = await decide(await readCase(request), "refund", { ...whole, seen: 0 });
    expect([nothingLeft.status, nothingLeft.body.message]).toEqual([
      409,
      "This payment has already been refunded in full.",
    ]);
    expect(await decisionMails(request)).toEqual([]);
    expect((await decide(await readCase(request), "no-action")).status).toBe(200);
    const [mail] = await decisionMails(request);
    expect(mail?.text).toContain("was already returned to you in full.");
  });
});

/** How the provider rejects refunds: at once, or after it has accepted them. */
const rejections: Record<string, () => void> = {
  "at once": () => {
    const error = new Stripe.errors.StripeInvalidRequestError({
      type: "invalid_request_error",
      message: "The card was closed.",
    });
    vi.spyOn(market.context.stripe.refunds, "create").mockRejectedValue(error);
  },
  afterward: () => {
    const { refunds } = market.context.stripe;
    const made: unknown[] = [];
    vi.spyOn(refunds, "create").mockImplementation((params) => {
      const refund = {
        ...{ id: `re_${randomUUID()}`, amount: 2_000, created: Math.floor(Date.now() / 1_000) },
        ...{ status: "failed", failure_reason: "lost_or_stolen_card", transfer_reversal: null },
        metadata: params?.metadata,
      };
      made.unshift(refund);
      return Promise.resolve(refund) as unknown as ReturnType<typeof refunds.create>;
    });
    vi.spyOn(refunds, "list").mockImplementation(
      () =>
        (async function* () {
          yield* made;
        })() as unknown as ReturnType<typeof refunds.list>,
    );
  },
};

describe.each(Object.entries(rejections))("a refund that the provider rejects %s", (_, reject) => {
  /** A request whose refund staff decided and the provider rejected three times, and the new case. */
  async function addRejected() {
    const request = await addRequest();
    reject();
    expect((await decide(request.row, "refund", whole)).status).toBe(200);
    expect(await readPage(request.row)).toMatchObject({
      payment: { status: "refunding", isRefundRejected: false },
    });
    for (const _attempt of [2, 3]) await reconcilePayments(market.context).catch(() => undefined);
    vi.restoreAllMocks();
    const row = (await casesAbout(market, "payment", request.paymentId)).at(-1);
    if (!row || row.id === request.row.id) throw new Error("No case was opened");
    return { request, row };
  }

  it("can be decided again after three attempts, and is then made", async () => {
    const { request, row } = await addRejected();
    const page = await readPage(row);
    expect(page).toMatchObject({
      status: "open",
      outcomes: ["no-action", "refund"],
      payment: {
        ...{ status: "paid", isRefundRejected: true, refundableCents: 2_000, isEnrolled: true },
      },
    });
    expect(page.reportList[0].details).toContain("The payment provider rejected a refund");
    await reconcilePayments(market.context);
    expect(await findRefunds(market, request.sessionId)).toEqual([]);
    expect((await decide(row, "refund", whole)).status).toBe(200);
    expect(await readPage(row)).toMatchObject({
      payment: { status: "refunded", isRefundRejected: false },
    });
    expect(await findRefunds(market, request.sessionId)).toHaveLength(1);
    await expectBalance();
  });

  it("can be decided without action after three attempts", async () => {
    const { request, row } = await addRejected();
    expect((await decide(row, "no-action")).status).toBe(200);
    await reconcilePayments(market.context);
    expect(await findRefunds(market, request.sessionId)).toEqual([]);
    expect(await readPage(row)).toMatchObject({ status: "decided", payment: { status: "paid" } });
  });
});

it("a rejected refund to which the student is entitled is still tried, and the case says why it can't be decided", async () => {
  const seat = await addEnrolled(market, teacher);
  rejections["at once"]?.();
  const left = await market.call("POST", `/api/courses/${seat.courseId}/cancel`, {
    token: teacher.token,
    body: {},
  });
  expect(left.status).toBe(200);
  for (const _attempt of [2, 3]) await reconcilePayments(market.context).catch(() => undefined);
  vi.restoreAllMocks();
  const row = await readCase(seat);
  expect(await readPage(row)).toMatchObject({
    outcomes: ["no-action"],
    payment: { status: "refunding", isRefundRejected: true },
  });
  const refused = await decide(row, "no-action");
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain("The student is entitled to this refund");
  await reconcilePayments(market.context);
  expect(await readPage(row)).toMatchObject({ status: "decided", payment: { status: "refunded" } });
});

it("a refund and a decision at the same moment result in one refund and in truthful emails", async () => {
  for (const outcome of ["refund", "refund", "no-action"] as const) {
    const request = await addRequest();
    const [decided, refunded] = await Promise.all([
      decide(request.row, outcome, whole),
      refundAsBookkeeper(request.paymentId),
    ]);
    expect([200, 409]).toContain(decided.status);
    expect([200, 409]).toContain(refunded.status);
    expect(await findRefunds(market, request.sessionId)).toHaveLength(1);
    expect(await countRefunds(request.paymentId)).toBe(1);
    expect(await refundMails(request)).toHaveLength(1);
    expect(await readCase(request)).toMatchObject({ status: "decided" });
    expect(await decisionMails(request)).toHaveLength(decided.status === 200 ? 1 : 0);
    if (outcome === "refund") {
      expect([decided.status, refunded.status].toSorted()).toEqual([200, 409]);
    }
  }
  await expectBalance();
});

it("a lost dispute settles the request, because the bank has returned the payment", async () => {
  const seat = await addEnrolled(market, teacher, { card: cards.disputed });
  await report(seat.student, "payment", seat.paymentId);
  const [dispute] = (await market.context.stripe.disputes.list({ limit: 1 })).data;
  await pressAtProvider(market, `/bank/${dispute?.id}/lost`);
  await syncDispute(market.context, dispute?.id ?? "");
  expect(await readCase(seat)).toMatchObject({ status: "decided", decision: "refund" });
  expect(await decisionMails(seat)).toEqual([]);
});
