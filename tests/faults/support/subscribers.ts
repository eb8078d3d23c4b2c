/**
 * People who subscribe to the premium plan and change their minds, whatever happens to the server.
 */
import { setTimeout as pause } from "node:timers/promises";
import { isRefusal } from "#server/providers/stripe/failures.ts";
import type { Ledger } from "../../support/payments/ledger.ts";
import { addStudent, type Person, renewToken } from "../../support/people.ts";
import type { Market } from "../../support/processes/market.ts";
import type { MarketDay } from "./market-day.ts";
import type { Random } from "./random.ts";

export interface Subscribers {
  /** Gives everyone a new access token. Needs the database of a running server. */
  renewTokens(): Promise<void>;
  /** Lets everyone act concurrently until the signal aborts. */
  act(random: Random, signal: AbortSignal): Promise<void>;
  /** Describes where a person's plan differs from what the provider reports. */
  findDifferences(): Promise<string[]>;
  /** The number of subscriptions at the provider. */
  countSubscriptions(): Promise<{ active: number; total: number }>;
}

const intervals = ["month", "year"] as const;

/** @param day counts the calls and records unexpected responses. */
export async function openSubscribers(
  market: Market,
  day: Pick<MarketDay, "ask" | "press" | "comeBack">,
  count: number,
): Promise<Subscribers> {
  const { people, stripe } = await market.withContext(async (context) => ({
    people: await Promise.all(Array.from({ length: count }, () => addStudent(context))),
    stripe: context.stripe,
  }));

  const readLedger = async (): Promise<Ledger> => (await market.sandbox("GET", "/ledger")).body;

  const ongoingOf = async ({ userId }: Person) =>
    (await readLedger()).subscriptions.filter(
      ({ metadata, status }) => metadata.userId === userId && status !== "canceled",
    );

  const subscribe = async ({ token }: Person, random: Random): Promise<void> => {
    const body = { interval: random.pick(intervals) };
    const path = "/api/plans/checkout";
    const answer = await day.ask("subscribe", [200, 409], ["POST", path, { token, body }]);
    const page: unknown = answer?.body?.data?.checkoutUrl;
    if (typeof page !== "string" || random.chance(0.2)) return;
    const address = await day.press(page, "pay", "4242424242424242");
    // Some people close the window immediately after paying.
    if (random.chance(0.7)) await day.comeBack(address);
  };

  const change = async (person: Person, random: Random): Promise<void> => {
    const [subscription] = await ongoingOf(person);
    if (!subscription) return subscribe(person, random);
    const { id } = subscription;
    const who = random.pick(["operator", "portal", "site"]);
    try {
      if (who === "operator") await stripe.subscriptions.cancel(id);
      if (who === "portal") await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    } catch (error) {
      // The server may have ended the subscription in the meantime.
      if (!isRefusal(error)) throw error;
    }
    if (who !== "site") return;
    const body = { renews: random.chance(0.5) };
    const path = "/api/plans/me/renewal";
    await day.ask("renew", [200, 404, 409], ["PUT", path, { token: person.token, body }]);
  };

  const renewTokens = () =>
    market.withContext(async (context) => {
      for (const person of people) person.token = (await renewToken(context, person)).token;
    });

  return {
    renewTokens,
    async act(random, signal) {
      const live = async (person: Person): Promise<void> => {
        const own = random.branch();
        while (!signal.aborted) {
          await (own.chance(0.5) ? subscribe : change)(person, own);
          await pause(own.below(60));
        }
      };
      await Promise.all(people.map(live));
    },
    async findDifferences() {
      await renewTokens();
      const found = await Promise.all(people.map((person) => compare(market, person, ongoingOf)));
      return found.flat();
    },
    async countSubscriptions() {
      const { subscriptions } = await readLedger();
      const active = subscriptions.filter(({ status }) => status !== "canceled");
      return { active: active.length, total: subscriptions.length };
    },
  };
}

async function compare(
  { call }: Market,
  person: Person,
  ongoingOf: (person: Person) => Promise<Ledger["subscriptions"]>,
): Promise<string[]> {
  const [ongoing, ...others] = await ongoingOf(person);
  const { body } = await call("GET", "/api/plans/me", { token: person.token });
  const { plan, status, renews, interval } = body.data ?? {};
  const found = others.map(({ id }) => `${person.userId} also has ${id}`);
  const own = `${plan}, ${ongoing ? `${status}, ${interval}, renews: ${renews}` : "nothing paid"}`;
  const theirs = ongoing
    ? `premium, ${ongoing.status}, ${ongoing.interval}, renews: ${!ongoing.cancel_at_period_end}`
    : "free, nothing paid";
  return own === theirs ? found : [...found, `${person.userId} has ${own} instead of ${theirs}`];
}
