/** What teachers and staff do about a disputed payment, for the tests of one file. */
import { syncDispute } from "#server/payments/disputes/disputes.ts";
import type { Market } from "../../support/market.ts";
import { addEnrolled, cards } from "../../support/payments/enrolled.ts";
import type { Person } from "../../support/people.ts";

export const statement = "We met twice a week, and the student recited to me.";

export const staffStatement = "The student attended, and the course page shows the refund policy.";

export function disputeActions(market: Market, teacher: Person) {
  async function addDisputed() {
    const seat = await addEnrolled(market, teacher, { card: cards.disputed });
    const [dispute] = (await market.context.stripe.disputes.list({ limit: 1 })).data;
    if (!dispute) throw new Error("There is no dispute");
    await syncDispute(market.context, dispute.id);
    return { ...seat, disputeId: dispute.id };
  }

  const path = (disputeId: string) => `/api/connect/disputes/${disputeId}`;

  const read = (disputeId: string, { token }: Person = teacher) =>
    market.call("GET", path(disputeId), { token });

  const save = (disputeId: string, text = statement, { token }: Person = teacher) =>
    market.call("PUT", path(disputeId), { token, body: { statement: text } });

  const submit = (disputeId: string, text = statement, { token }: Person = teacher) =>
    market.call("POST", `${path(disputeId)}/submit`, { token, body: { statement: text } });

  const readAsStaff = (paymentId: string, { token }: { token: string }) =>
    market.call("GET", `/api/staff/payments/${paymentId}/disputes`, { token });

  const submitAsStaff = (paymentId: string, disputeId: string, { token }: { token: string }) =>
    market.call("POST", `/api/staff/payments/${paymentId}/disputes/${disputeId}/submit`, {
      token,
      body: { statement: staffStatement },
    });

  const findAtBank = (disputeId: string) => market.context.stripe.disputes.retrieve(disputeId);

  return { addDisputed, path, read, save, submit, readAsStaff, submitAsStaff, findAtBank };
}
