import { expect, test } from "vitest";
import { onboardedAccount, paidSession, readLedger, startWorld } from "./stripe-world.ts";

test("a full refund reverses the transfer and the fee", async () => {
  const world = await startWorld();
  const { id, paymentIntent } = await paidSession(world, await onboardedAccount(world));
  const refund = await world.stripe.refunds.create({
    payment_intent: paymentIntent,
    reverse_transfer: true,
    refund_application_fee: true,
    metadata: { enrollment: "e1" },
  });
  expect(refund).toMatchObject({ amount: 12_000, status: "succeeded" });

  const charge = await world.stripe.charges.retrieve(String(refund.charge), {
    expand: ["transfer", "application_fee", "refunds"],
  });
  expect(charge).toMatchObject({
    refunded: true,
    amount_refunded: 12_000,
    transfer: { amount_reversed: 12_000, reversed: true },
    application_fee: { amount_refunded: 1200, refunded: true },
    refunds: { data: [{ id: refund.id }] },
  });
  const event = await world.receiver.waitFor("charge.refunded");
  expect(event.data.object).toMatchObject({ id: charge.id, refunded: true });
  await world.receiver.waitFor("refund.created");

  const ledger = await readLedger(world);
  expect(ledger.charges).toEqual([
    {
      id: charge.id,
      session: id,
      amount: 12_000,
      currency: "usd",
      refunded: true,
      amount_refunded: 12_000,
      metadata: { enrollment: "e1" },
    },
  ]);
  expect(ledger.refunds).toEqual([
    {
      id: refund.id,
      charge: charge.id,
      amount: 12_000,
      reverse_transfer: true,
      refund_application_fee: true,
    },
  ]);
});

test("partial refunds return a share of the fee and never exceed the charge", async () => {
  const world = await startWorld();
  const { paymentIntent } = await paidSession(world, await onboardedAccount(world));
  const part = (amount?: number) =>
    world.stripe.refunds.create({
      payment_intent: paymentIntent,
      reverse_transfer: true,
      refund_application_fee: true,
      ...(amount !== undefined && { amount }),
    });
  await part(3333);
  const intent = await world.stripe.paymentIntents.retrieve(paymentIntent, {
    expand: ["latest_charge.application_fee", "latest_charge.transfer"],
  });
  expect(intent.latest_charge).toMatchObject({
    refunded: false,
    amount_refunded: 3333,
    application_fee: { amount_refunded: 333, refunded: false },
    transfer: { amount_reversed: 3333 },
  });
  await expect(part(9000)).rejects.toMatchObject({
    statusCode: 400,
    param: "amount",
    message: "Refund amount ($90.00) is greater than unrefunded amount on charge ($86.67)",
  });
  expect((await part()).amount).toBe(8667);
  const emptied = await world.stripe.paymentIntents.retrieve(paymentIntent, {
    expand: ["latest_charge.application_fee"],
  });
  expect(emptied.latest_charge).toMatchObject({
    refunded: true,
    application_fee: { amount_refunded: 1200, refunded: true },
  });
  await expect(part()).rejects.toMatchObject({ statusCode: 400, code: "charge_already_refunded" });
  expect((await world.stripe.refunds.list({ payment_intent: paymentIntent })).data).toHaveLength(2);
});

test("impossible refunds are rejected", async () => {
  const world = await startWorld();
  await expect(world.stripe.refunds.create({ charge: "ch_none" })).rejects.toMatchObject({
    statusCode: 404,
    code: "resource_missing",
  });
  await expect(world.stripe.refunds.create({})).rejects.toMatchObject({
    statusCode: 400,
    code: "parameter_missing",
  });
});

test("metadata can be added to a refund, and an event reports it", async () => {
  const world = await startWorld();
  const { paymentIntent } = await paidSession(world, await onboardedAccount(world));
  const refund = await world.stripe.refunds.create({
    payment_intent: paymentIntent,
    metadata: { a: "1", b: "2" },
  });
  const changed = await world.stripe.refunds.update(refund.id, { metadata: { a: "", c: "3" } });
  expect(changed.metadata).toEqual({ b: "2", c: "3" });
  await world.receiver.waitFor("refund.updated");
});
