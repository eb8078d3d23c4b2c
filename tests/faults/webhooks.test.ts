import { randomInt, randomUUID } from "node:crypto";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadSecrets } from "#server/config/secrets.ts";
import { addCourse } from "../support/courses.ts";
import { addStudent, type Person } from "../support/people.ts";
import { type Call, createCall } from "../support/processes/client.ts";
import { type Product, startProduct } from "../support/processes/product.ts";
import { report } from "../support/processes/report.ts";
import { cancelCheckout, disputedCard, enroll, pay } from "./support/checkout-steps.ts";
import { type MarketDay, openMarket } from "./support/market-day.ts";
import { createRandom } from "./support/random.ts";
import { ask } from "./support/records/ask.ts";
import { findContradictions, findUnsettled, readRecords } from "./support/records/audit.ts";
import { findDifferentTotals } from "./support/records/totals.ts";
import { pickSize } from "./support/run-size.ts";
import {
  deliver,
  type KeptEvent,
  startWebhookRelay,
  type WebhookRelay,
} from "./support/webhook-relay.ts";

const buyers = pickSize(6, 20);
const seed = Number(process.env.FAULT_SEED || randomInt(2 ** 32));
/** Reconciliation runs once a minute. */
const settling = { timeout: 300_000, interval: 500 };

let relay: WebhookRelay;
let product: Product;
let day: MarketDay;
let urls: [string, string];
beforeAll(async () => {
  relay = await startWebhookRelay();
  product = await startProduct({ LOG_LEVEL: "fatal", SANDBOX_WEBHOOK_BASE: relay.url });
  day = await openMarket(product, { students: buyers, courses: 2, seats: buyers });
  urls = [product.url, (await product.addServer()).url];
});
afterAll(async () => {
  await product?.stop();
  await relay.close();
});

const stripeEvents = () => relay.kept.filter(({ path }) => path.endsWith("/stripe"));
const rows = async () =>
  (await readRecords(product)).rows.toSorted((a, b) => a.enrollment.localeCompare(b.enrollment));
const seatOf = async (call: Call, student: Person): Promise<number> =>
  (await call("GET", "/api/enrollment/student/enrollments", student)).body.data.length;

/** Buys a seat and closes the window, so that only the provider's events report the payment. */
async function buy(student: Person, course: string, card?: string): Promise<void> {
  const { body } = await enroll(product.call, student, course);
  await pay(body.data.checkoutUrl, card);
}

/** Delivers all events to both servers, each several times and in random order. */
async function deliverAll(events: readonly KeptEvent[], copies: number): Promise<number[]> {
  const random = createRandom(seed);
  const pile = events
    .flatMap((event) =>
      Array.from({ length: copies }, () => ({ event, at: random.below(2 ** 30) })),
    )
    .sort((a, b) => a.at - b.at);
  const statuses: number[] = [];
  const hand = async (): Promise<void> => {
    for (let next = pile.pop(); next; next = pile.pop()) {
      // Events that the server can't process now are delivered again, as the provider would do.
      const status = await deliver(next.event, urls[next.at % 2 === 0 ? 0 : 1]);
      statuses.push(status);
      if (status === 503) pile.unshift(next);
    }
  };
  await Promise.all(Array.from({ length: 10 }, hand));
  return statuses;
}

it("reconciliation compensates for missing webhooks", async () => {
  const [course] = day.courses;
  await Promise.all(day.students.map((student) => buy(student, course)));
  await expect.poll(() => stripeEvents().length, settling).toBeGreaterThanOrEqual(buyers);
  for (const student of day.students) {
    await expect.poll(() => seatOf(product.call, student), settling).toBe(1);
  }
  expect(await findContradictions(product)).toEqual([]);
  report({
    fault: "webhooks that never arrive, and payers who never come back",
    times: `${buyers} payments`,
    found: `all ${buyers} enrolled by reconciling; no contradiction`,
  });
});

