/**
 * The setup for tests of enrollments and payments: the app, the sandbox, and people with courses.
 */
import { and, eq } from "drizzle-orm";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { payments } from "#server/db/tables/payments.table.ts";
import { type Answer, createTestApp, type TestApp } from "./app.ts";
import { startApi } from "./apps/api-processes.ts";
import type { Ledger } from "./payments/ledger.ts";
import { addTeacher, type Person } from "./people.ts";

interface FaultOptions {
  fault:
    | "drop-response"
    | "delay"
    | "status-500"
    | "status-429"
    | "silent"
    | "refused-400"
    | "broken-500";
  match?: string;
  times?: number;
  ms?: number;
}

export interface Market extends TestApp {
  enroll(student: Person, courseId: string): Promise<Answer>;
  /** The records of the sandbox's payment provider. */
  ledger(): Promise<Ledger>;
  fault(options: FaultOptions): Promise<void>;
  /** The number of faults that no request has triggered yet. */
  pendingFaults(): Promise<number>;
  clearFaults(): Promise<void>;
  /** Pays on the provider's checkout page. @returns the path to which the payer is redirected. */
  pay(checkoutUrl: string, card?: string): Promise<string>;
  /** Cancels on the provider's page. @returns the path of the redirect. */
  cancelCheckout(checkoutUrl: string): Promise<string>;
  /** Sends an event to the webhook, signed as the provider signs it. */
  deliver(event: object, options?: { secret?: string; timestamp?: number }): Promise<Answer>;
  /** The provider's events of this type, oldest first. */
  events(type: string): Promise<object[]>;
}

/** A card that succeeds in the sandbox. */
const goodCard = "4242424242424242";

export async function createMarket(env: Record<string, string> = {}): Promise<Market> {
  const app = await createTestApp({ sandbox: true, env });
  const provider = (path: string, init?: RequestInit) =>
    fetch(`${app.sandboxUrl}${path}`, { redirect: "manual", ...init });
  const press = async (checkoutUrl: string, button: string, card?: string): Promise<string> => {
    const page = new URL(checkoutUrl).pathname;
    const body = new URLSearchParams(card === undefined ? {} : { card });
    const answer = await provider(`${page}/${button}`, { method: "POST", body });
    const location = answer.headers.get("location");
    if (answer.status !== 303 || !location) throw new Error(`The page answered ${answer.status}`);
    return location.replace(app.config.appUrl, "");
  };
  return {
    ...app,
    enroll: (student, courseId) =>
      app.call("POST", `/api/enrollment/course/${courseId}/enroll`, {
        token: student.token,
        body: { studentId: student.profileId },
      }),
    ledger: async () => (await provider("/ledger")).json() as Promise<Ledger>,
    fault: async (options) => {
      const body = JSON.stringify({ provider: "stripe", ...options });
      const headers = { "content-type": "application/json" };
      const answer = await provider("/faults", { method: "POST", headers, body });
      if (!answer.ok) throw new Error(`The fault was not taken: ${await answer.text()}`);
    },
    pendingFaults: async () => {
      const { faults } = (await (await provider("/faults")).json()) as { faults: unknown[] };
      return faults.length;
    },
    clearFaults: async () => {
      await provider("/faults", { method: "DELETE" });
    },
    pay: (checkoutUrl, card = goodCard) => press(checkoutUrl, "pay", card),
    cancelCheckout: (checkoutUrl) => press(checkoutUrl, "cancel"),
    deliver: (event, options = {}) => deliver(app, event, options),
    events: async (type) => {
      const list = await app.context.stripe.events.list({ type, limit: 100 });
      return list.data.toReversed();
    },
  };
}

async function deliver(
  app: TestApp,
  event: object,
  { secret = app.config.stripe.webhookSecret, timestamp }: { secret?: string; timestamp?: number },
): Promise<Answer> {
  const payload = JSON.stringify(event);
  const signature = app.context.stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(timestamp !== undefined && { timestamp }),
  });
  return app.call("POST", "/api/webhooks/stripe", {
    // A string is sent unchanged, because exactly these bytes are signed.
    body: payload,
    headers: { "stripe-signature": signature },
  });
}

