import { eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { expect, it, vi } from "vitest";
import { disputes } from "#server/db/tables/disputes.table.ts";
import { listOpenDisputes } from "#server/earnings/own-disputes.ts";
import { syncDispute } from "#server/payments/disputes/disputes.ts";
import { findReceipt } from "#server/payments/receipts/receipts.ts";
import { pollStripe } from "#server/payments/reconciliation/poll-stripe.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { addSeller, findSeats } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";
import {
  addEnrolled,
  cards,
  findCharge,
  findRefunds,
  readMails,
} from "../../support/payments/enrolled.ts";
import type { Person } from "../../support/people.ts";

const { market, teacher } = await openMarket();

/** A student whose bank disputes the payment immediately. */
async function addDisputed() {
  const seat = await addEnrolled(market, teacher, { card: cards.disputed });
  const [dispute] = (await market.context.stripe.disputes.list({ limit: 1 })).data;
  if (!dispute) throw new Error("There is no dispute");
  return { ...seat, disputeId: dispute.id };
}

async function deliver(type: string, disputeId: string): Promise<void> {
  const events = (await market.events(type)) as { data: { object: { id: string } } }[];
  const event = events.findLast(({ data }) => data.object.id === disputeId);
  expect((await market.deliver(event ?? {})).status).toBe(200);
}

async function decide(disputeId: string, evidence: "winning_evidence" | "losing_evidence") {
  await market.context.stripe.disputes.update(disputeId, {
    evidence: { uncategorized_text: evidence },
  });
}

const subjects = async (person: Person) =>
  (await readMails(market, person)).map(({ subject }) => subject);

const refund = (enrollmentId: string) =>
  market.call("POST", `/api/enrollment/${enrollmentId}/refund`, { token: teacher.token });

it("a dispute notifies the teacher once; the student keeps the seat and refunds are blocked", async () => {
  const { disputeId, student, courseId, enrollmentId } = await addDisputed();
  for (let time = 0; time < 3; time += 1) await deliver("charge.dispute.created", disputeId);
  const notices = (await readMails(market, teacher)).filter(({ subject }) =>
    subject.includes("is being disputed"),
  );
  expect(notices).toHaveLength(1);
  expect(notices[0]?.text).toContain("$20.00");
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "enrolled", payment: "paid" },
  ]);
  const refused = await refund(enrollmentId);
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.body.message).toContain("bank");
});

it("a won dispute leaves everything unchanged and allows refunds again", async () => {
  const { disputeId, student, courseId, enrollmentId } = await addDisputed();
  await deliver("charge.dispute.created", disputeId);
  await decide(disputeId, "winning_evidence");
  await deliver("charge.dispute.closed", disputeId);
  await deliver("charge.dispute.created", disputeId);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
  expect(
    (await subjects(teacher)).filter((each) => each.includes("You won the dispute")),
  ).toHaveLength(1);
  expect((await refund(enrollmentId)).status).toBe(200);
});

it("a lost dispute ends the enrollment and reverses the teacher's share once, without our fee", async () => {
  const { disputeId, student, courseId, sessionId } = await addDisputed();
  await deliver("charge.dispute.created", disputeId);
  await decide(disputeId, "losing_evidence");
  await market.fault({ fault: "drop-response", match: "/reversals", times: 2 });
  await deliver("charge.dispute.closed", disputeId);
  await market.clearFaults();
  for (let time = 0; time < 2; time += 1) await reconcilePayments(market.context);
  await deliver("charge.dispute.closed", disputeId);
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "refunded", payment: "refunded" },
  ]);
  const { id } = await findCharge(market, sessionId);
  const charge = await market.context.stripe.charges.retrieve(id, {
    expand: ["transfer", "application_fee"],
  });
  expect(charge).toMatchObject({
    refunded: false,
    transfer: { amount_reversed: 2000 },
    application_fee: { amount_refunded: 200 },
  });
  expect((await subjects(student)).filter((each) => each.includes("has ended"))).toHaveLength(1);
  expect(
    (await subjects(teacher)).filter((each) => each.includes("You lost the dispute")),
  ).toHaveLength(1);
});

it("a dispute and its outcome are found by polling when no event arrived", async () => {
  const { disputeId, student, courseId } = await addDisputed();
  await pollStripe(market.context);
  expect((await subjects(teacher)).some((each) => each.includes("is being disputed"))).toBe(true);
  await decide(disputeId, "losing_evidence");
  await pollStripe(market.context);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "refunded" }]);
});

it("a dispute event is answered with 503 while the provider is unavailable, so that it is resent", async () => {
  const { disputeId } = await addDisputed();
  const [event] = (await market.events("charge.dispute.created")).toReversed();
  await market.fault({ fault: "status-500", match: "/v1/disputes", times: 2 });
  expect((await market.deliver(event ?? {})).status).toBe(503);
  await market.clearFaults();
  await deliver("charge.dispute.created", disputeId);
  expect((await subjects(teacher)).some((each) => each.includes("is being disputed"))).toBe(true);
});

