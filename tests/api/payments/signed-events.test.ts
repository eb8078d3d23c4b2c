import { expect, it } from "vitest";
import { openMarket } from "../../support/open-market.ts";

const connectSecret = "whsec_of_connected_accounts";
const { market } = await openMarket({ STRIPE_CONNECT_WEBHOOK_SECRET: connectSecret });

it.each([
  ["no object", { id: "evt_1", type: "charge.refunded", data: { object: null } }],
  ["no data", { id: "evt_2", type: "charge.refunded" }],
  ["no type", { id: "evt_3", data: { object: { id: "ch_1" } } }],
  ["a list instead of an ID", { id: ["evt_4"], type: "x", data: { object: {} } }],
  ["an object whose ID is a number", { id: "evt_5", type: "x", data: { object: { id: 7 } } }],
  ["U+0000 in its id", { id: "evt_\u0000", type: "x", data: { object: {} } }],
  ["nothing at all", {}],
])("a signed body with %s is rejected because it is not an event", async (_what, event) => {
  const answer = await market.deliver(event);
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({
    success: false,
    status: "error",
    message: "The body is not an event.",
  });
});

it.each(["invoice.upcoming", "charge.refunded", "checkout.session.completed"])(
  "a %s event whose object has no ID is accepted",
  async (type) => {
    const event = { id: `evt_without_id_${type}`, type, data: { object: {} } };
    expect((await market.deliver(event)).status).toBe(200);
    expect((await market.deliver(event)).status).toBe(200);
  },
);

it("the webhook accepts events signed with either endpoint's secret, and nothing else", async () => {
  const event = { id: "evt_connect", type: "capability.updated", data: { object: { id: "x" } } };
  expect((await market.deliver(event, { secret: connectSecret })).status).toBe(200);
  expect((await market.deliver({ ...event, id: "evt_own" })).status).toBe(200);
  const forged = await market.deliver({ ...event, id: "evt_x" }, { secret: "whsec_other" });
  expect(forged).toMatchObject({
    status: 400,
    body: { message: "The signature of the event is not valid." },
  });
});