/** A teacher whose payment account was set up through the provider's page and approved. */
export async function addSeller(market: Market): Promise<Person> {
  const teacher = await addTeacher(market.context);
  const setup = await market.call("POST", "/api/connect/accounts/setup", { token: teacher.token });
  const onboarding = new URL(setup.body.data.result.accountLink);
  await fetch(`${market.sandboxUrl}${onboarding.pathname}/complete`, {
    method: "POST",
    redirect: "manual",
  });
  await market.call("GET", "/api/connect/accounts/current", { token: teacher.token });
  return teacher;
}

/** A student's enrollments in a course with their payments, oldest first. */
export async function findSeats(market: Market, student: Person, courseId: string) {
  const rows = await market.context.db
    .select({ enrollment: enrollments, payment: payments })
    .from(enrollments)
    .leftJoin(payments, eq(payments.enrollmentId, enrollments.id))
    .where(and(eq(enrollments.courseId, courseId), eq(enrollments.studentId, student.profileId)))
    .orderBy(enrollments.createdAt);
  return rows.map(({ enrollment, payment }) => ({
    enrollment: enrollment.status,
    payment: payment?.status,
    enrollmentId: enrollment.id,
    paymentId: payment?.id ?? "",
    sessionId: payment?.sessionId ?? "",
  }));
}

/**
 * Compares our records with the provider's after everything has settled: every charge that was not
 * refunded must have exactly one enrollment, and every paid enrollment one charge.
 */
export async function findImbalances(market: Market): Promise<string[]> {
  const { charges } = await market.ledger();
  const rows = await market.context.db
    .select({
      id: enrollments.id,
      status: enrollments.status,
      amountCents: enrollments.amountCents,
    })
    .from(enrollments);
  const statusById = new Map(rows.map(({ id, status }) => [id, status]));
  const kept = charges.filter(({ refunded }) => !refunded);
  // A student who left without a right to a refund leaves a charge behind.
  const settled = ["enrolled", "left"];
  const paidFor = kept.map(({ metadata }) => metadata.enrolmentId);
  return [
    ...kept
      .filter(({ metadata }) => !settled.includes(statusById.get(metadata.enrolmentId ?? "") ?? ""))
      .map(({ id }) => `the charge ${id} has no enrollment`),
    ...rows
      .filter(({ status, amountCents }) => status === "enrolled" && amountCents > 0)
      .filter(({ id }) => paidFor.filter((paid) => paid === id).length !== 1)
      .map(({ id }) => `the enrollment ${id} has not exactly one charge`),
  ];
}

export interface ApiProcess {
  /** Enrolls a student through this process. */
  enroll(student: Person, courseId: string): Promise<{ status: number; message?: string }>;
  /** Calls any path. */
  ask(method: string, path: string, token?: string): Promise<{ status: number; message?: string }>;
  /** Calls any path. @returns the status. */
  call(method: string, path: string, token?: string): Promise<number>;
  /** Kills the process immediately. */
  kill(): Promise<void>;
}

/** Starts another process of the same deployment, with the same database, secrets and sandbox. */
export async function startApiProcess(market: Market): Promise<ApiProcess> {
  const env = {
    DATA_DIR: market.config.dataDir,
    STRIPE_API_BASE: market.config.stripe.apiBase,
    SANDBOX_PORT: new URL(market.sandboxUrl).port,
  };
  const { address, kill } = await startApi(market.database.url, env);
  const headersFor = (token?: string) => ({
    "content-type": "application/json",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  });
  const ask: ApiProcess["ask"] = async (method, path, token) => {
    const init = { method, headers: headersFor(token), redirect: "manual" as const };
    const answer = await fetch(`${address}${path}`, init);
    const isJson = answer.headers.get("content-type")?.includes("json");
    const { message } = (isJson ? await answer.json() : {}) as { message?: string };
    return { status: answer.status, ...(message !== undefined && { message }) };
  };
  return {
    async enroll(student, courseId) {
      const answer = await fetch(`${address}/api/enrollment/course/${courseId}/enroll`, {
        method: "POST",
        headers: headersFor(student.token),
        body: JSON.stringify({ studentId: student.profileId }),
      });
      const { message } = (await answer.json()) as { message?: string };
      return { status: answer.status, ...(message !== undefined && { message }) };
    },
    ask,
    call: async (...call) => (await ask(...call)).status,
    kill,
  };
}