it("an event about an unknown dispute changes nothing", async () => {
  const event = {
    id: "evt_foreign",
    type: "charge.dispute.created",
    data: { object: { id: "dp_unknown", charge: "ch_foreign" } },
  };
  expect((await market.deliver(event)).status).toBe(200);
});

/** The provider's response about a dispute, with changes. */
async function answerOf(disputeId: string, changes: Partial<Stripe.Dispute>) {
  const dispute = await market.context.stripe.disputes.retrieve(disputeId, { expand: ["charge"] });
  return { ...dispute, ...changes };
}

it("an outdated response that arrives late changes nothing and notifies nobody twice", async () => {
  const countOpened = async () =>
    (await subjects(teacher)).filter((each) => each.includes("is being disputed")).length;
  const before = await countOpened();
  const { disputeId, paymentId } = await addDisputed();
  await deliver("charge.dispute.created", disputeId);
  const old = await answerOf(disputeId, {});
  const asked = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const retrieve = vi
    .spyOn(market.context.stripe.disputes, "retrieve")
    .mockImplementationOnce(async () => {
      asked.resolve();
      await late.promise;
      return { ...old, lastResponse: {} } as never;
    });
  const slow = syncDispute(market.context, disputeId);
  await asked.promise;
  retrieve.mockRestore();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1000 });
  await market.context.stripe.disputes.update(disputeId, {
    evidence: { uncategorized_text: "Eight classes took place." },
  });
  await syncDispute(market.context, disputeId);
  late.resolve();
  await slow;
  const [row] = await market.context.db
    .select()
    .from(disputes)
    .where(eq(disputes.paymentId, paymentId));
  expect(row).toMatchObject({ status: "review" });
  expect(await countOpened()).toBe(before + 1);
});

it("partial disputes end the enrollment once nothing of the payment is left", async () => {
  const { disputeId, student, courseId, paymentId, enrollmentId } = await addDisputed();
  const second = `${disputeId}_second`;
  const lose = async (id: string, amount: number) => {
    const answer = await answerOf(disputeId, { id, amount, status: "lost" });
    const retrieve = vi
      .spyOn(market.context.stripe.disputes, "retrieve")
      .mockResolvedValueOnce(answer as never);
    await syncDispute(market.context, id);
    retrieve.mockRestore();
  };
  await lose(disputeId, 1200);
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "enrolled", payment: "paid" },
  ]);
  const [part] = (await findReceipt(market.context, student.actor, paymentId)).refunds;
  expect(part).toMatchObject({ amount: 12, note: "Returned by your bank." });
  const more = await market.call("POST", `/api/enrollment/${enrollmentId}/refund`, {
    token: teacher.token,
    body: { amount: 10, requestId: crypto.randomUUID() },
  });
  expect(more).toMatchObject({
    status: 409,
    body: { message: "At most $8.00 can be refunded." },
  });
  await lose(second, 800);
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "refunded", payment: "refunded" },
  ]);
  const rows = await market.context.db
    .select({ takenBack: disputes.takenBackCents })
    .from(disputes)
    .where(eq(disputes.paymentId, paymentId));
  expect(rows.map(({ takenBack }) => takenBack).toSorted()).toEqual([1200, 800]);
});

it("a dispute opened during the teacher's refund takes precedence, and the teacher is notified", async () => {
  const seat = await addEnrolled(market, teacher, { card: cards.disputed });
  const before = (await subjects(teacher)).filter((each) => each.endsWith(" failed")).length;
  const answers = await Promise.all([
    refund(seat.enrollmentId),
    market.call("POST", `/api/enrollment/${seat.enrollmentId}/refund`, {
      token: teacher.token,
      body: { amount: 5, requestId: crypto.randomUUID() },
    }),
    pollStripe(market.context),
  ]);
  for (const answer of answers.slice(0, 2)) {
    expect(answer).toMatchObject({ status: 409 });
  }
  expect(await findRefunds(market, seat.sessionId)).toEqual([]);
  expect(await findSeats(market, seat.student, seat.courseId)).toMatchObject([
    { enrollment: "enrolled", payment: "paid" },
  ]);
  const after = (await subjects(teacher)).filter((each) => each.endsWith(" failed")).length;
  expect(after - before).toBeLessThanOrEqual(2);
});

