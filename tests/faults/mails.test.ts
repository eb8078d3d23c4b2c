import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { newsletterSubscribers } from "#server/db/tables/newsletter.table.ts";
import { sendLetter, sendLettersJob } from "#server/letters/letter-status.ts";
import { createLetter, saveLetter } from "#server/letters/letters.ts";
import {
  newsletterUnsubscribeUrl,
  unsubscribeHashOf,
} from "#server/newsletter/unsubscribe-token.ts";
import { addStudent } from "../support/people.ts";
import { type Product, startProduct } from "../support/processes/product.ts";
import { report } from "../support/processes/report.ts";
import { addStaffPerson } from "../support/staff.ts";
import { enroll } from "./support/checkout-steps.ts";
import { type MarketDay, openMarket } from "./support/market-day.ts";
import { ask } from "./support/records/ask.ts";
import { pickSize } from "./support/run-size.ts";
import { setUpForFile } from "./support/shared-setup.ts";

let product: Product;
let day: MarketDay;
setUpForFile(
  async () => {
    product = await startProduct({ LOG_LEVEL: "fatal" });
    day = await openMarket(product, { students: 0, courses: 0, seats: 3 });
  },
  async () => product?.stop(),
);
afterEach(() => product.sandbox("DELETE", "/faults"));

const mailsTo = async (address: string): Promise<unknown[]> =>
  (await product.sandbox("GET", `/mail/messages?to=${encodeURIComponent(address)}`)).body;

const newAddress = () => `${randomBytes(6).toString("hex")}@example.org`;

async function signUp(email: string): Promise<void> {
  const answer = await product.call("POST", "/api/auth/signup", {
    body: { name: "Salma Idris", email, password: "a calm evening by the river" },
  });
  expect(answer.status).toBe(201);
}

/** Queued emails with the number of failed attempts. */
const waiting = () =>
  ask<{ tries: number }>(
    product,
    `select retry_count as tries from pgboss.job
      where name = 'mail' and state in ('created', 'retry', 'active')`,
  );

const maxTries = async () => Math.max(0, ...(await waiting()).map(({ tries }) => tries));

/** Includes emails that have been sent, because a busy machine may miss the moment before that. */
async function maxTriesSince(start: Date): Promise<number> {
  const [row] = await ask<{ tries: number | null }>(
    product,
    `select max(retry_count) as tries from pgboss.job
      where name = 'mail' and created_on >= '${start.toISOString()}'`,
  );
  return row?.tries ?? 0;
}

const cause = (fault: string, { match = "", times = 10_000 } = {}) =>
  product.sandbox("POST", "/faults", { body: { provider: "smtp", fault, times, match } });

describe("the mail server", () => {
  it.each(["silent", "status-500"])(
    "has the fault %s: sign-up and enrollment commit, and each email is sent once afterward",
    async (fault) => {
      await cause(fault);
      const email = newAddress();
      await signUp(email);
      const student = await product.withContext((context) => addStudent(context));
      expect((await enroll(product.call, student, day.courses[0])).status).toBe(201);
      const list = await product.call("GET", "/api/enrollment/student/enrollments", student);
      expect(list.body.data).toHaveLength(1);

      await expect.poll(maxTries, { timeout: 60_000 }).toBeGreaterThan(0);
      expect(await mailsTo(email)).toEqual([]);

      await product.sandbox("DELETE", "/faults");
      // The queue is empty, so nothing can be sent twice.
      await expect.poll(waiting, { timeout: 120_000 }).toEqual([]);
      expect(await mailsTo(email)).toHaveLength(1);
      expect(await mailsTo(student.email)).toHaveLength(1);
      report({
        fault: `mail server ${fault} while people sign up and enroll`,
        times: "1",
        found: "sign-up and enrollment committed; each mail came once after the outage",
      });
    },
  );

  it("rejects some recipients, temporarily or permanently: other emails do not wait", async () => {
    const refused = [newAddress(), newAddress(), newAddress()];
    const deferred = [newAddress(), newAddress(), newAddress()];
    const lucky = [newAddress(), newAddress(), newAddress()];
    for (const match of refused) await cause("status-500", { match });
    for (const match of deferred) await cause("status-429", { match });
    for (const email of [...refused, ...deferred, ...lucky]) await signUp(email);
    for (const email of lucky) {
      await expect.poll(() => mailsTo(email), { timeout: 60_000 }).toHaveLength(1);
    }
    const held = [...refused, ...deferred];
    await expect.poll(async () => (await waiting()).length).toBe(held.length);
    for (const email of held) expect(await mailsTo(email)).toEqual([]);

    await product.sandbox("DELETE", "/faults");
    await expect.poll(waiting, { timeout: 120_000 }).toEqual([]);
    for (const email of [...held, ...lucky]) expect(await mailsTo(email)).toHaveLength(1);
    report({
      fault: "mail server that refuses three people with 554 and puts three off with 451",
      times: "1",
      found:
        "three others got theirs in the meantime; the six came once, as soon as they were taken",
    });
  });

  it("accepts emails and disconnects before it says so: the retry has the same Message-ID", async () => {
    const times = 3;
    const email = newAddress();
    const startedAt = new Date();
    await cause("drop-response", { match: email, times });
    await signUp(email);
    await expect.poll(() => mailsTo(email), { timeout: 60_000 }).toHaveLength(1);
    await expect.poll(() => maxTriesSince(startedAt), { timeout: 120_000 }).toBe(times);
    await expect.poll(waiting, { timeout: 120_000 }).toEqual([]);
    // Mailboxes detect duplicates by the Message-ID, and so does the sandbox.
    expect(await mailsTo(email)).toHaveLength(1);
    report({
      fault: "mail server that takes a mail and hangs up without an answer",
      times: `${times}`,
      found: "sent again under the same Message-ID, by which mailboxes keep one",
    });
  });
});