it("late, repeated and reordered webhooks lead to the same result", async () => {
  const [, course] = day.courses;
  if (!course) throw new Error("There is no second course");
  const [leaver, refunded, ...others] = day.students;
  if (!leaver || !refunded) throw new Error("There are too few students");
  const started = await enroll(product.call, leaver, course);
  await product.call("GET", await cancelCheckout(started.body.data.checkoutUrl));
  await Promise.all([refunded, ...others].map((student) => buy(student, course)));
  const copies = 3;
  const first = await deliverAll(stripeEvents(), copies);
  expect(new Set(first.filter((status) => status !== 503))).toEqual(new Set([200]));
  const unsettled = async () => findUnsettled(await readRecords(product));
  await expect.poll(unsettled, settling).toEqual([]);
  const before = await rows();
  expect(before.filter(({ seat }) => seat === "held")).toEqual([]);
  expect(await findContradictions(product)).toEqual([]);

  // After a refund, all events are delivered again and must not restore an earlier state.
  const list = await product.call("GET", "/api/enrollment/student/enrollments", refunded);
  const enrollment = list.body.data.find(
    ({ courseId }: { courseId: string }) => courseId === course,
  );
  const asked = day.teachers.map(({ token }) =>
    product.call("POST", `/api/enrollment/${enrollment._id}/refund`, { token }),
  );
  expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([200, 404]);
  await expect.poll(unsettled, settling).toEqual([]);
  const after = await rows();
  const again = await deliverAll(stripeEvents(), copies);
  expect(new Set(again.filter((status) => status !== 503))).toEqual(new Set([200]));
  expect(await rows()).toEqual(after);
  expect(await findContradictions(product)).toEqual([]);
  report({
    fault: `every webhook ${copies} times, shuffled, on two servers at once, and all again after a refund (FAULT_SEED=${seed})`,
    times: `${first.length + again.length} deliveries`,
    found: `${after.length} enrollments, each in one end state that later deliveries left alone`,
  });
});

it("forged, changed, old and foreign webhooks are rejected and change nothing", async () => {
  const before = await rows();
  const [kept] = stripeEvents();
  if (!kept) throw new Error("The provider sent no event");
  const secret = loadSecrets(product.dataDir).stripeWebhookSecret;
  const sign = (key: string, secondsAgo: number, body = kept.body) => ({
    ...kept,
    body,
    headers: {
      "content-type": "application/json",
      "stripe-signature": Stripe.webhooks.generateTestHeaderString({
        payload: body.toString(),
        secret: key,
        timestamp: Math.floor(Date.now() / 1000) - secondsAgo,
      }),
    },
  });
  const changed = Buffer.from(kept.body.toString().replace('"id":"', '"id":"x'));
  const zoom = { ...kept, path: "/api/webhooks/zoom" };
  const forgeries = {
    "no signature": { ...kept, headers: { "content-type": "application/json" } },
    "another secret": sign("whsec_of_somebody_else", 0),
    "a signature of 301 seconds ago": sign(secret, 301),
    "a changed body": { ...sign(secret, 0), body: changed },
    "a body that is no event": sign(secret, 0, Buffer.from('{"hello":1}')),
    "a body that is no JSON": sign(secret, 0, Buffer.from("{")),
    "zoom without a signature": { ...zoom, headers: { "content-type": "application/json" } },
    "zoom with another provider's signature": zoom,
  };
  for (const [what, forgery] of Object.entries(forgeries)) {
    for (const url of urls) {
      const status = await deliver(forgery, url);
      expect(status >= 400 && status < 500, `${what}: ${status}`).toBe(true);
    }
  }
  expect(await rows()).toEqual(before);
  const genuine = await deliver(sign(secret, 290), product.url);
  expect(genuine).toBe(200);
  report({
    fault: `forged webhooks: ${Object.keys(forgeries).join(", ")}`,
    times: `${Object.keys(forgeries).length * 2}`,
    found: "all refused with 4xx, nothing changed; one of 290 seconds ago is taken",
  });
});

