// A separate sandbox for a test, the official SDK that uses it, and a listener for its webhooks.
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import Stripe from "stripe";
import { onTestFinished, vi } from "vitest";
import { getSandboxConfig } from "#sandbox/config.ts";
import { createSandbox, type Sandbox } from "#sandbox/server.ts";
import type { Ledger } from "../../support/payments/ledger.ts";

const SECRET_KEY = "sk_test_of_this_test";
const WEBHOOK_SECRET = "whsec_of_this_test";

/** A running sandbox, as its clients see it. */
export interface Reach {
  base: string;
  stripe: Stripe;
}

export interface World extends Reach {
  sandbox: Sandbox;
  receiver: Receiver;
  dataDir: string;
  /** Closes the sandbox and opens another one on the same data. */
  reopen(): Promise<void>;
}

export async function startWorld(): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), "sandbox-"));
  const receiver = await startReceiver();
  const config = getSandboxConfig(sandboxEnvironment(dataDir, receiver.base));
  const sandbox = await createSandbox(config);
  const world: World = {
    sandbox,
    base: baseOf(sandbox),
    stripe: stripeAt(sandbox.port),
    receiver,
    dataDir,
    async reopen() {
      await world.sandbox.close();
      world.sandbox = await createSandbox(config);
      world.base = baseOf(world.sandbox);
      world.stripe = stripeAt(world.sandbox.port);
    },
  };
  onTestFinished(async () => {
    await world.sandbox.close();
    await receiver.close();
    await rm(dataDir, { recursive: true });
  });
  return world;
}

export function sandboxEnvironment(dataDir: string, webhookBase: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    SANDBOX_PORT: "0",
    SANDBOX_WEBHOOK_BASE: webhookBase,
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  };
}

export function stripeAt(port: number, key = SECRET_KEY): Stripe {
  return new Stripe(key, {
    host: "127.0.0.1",
    port,
    protocol: "http",
    maxNetworkRetries: 0,
    timeout: 5000,
    telemetry: false,
  });
}

function baseOf(sandbox: Sandbox): string {
  return `http://127.0.0.1:${sandbox.port}`;
}

export interface Receiver {
  base: string;
  /** Events with a valid signature in the order of arrival, including repeated ones. */
  events: Stripe.Event[];
  /** The statuses of the next responses; 200 when the list is empty. */
  answers: number[];
  /** The paths of all requests. */
  paths: string[];
  /** Waits for the first event of the type. */
  waitFor(type: string): Promise<Stripe.Event>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const events: Stripe.Event[] = [];
  const answers: number[] = [];
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await readText(request);
    paths.push(String(request.url));
    const status = answers.shift() ?? take(body, request.headers["stripe-signature"]);
    response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end();
  });
  /** Rejects events without a valid signature, as the product does, so that they are sent again. */
  function take(body: string, signature: string | string[] = ""): number {
    try {
      events.push(Stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET));
      return 200;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return 400;
      throw error;
    }
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    answers,
    paths,
    waitFor(type) {
      const isThere = () => {
        const event = events.find((each) => each.type === type);
        if (!event) throw new Error(`No ${type} among ${events.map((each) => each.type)}`);
        return event;
      };
      return vi.waitFor(isThere, { timeout: 40_000, interval: 20 });
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** An account that has completed onboarding. */
export async function onboardedAccount({ stripe, base }: Reach): Promise<string> {
  const account = await stripe.accounts.create({
    controller: {
      fees: { payer: "application" },
      losses: { payments: "application" },
      stripe_dashboard: { type: "express" },
    },
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    email: "teacher@halaqa.test",
  });
  await stripe.accountLinks.create({
    account: account.id,
    refresh_url: "http://site.test/refresh",
    return_url: "http://site.test/return",
    type: "account_onboarding",
  });
  await fetch(`${base}/onboarding/${account.id}/complete`, { method: "POST", redirect: "manual" });
  return account.id;
}

/** The session that the product requests when a student enrolls: 120.00 with a fee of 12.00. */
export function sessionFor(destination: string): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "payment",
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: 12_000,
          product_data: { name: "Tajweed for <beginners>" },
        },
      },
    ],
    payment_intent_data: {
      application_fee_amount: 1200,
      transfer_data: { destination },
      metadata: { enrollment: "e1" },
    },
    metadata: { enrollment: "e1" },
    client_reference_id: "e1",
    customer_email: "student@halaqa.test",
    success_url: "http://site.test/done?session={CHECKOUT_SESSION_ID}",
    cancel_url: "http://site.test/canceled",
    expires_at: Math.floor(Date.now() / 1000) + 31 * 60,
  };
}

export function pay({ base }: Pick<Reach, "base">, sessionId: string, card = "4242424242424242") {
  return fetch(`${base}/checkout/${sessionId}/pay`, {
    method: "POST",
    body: new URLSearchParams({ card }),
    redirect: "manual",
  });
}

/** A paid session with its payment intent. */
export async function paidSession(reach: Reach, destination: string) {
  const session = await reach.stripe.checkout.sessions.create(sessionFor(destination));
  await pay(reach, session.id);
  const paid = await reach.stripe.checkout.sessions.retrieve(session.id);
  return { id: paid.id, paymentIntent: String(paid.payment_intent) };
}

export async function readLedger({ base }: Pick<Reach, "base">): Promise<Ledger> {
  const response = await fetch(`${base}/ledger`);
  return (await response.json()) as Ledger;
}

export async function addFault({ base }: Pick<Reach, "base">, fault: object): Promise<Response> {
  return fetch(`${base}/faults`, { method: "POST", body: JSON.stringify(fault) });
}

export async function clearFaults({ base }: Pick<Reach, "base">): Promise<void> {
  await fetch(`${base}/faults`, { method: "DELETE" });
}