describe("a newsletter that is sent while the server is killed twice", () => {
  /** The domain of its subscribers, which faults match. */
  const domain = "letters.example";
  const subscribers = pickSize(12, 60);
  const addresses = Array.from({ length: subscribers }, (_, i) => `reader${i}@${domain}`);
  const settling = { timeout: 300_000, interval: 200 };

  interface Row {
    address: string;
    status: string;
    reason: string | null;
  }
  const readRows = () =>
    ask<Row>(product, "select address, status, reason from letter_deliveries order by address");
  const findSending = async () =>
    (await readRows()).filter(({ status }) => status === "sending").map(({ address }) => address);

  /** Starts the letter, as an owner does in the console. */
  const send = () =>
    product.withContext(async (context) => {
      const now = new Date();
      const rows = addresses.map((email) => ({
        email,
        leaveHash: unsubscribeHashOf(context.config, email),
        requestedAt: now,
        confirmedAt: now,
      }));
      await context.db.insert(newsletterSubscribers).values(rows);
      const { staff } = await addStaffPerson(context, "owner");
      const id = await createLetter(context, staff, { kind: "newsletter" });
      const none = { subject: "", preheader: "", body: "" };
      const en = { subject: "New courses", preheader: "", body: "Have a look." };
      await saveLetter(context, staff, id, {
        audience: "subscribers",
        language: null,
        activeDays: null,
        ratePerHour: 5_000,
        texts: { en, ar: none, ur: none, fr: none, es: none },
        revision: 1,
      });
      await sendLetter(context, staff, id, { revision: 2, recipients: subscribers });
    });

  /** Lets the server continue without waiting for the next minute. */
  const look = () => product.withContext(({ db, jobs }) => jobs.send(db, sendLettersJob, {}));

  /** Waits until the server is sending one more email, which the fault keeps from ending. */
  async function waitForSending(earlier: readonly string[]): Promise<string> {
    const isNew = (address: string) => !earlier.includes(address);
    await expect.poll(async () => (await findSending()).some(isNew), settling).toBe(true);
    return (await findSending()).find(isNew) ?? "";
  }

  async function restartWith(fault: object | undefined): Promise<void> {
    product.server().process.kill("SIGKILL");
    await product.server().ended;
    await product.sandbox("DELETE", "/faults");
    if (fault) await product.sandbox("POST", "/faults", { body: fault });
    product.startServer();
    await product.ready();
    await look();
  }

  const hold = (fault: string) => ({ provider: "smtp", fault, match: domain, ms: 600_000 });

  it("reaches everyone at most once, misses only the emails in progress at a kill, and skips people who unsubscribed", async () => {
    await product.sandbox("POST", "/faults", { body: hold("silent") });
    await send();
    const unanswered = await waitForSending([]);
    // The mail server accepts the email, and the server is killed before it gets the confirmation.
    await restartWith(hold("delay"));
    const accepted = await waitForSending([unanswered]);
    await expect.poll(() => mailsTo(accepted), settling).toHaveLength(1);

    const [left] = (await readRows()).filter(({ status }) => status === "waiting");
    if (!left) throw new Error("Nobody waits for the letter");
    const link = await product.withContext(async ({ config }) =>
      newsletterUnsubscribeUrl(config, left.address),
    );
    const { pathname, search } = new URL(link);
    const answer = await fetch(product.url + pathname + search, {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
    expect(answer.status, await answer.text()).toBe(200);
    await restartWith(undefined);
    // Two minutes after their processes ended, emails count as lost.
    await ask(
      product,
      "update letter_deliveries set claimed_at = claimed_at - interval '3 minutes' where status = 'sending'",
    );
    const statusOf = async () =>
      (await ask<{ status: string }>(product, "select status from letters"))[0];
    await expect
      .poll(
        async () => {
          await look();
          return statusOf();
        },
        { ...settling, interval: 2_000 },
      )
      .toEqual({ status: "sent" });

    const received = await Promise.all(
      addresses.map(async (address) => [address, (await mailsTo(address)).length] as const),
    );
    const rows = await readRows();
    const unsent = new Map(
      rows.flatMap(({ address, status, reason }) =>
        status === "sent" ? [] : [[address, reason] as const],
      ),
    );
    // On a busy machine, the server may have begun another email before it was killed.
    expect(Object.fromEntries(unsent)).toMatchObject({
      [unanswered]: "unconfirmed",
      [accepted]: "unconfirmed",
      [left.address]: "unsubscribed",
    });
    expect(new Set(unsent.values())).toEqual(new Set(["unconfirmed", "unsubscribed"]));
    const isExpected = (address: string, count: number): boolean =>
      unsent.get(address) === "unconfirmed" && address !== accepted
        ? count <= 1
        : count === (address === left.address ? 0 : 1);
    expect(received.filter(([address, count]) => !isExpected(address, count))).toEqual([]);
    report({
      fault:
        "kill -9 while the mail server holds an email of a letter, once before and once after it took it",
      times: "2",
      found: `${subscribers - 2} of ${subscribers} got it, each once; one that no mail server took counts as unconfirmed, and one left in the meantime`,
    });
  });
});
