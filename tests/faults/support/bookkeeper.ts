/** A bookkeeper who records payouts to teachers whom Stripe can't pay, whatever happens to the server. */
import { setTimeout as pause } from "node:timers/promises";
import { toCents, toDollars } from "#lib/payments/money.ts";
import type { OwedShareRow } from "#lib/payments/owed-shares.responses.ts";
import { issueAccessToken } from "#server/accounts/sessions/access-token.ts";
import type { Market } from "../../support/processes/market.ts";
import { addStaffPerson } from "../../support/staff.ts";
import type { MarketDay } from "./market-day.ts";
import type { Random } from "./random.ts";

export interface Bookkeeper {
  /** Issues a new access token. Needs the database of a running server. */
  renewToken(): Promise<void>;
  /** Records payouts until the signal aborts. */
  act(random: Random, signal: AbortSignal): Promise<void>;
}

/** @param day counts the calls and records unexpected responses. */
export async function openBookkeeper(
  market: Market,
  day: Pick<MarketDay, "ask">,
): Promise<Bookkeeper> {
  const { userId, sessionId, email, staff, ...person } = await market.withContext((context) =>
    addStaffPerson(context, "bookkeeper"),
  );
  let { token } = person;

  const payOut = async (random: Random): Promise<void> => {
    const list = await day.ask("owed shares", [200], ["GET", "/api/staff/payouts", { token }]);
    const rows: OwedShareRow[] = list?.body?.data?.rows ?? [];
    const due = rows.find(({ owed }) => owed > 0);
    if (!due) return;
    const amount = toDollars(1 + random.below(toCents(due.owed)));
    const body = { amount, reference: `Transfer ${random.below(2 ** 30)}` };
    const pay = () =>
      day.ask(
        "pay out",
        // A refund or another payout may have come first.
        [200, 409],
        ["POST", `/api/staff/payouts/${due._id}/paid`, { token, body }],
      );
    await Promise.all(random.chance(0.3) ? [pay(), pay()] : [pay()]);
  };

  return {
    renewToken: () =>
      market.withContext(async (context) => {
        const session = {
          ...{ userId, sessionId, email, name: staff.name },
          ...{ profile: null, photo: null },
        };
        token = await issueAccessToken(context, session);
      }),
    async act(random, signal) {
      while (!signal.aborted) {
        await payOut(random);
        await pause(random.below(200));
      }
    },
  };
}
