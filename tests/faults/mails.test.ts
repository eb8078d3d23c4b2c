import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { addStudent } from "../support/people.ts";
import { type Product, startProduct } from "../support/processes/product.ts";
import { report } from "../support/processes/report.ts";
import { enroll } from "./support/checkout-steps.ts";
import { type MarketDay, openMarket } from "./support/market-day.ts";
import { ask } from "./support/records/ask.ts";
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

/** Also of emails that have been sent, because a busy machine may miss the moment before. */
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
