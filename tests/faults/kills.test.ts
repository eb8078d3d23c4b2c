import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { type Product, startProduct } from "../support/processes/product.ts";
import { report } from "../support/processes/report.ts";
import { type Bookkeeper, openBookkeeper } from "./support/bookkeeper.ts";
import { type MarketDay, openMarket } from "./support/market-day.ts";
import { createRandom, type Random } from "./support/random.ts";
import {
  findContradictions,
  findOverbooked,
  findUnsettled,
  readRecords,
} from "./support/records/audit.ts";
import { pickSize } from "./support/run-size.ts";
import { setUpForFile } from "./support/shared-setup.ts";
import { openSubscribers, type Subscribers } from "./support/subscribers.ts";

const rounds = Number(process.env.FAULT_ROUNDS || pickSize(6, 20));
const seed = Number(process.env.FAULT_SEED || Date.now() % 2 ** 32);
/** A round takes ten seconds on an idle machine and many times as long on a busy one. */
const timeout = (rounds + 10) * 90_000;
/**
 * A minute until the next reconciliation, a minute for the longest event delay, and a margin for
 * busy machines.
 */
const settling = { timeout: 300_000, interval: 500 };

let product: Product;
let day: MarketDay;
let subscribers: Subscribers;
let bookkeeper: Bookkeeper;
setUpForFile(
  async () => {
    product = await startProduct({ LOG_LEVEL: "warn" });
    day = await openMarket(product, { students: 12, courses: 3, seats: 3 });
    subscribers = await openSubscribers(product, day, 4);
    bookkeeper = await openBookkeeper(product, day);
  },
  async () => product?.stop(),
);

const kills =
  "records, revenue and shares agree after the server was killed repeatedly at random moments of checkouts, refunds, payouts and subscriptions";
it(kills, { timeout }, async () => {
  const random = createRandom(seed);
  const label = `FAULT_SEED=${seed}`;
  let starts = 0;
  let looks = 0;
  for (let round = 1; round <= rounds; round += 1) {
    looks += await playRound(random.branch());
    starts += await restart(random);
    expect(await findOverbooked(product), `${label}, round ${round}`).toEqual([]);
  }

  // Nobody acts anymore, so the server must complete interrupted work on its own.
  const unsettled = async () => findUnsettled(await readRecords(product));
  await expect.poll(unsettled, { ...settling, message: label }).toEqual([]);
  expect(await findContradictions(product), label).toEqual([]);
  const differences = () => subscribers.findDifferences();
  await expect.poll(differences, { ...settling, message: label }).toEqual([]);

  // All open checkouts can still be completed or canceled. If the server was too busy to find one
  // (503), the call is repeated.
  const finish = async () => {
    await day.finish(random);
    return (await readRecords(product)).rows.filter(({ seat }) => seat === "held");
  };
  await expect.poll(finish, { ...settling, message: label }).toEqual([]);
  await expect.poll(unsettled, { ...settling, message: label }).toEqual([]);
  const records = await readRecords(product);
  expect(await findContradictions(product), label).toEqual([]);
  expect(
    records.rows.filter(({ seat }) => seat === "held"),
    label,
  ).toEqual([]);
  expect(await findOverbooked(product), label).toEqual([]);
  expect(day.wrong, label).toEqual([]);

  const { charges, refunds, sessions } = records.ledger;
  const subscriptions = await subscribers.countSubscriptions();
  // A run without payments or refunds would prove nothing.
  expect(charges.length, label).toBeGreaterThan(rounds);
  expect(refunds.length, label).toBeGreaterThan(0);
  expect([...day.counts.keys()].join(), label).toContain("enroll cut off");
  expect(subscriptions.total, label).toBeGreaterThan(2);
  report({
    fault: `kill -9 of the server at random moments of checkouts, refunds, payouts and subscriptions (${label})`,
    times: `${rounds}, and ${starts} more while it started`,
    found:
      `${charges.length} charges, ${refunds.length} refunds, ${sessions.length} sessions, no contradiction; ` +
      `revenue as the provider's balance to the cent, shares as paid plus owed; ` +
      `${subscriptions.active} of ${subscriptions.total} subscriptions active, each plan as the provider says; ` +
      `seats never overbooked in ${looks} checks; ${explainLost(day.counts)}; all answers: ${tally(day.counts)}`,
  });
});

/**
 * Lets everyone act and kills the server at a random moment. @returns how often the seats were
 * checked.
 */
async function playRound(random: Random): Promise<number> {
  // Tokens are renewed before the kill, because the database ends with the server.
  await Promise.all([subscribers.renewTokens(), day.renewTokens(), bookkeeper.renewToken()]);
  await product.withContext(({ db, jobs }) => jobs.send(db, "sync-balance", {}));
  const over = new AbortController();
  const looking = watchSeats(over.signal);
  const acting = Promise.all([
    day.act(random, over.signal),
    subscribers.act(random.branch(), over.signal),
    bookkeeper.act(random.branch(), over.signal),
  ]);
  const last = day.answers() + 5 + random.below(100);
  const { process } = product.server();
  while (day.answers() < last && process.exitCode === null) await pause(random.below(10));
  expect(process.exitCode, product.output()).toBeNull();
  process.kill("SIGKILL");
  await product.server().ended;
  over.abort();
  await acting;
  return looking;
}

/** Checks the seats repeatedly, from outside the server. */
async function watchSeats(signal: AbortSignal): Promise<number> {
  let looks = 0;
  while (!signal.aborted) {
    // While the server is being killed, its database isn't available.
    const overbooked = await findOverbooked(product).catch(() => undefined);
    if (overbooked) {
      expect(overbooked, `FAULT_SEED=${seed}`).toEqual([]);
      looks += 1;
    }
    await pause(25);
  }
  return looks;
}

/** Restarts the server, sometimes after another start that is killed too. */
async function restart(random: Random): Promise<number> {
  let killed = 0;
  if (random.chance(0.2)) {
    const early = product.startServer();
    await pause(200 + random.below(1_500));
    early.process.kill("SIGKILL");
    await early.ended;
    killed += 1;
  }
  product.startServer();
  await product.ready();
  return killed;
}

/** Callers can't know the outcome of a call without a response, but the records show it. */
function explainLost(counts: Map<string, number>): string {
  const sum = (kind: string) =>
    [...counts].reduce((total, [what, number]) => total + (what.endsWith(kind) ? number : 0), 0);
  return (
    `${sum(" cut off")} calls were cut off by a kill, each done whole or not at all by these records, ` +
    `${sum(" not taken")} found nobody listening`
  );
}

function tally(counts: Map<string, number>): string {
  return [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([what, number]) => `${what}: ${number}`)
    .join(", ");
}
