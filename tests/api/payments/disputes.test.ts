import { expect, it } from "vitest";
import { lookAgain } from "#server/payments/look-again.ts";
import { reconcilePayments } from "#server/payments/reconcile.ts";
import { addEnrolled, cards, findCharge, readMails } from "../../support/enrolled.ts";
import { findSeats } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";
import type { Person } from "../../support/people.ts";

const { market, teacher } = await openMarket();

/** A student whose bank asks for the money back, as soon as it was paid. */
async function addDisputed() {
  const seat = await addEnrolled(market, teacher, { card: cards.disputed });
  const [dispute] = (await market.context.stripe.disputes.list({ limit: 1 })).data;
  if (!dispute) throw new Error("Nothing is disputed");
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

const refund = (enrolmentId: string) =>
  market.call("POST", `/api/enrollment/${enrolmentId}/refund`, { token: teacher.token });

it("is told to the teacher once; the student stays and nothing can be refunded meanwhile", async () => {
  const { disputeId, student, courseId, enrolmentId } = await addDisputed();
  for (let time = 0; time < 3; time += 1) await deliver("charge.dispute.created", disputeId);
  const told = (await readMails(market, teacher)).filter(({ subject }) =>
    subject.includes("is disputed"),
  );
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain("$20.00");
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrolment: "enrolled", payment: "paid" },
  ]);
  const refused = await refund(enrolmentId);
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.body.message).toContain("bank");
});

it("won: everything stays, and a refund is possible again", async () => {
  const { disputeId, student, courseId, enrolmentId } = await addDisputed();
  await deliver("charge.dispute.created", disputeId);
  await decide(disputeId, "winning_evidence");
  await deliver("charge.dispute.closed", disputeId);
  await deliver("charge.dispute.created", disputeId);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrolment: "enrolled" }]);
  expect((await subjects(teacher)).filter((each) => each.includes("decided for you"))).toHaveLength(
    1,
  );
  expect((await refund(enrolmentId)).status).toBe(200);
});

it("lost: the enrolment ends and the teacher's share comes back, once, with our fee given up", async () => {
  const { disputeId, student, courseId, sessionId } = await addDisputed();
  await deliver("charge.dispute.created", disputeId);
  await decide(disputeId, "losing_evidence");
  await market.fault({ fault: "drop-response", match: "/reversals", times: 2 });
  await deliver("charge.dispute.closed", disputeId);
  await market.clearFaults();
  for (let time = 0; time < 2; time += 1) await reconcilePayments(market.context);
  await deliver("charge.dispute.closed", disputeId);
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrolment: "refunded", payment: "refunded" },
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
  expect((await subjects(teacher)).filter((each) => each.includes("for the student"))).toHaveLength(
    1,
  );
});

it("is found by looking again when no event ever came, the end of it too", async () => {
  const { disputeId, student, courseId } = await addDisputed();
  await lookAgain(market.context);
  expect((await subjects(teacher)).some((each) => each.includes("is disputed"))).toBe(true);
  await decide(disputeId, "losing_evidence");
  await lookAgain(market.context);
  expect(await findSeats(market, student, courseId)).toMatchObject([{ enrolment: "refunded" }]);
});

it("answers 503 while the provider can't be asked, so that the event comes again", async () => {
  const { disputeId } = await addDisputed();
  const [event] = (await market.events("charge.dispute.created")).toReversed();
  await market.fault({ fault: "status-500", match: "/v1/disputes", times: 2 });
  expect((await market.deliver(event ?? {})).status).toBe(503);
  await market.clearFaults();
  await deliver("charge.dispute.created", disputeId);
  expect((await subjects(teacher)).some((each) => each.includes("is disputed"))).toBe(true);
});

it("about something unknown changes nothing", async () => {
  const event = {
    id: "evt_foreign",
    type: "charge.dispute.created",
    data: { object: { id: "dp_unknown", charge: "ch_foreign" } },
  };
  expect((await market.deliver(event)).status).toBe(200);
});