it("disputes and partial refunds complete once, in whatever order they are reported", async () => {
  const [teacher] = day.teachers;
  if (!teacher) throw new Error("There is no teacher");
  const { course, won, lost, parts } = await product.withContext(async (context) => ({
    course: await addCourse(context, teacher, { price: 20, maxStudents: 3 }),
    won: await addStudent(context),
    lost: await addStudent(context),
    parts: await addStudent(context),
  }));
  const known = new Set(stripeEvents().map(({ id }) => id));
  const news = () => stripeEvents().filter(({ id }) => !known.has(id));
  const disputeOf = async (student: Person): Promise<string> => {
    await buy(student, course, disputedCard);
    return product.withContext(async ({ stripe }) => {
      const [dispute] = (await stripe.disputes.list({ limit: 1 })).data;
      if (!dispute) throw new Error("There is no dispute");
      return dispute.id;
    });
  };
  const disputes = {
    winning_evidence: await disputeOf(won),
    losing_evidence: await disputeOf(lost),
  };
  // The bank has decided before any event is delivered.
  await product.withContext(async ({ stripe }) => {
    for (const [uncategorized_text, id] of Object.entries(disputes)) {
      await stripe.disputes.update(id, { evidence: { uncategorized_text } });
    }
  });
  await buy(parts, course);
  await expect.poll(() => news().length, settling).toBeGreaterThanOrEqual(7);
  const copies = 2;
  const first = await deliverAll(news(), copies);
  await expect.poll(() => seatOf(product.call, parts), settling).toBe(1);
  const list = await product.call("GET", "/api/enrollment/student/enrollments", parts);
  const path = `/api/enrollment/${list.body.data[0]._id}/refund`;
  for (const [requestId, amount] of Object.entries({ [randomUUID()]: 5.5, [randomUUID()]: 3 })) {
    const asked = urls.map((url) =>
      createCall(url)("POST", path, { token: teacher.token, body: { amount, requestId } }),
    );
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
  }
  const second = await deliverAll(news(), copies);

  const read = async () => ({
    seats: await ask(
      product,
      `select student_id, e.status as seat, p.status as money, refunded_cents, d.status as dispute,
              d.recovery
         from enrolments e join payments p on p.enrolment_id = e.id
         left join disputes d on d.payment_id = p.id where e.course_id = '${course}'`,
    ),
    mails: (await product.sandbox("GET", "/mail/messages")).body.length,
    ledger: (await product.sandbox("GET", "/ledger")).body.refunds.length,
  });
  const end = [
    {
      student_id: won.profileId,
      seat: "enrolled",
      money: "paid",
      refunded_cents: 0,
      dispute: "won",
      recovery: null,
    },
    {
      student_id: lost.profileId,
      seat: "refunded",
      money: "refunded",
      dispute: "lost",
      recovery: "made",
    },
    {
      student_id: parts.profileId,
      seat: "enrolled",
      money: "paid",
      refunded_cents: 850,
      dispute: null,
      recovery: null,
    },
  ];
  const asExpected = expect.arrayContaining(end.map((row) => expect.objectContaining(row)));
  await expect.poll(async () => (await read()).seats, settling).toEqual(asExpected);
  await expect.poll(async () => (await readRecords(product)).waitingJobs, settling).toBe(0);
  const before = await read();
  const third = await deliverAll(news(), copies);
  await expect.poll(async () => (await readRecords(product)).waitingJobs, settling).toBe(0);
  expect(await read()).toEqual(before);
  const reversed = await product.withContext(async ({ stripe }) => {
    const { charge } = await stripe.disputes.retrieve(disputes.losing_evidence, {
      expand: ["charge.transfer"],
    });
    const transfer = typeof charge === "object" ? charge.transfer : null;
    return typeof transfer === "object" ? transfer?.amount_reversed : undefined;
  });
  expect(reversed).toBe(2000);
  expect(await findDifferentTotals(product)).toEqual([]);
  report({
    fault: `events of disputes won and lost and of refunds of parts, shuffled, each ${copies} times, on two servers at once (FAULT_SEED=${seed})`,
    times: `${first.length + second.length + third.length} deliveries`,
    found:
      "the won seat stays, the lost one ends with the teacher's share taken back once, the parts are refunded once; later deliveries change and mail nothing",
  });
});
