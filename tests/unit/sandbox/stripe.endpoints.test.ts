import { expect, test } from "vitest";
import { onboardedAccount, startWorld } from "./stripe-world.ts";

test("an event is delivered only if an enabled endpoint wants it", async () => {
  const world = await startWorld();
  const { webhookEndpoints } = world.stripe;
  await webhookEndpoints.update("we_sandboxconnect", { disabled: true });
  const account = await onboardedAccount(world);
  const { data } = await world.stripe.events.list({ type: "account.updated" });
  expect(data.map(({ pending_webhooks }) => pending_webhooks)).not.toContain(1);

  await webhookEndpoints.update("we_sandboxconnect", { disabled: false });
  await world.stripe.accounts.update(account, { metadata: { changed: "yes" } });
  const event = await world.receiver.waitFor("account.updated");
  expect(event.data.object).toMatchObject({ metadata: { changed: "yes" } });
});

test("an endpoint can be deleted, and unknown ones are reported as Stripe reports them", async () => {
  const { stripe } = await startWorld();
  await stripe.webhookEndpoints.del("we_sandboxconnect");
  const { data } = await stripe.webhookEndpoints.list();
  expect(data.map(({ id }) => id)).toEqual(["we_sandboxplatform"]);
  await expect(stripe.webhookEndpoints.del("we_sandboxconnect")).rejects.toMatchObject({
    statusCode: 404,
    code: "resource_missing",
  });
});