it("a dispute lost after a partial refund takes the rest from the teacher and ends the enrollment", async () => {
  const seat = await addEnrolled(market, teacher);
  await market.call("POST", `/api/enrollment/${seat.enrollmentId}/refund`, {
    token: teacher.token,
    body: { amount: 5, requestId: crypto.randomUUID() },
  });
  const { id: charge } = await findCharge(market, seat.sessionId);
  const { disputeId } = await addDisputed();
  const answer = await answerOf(disputeId, {
    id: `${disputeId}_after`,
    status: "lost",
    charge: await market.context.stripe.charges.retrieve(charge),
  });
  const retrieve = vi
    .spyOn(market.context.stripe.disputes, "retrieve")
    .mockResolvedValueOnce(answer as never);
  await syncDispute(market.context, answer.id);
  retrieve.mockRestore();
  expect(await findSeats(market, seat.student, seat.courseId)).toMatchObject([
    { enrollment: "refunded", payment: "refunded" },
  ]);
  const [row] = await market.context.db
    .select()
    .from(disputes)
    .where(eq(disputes.providerDisputeId, answer.id));
  expect(row).toMatchObject({ recovery: "made", takenBackCents: 1500 });
  const earnings = await market.call("GET", "/api/connect/earnings?period=all&limit=100", {
    token: teacher.token,
  });
  const own = earnings.body.data.entries.filter(
    (entry: { course: { _id: string } | null }) => entry.course?._id === seat.courseId,
  );
  expect(own.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual(
    expect.arrayContaining([
      ["sale", 20],
      ["refund", -5],
      ["dispute", -15],
    ]),
  );
  expect(await findReceipt(market.context, seat.student.actor, seat.paymentId)).toMatchObject({
    refunded: 20,
    refunds: [{ amount: 5 }, { amount: 15, note: "Returned by your bank." }],
  });
});

it("a bank's inquiry does not block refunds, and a refund closes it without a decision email", async () => {
  const seat = await addEnrolled(market, teacher, { card: cards.questioned });
  await pollStripe(market.context);
  const mails = await readMails(market, teacher);
  const asked = mails.find(({ subject }) =>
    subject.includes("A bank has a question about a payment"),
  );
  expect(asked?.text).toContain("settle the question");
  const list = await market.call("GET", "/api/connect/earnings?period=all", {
    token: teacher.token,
  });
  expect(list.body.data.disputes[0]).toMatchObject({ status: "open", isQuestion: true });
  expect((await refund(seat.enrollmentId)).status).toBe(200);
  expect(await findRefunds(market, seat.sessionId)).toMatchObject([{ amount: 2000 }]);
  await pollStripe(market.context);
  const after = await subjects(teacher);
  expect(after.filter((each) => each.includes("The bank closed its inquiry about"))).toHaveLength(
    1,
  );
  expect(after.filter((each) => each.includes("A bank has a question about"))).toHaveLength(1);
  const [row] = await market.context.db
    .select()
    .from(disputes)
    .where(eq(disputes.paymentId, seat.paymentId));
  expect(row).toMatchObject({ status: "won", isQuestion: true, recovery: null });
});

it("an inquiry that becomes a dispute notifies the teacher again and blocks refunds", async () => {
  const seat = await addEnrolled(market, teacher, { card: cards.questioned });
  const [question] = (await market.context.stripe.disputes.list({ limit: 1 })).data;
  const id = question?.id ?? "";
  await syncDispute(market.context, id);
  const countFormal = async () =>
    (await subjects(teacher)).filter((each) => each.includes("is being disputed")).length;
  const before = await countFormal();
  const formal = await answerOf(id, { status: "needs_response", is_charge_refundable: false });
  const retrieve = vi
    .spyOn(market.context.stripe.disputes, "retrieve")
    .mockResolvedValueOnce(formal as never);
  await syncDispute(market.context, id);
  retrieve.mockRestore();
  expect(await countFormal()).toBe(before + 1);
  const refused = await refund(seat.enrollmentId);
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.body.message).toContain("until the bank has decided");
});

it("the dashboard lists a dispute until it is decided or the deadline has passed, only to the teacher", async () => {
  const { disputeId, student } = await addDisputed();
  const findOwn = async ({ actor }: Person) => {
    const listed = await listOpenDisputes(market.context, actor);
    return listed.find(({ _id }) => _id === disputeId);
  };
  expect(await findOwn(teacher)).toBeUndefined();
  await deliver("charge.dispute.created", disputeId);
  expect(await findOwn(teacher)).toMatchObject({ amount: 20, student: { _id: student.profileId } });
  expect(await findOwn(await addSeller(market))).toBeUndefined();
  expect(await findOwn(student)).toBeUndefined();
  const { db } = market.context;
  const own = eq(disputes.providerDisputeId, disputeId);
  const [stored] = await db.select({ dueBy: disputes.dueBy }).from(disputes).where(own);
  await db
    .update(disputes)
    .set({ dueBy: new Date(Date.now() - 1_000) })
    .where(own);
  expect(await findOwn(teacher)).toBeUndefined();
  await db
    .update(disputes)
    .set({ dueBy: stored?.dueBy ?? null })
    .where(own);
  expect(await findOwn(teacher)).toBeDefined();
  await decide(disputeId, "winning_evidence");
  await deliver("charge.dispute.closed", disputeId);
  expect(await findOwn(teacher)).toBeUndefined();
});
