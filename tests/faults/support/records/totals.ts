/**
 * Compares the revenue that the console shows with the provider's ledger, and what teachers earned with
 * what they were paid and are owed, to the cent.
 */
import { syncBalance } from "#server/payments/balance/sync-balance.ts";
import { listOwedShares } from "#server/payments/owed-shares/owed-shares.ts";
import {
  type GroupedFigures,
  nothing,
  sumFigures,
  sumRevenue,
} from "#server/payments/revenue/revenue-figures.ts";
import type { Ledger } from "../../../support/payments/ledger.ts";
import type { Market } from "../../../support/processes/market.ts";
import { ask } from "./ask.ts";

type Figures = Omit<GroupedFigures, "key">;

/** Clocks of tests may be wrong by days. */
const always = { from: new Date("2000-01-01"), until: new Date("2100-01-01") };

/** Describes differences, once everything is settled. */
export async function findDifferentTotals(market: Market): Promise<string[]> {
  const { sums, owed } = await market.withContext(async (context) => {
    await syncBalance(context);
    const groups = await Promise.all(
      (["day", "teacher", "course"] as const).map(async (by) => ({
        by,
        figures: sumFigures(await sumRevenue(context.db, always, by)),
      })),
    );
    return { sums: groups, owed: await listOwedShares(context.db) };
  });
  const ledger: Ledger = (await market.sandbox("GET", "/ledger")).body;
  const shares = await readShares(market);
  const found: string[] = [];
  const wanted = figuresOf(ledger);
  for (const { by, figures } of sums) {
    found.push(...compare(`by ${by}`, figures, wanted));
    const { gross, refunds, disputes, stripeFees, teachers, other, platform } = figures;
    const parts = gross - refunds - disputes - stripeFees - teachers - figures.owed + other;
    if (parts !== platform) {
      found.push(`By ${by}, the parts add up to ${parts}, the platform's is ${platform}`);
    }
    if (teachers !== shares.transferred) {
      found.push(`Teachers were transferred ${teachers} instead of ${shares.transferred}`);
    }
    if (figures.owed !== shares.kept) {
      found.push(`By ${by}, ${figures.owed} is owed instead of ${shares.kept}`);
    }
  }
  const sum = (name: "shareCents" | "paidCents" | "owedCents") =>
    owed.reduce((total, row) => total + row[name], 0);
  if (sum("shareCents") !== shares.kept) {
    found.push(`The console shows shares of ${sum("shareCents")} instead of ${shares.kept}`);
  }
  if (shares.paid + sum("owedCents") !== shares.kept) {
    found.push(`Paid ${shares.paid} and owed ${sum("owedCents")} aren't ${shares.kept}`);
  }
  if (shares.paid !== shares.logged) {
    found.push(`Payouts of ${shares.paid} are recorded, the log has ${shares.logged}`);
  }
  return found;
}

/** The figures that come from the provider, according to its ledger. */
function figuresOf({ balance, charges }: Ledger): Partial<Figures> {
  const all = Object.values(balance);
  const total = (name: "count" | "net" | "fee") => all.reduce((sum, each) => sum + each[name], 0);
  const amount = (category: string) => balance[category]?.amount ?? 0;
  return {
    transactions: total("count"),
    net: total("net"),
    sales: charges.filter(({ metadata }) => metadata.enrolmentId).length,
    gross: amount("charge"),
    refunds: -amount("refund"),
    disputes: -amount("dispute") - amount("dispute_reversal"),
    stripeFees: total("fee"),
    teachers: -(
      amount("transfer") +
      amount("transfer_reversal") +
      amount("platform_earning") +
      amount("platform_earning_refund")
    ),
    payouts: -amount("payout"),
    other: 0,
  };
}

function compare(what: string, figures: Figures, expected: Partial<Figures>): string[] {
  return (Object.keys(nothing) as (keyof Figures)[]).flatMap((name) => {
    const wanted = expected[name];
    return wanted === undefined || figures[name] === wanted
      ? []
      : [`Revenue ${what}: ${name} is ${figures[name]} instead of ${wanted}`];
  });
}

/**
 * The teachers' shares of all sales, computed from our records of payments, refunds and disputes alone:
 * those of sales with a transfer, and those that the platform keeps.
 */
async function readShares(market: Market) {
  const sales = await ask<{ amount: number; fee: number; kept: boolean; returned: number }>(
    market,
    `select p.amount_cents as amount, p.fee_cents as fee, p.destination_account_id is null as kept,
            coalesce((select sum(r.amount_cents) from refunds r
                       where r.payment_id = p.id and r.status = 'made'
                         and not r.teacher_keeps_share
                         and (p.destination_account_id is null or not r.is_platforms)), 0)::int
            + coalesce((select sum(case when p.destination_account_id is null then d.amount_cents
                                        else d.taken_back_cents end) from disputes d
                         where d.payment_id = p.id and d.status = 'lost'), 0)::int as returned
       from payments p where p.status in ('paid', 'refunding', 'refunded')`,
  );
  const share = ({ amount, fee, returned }: (typeof sales)[number]) =>
    amount - returned - fee + Math.round((fee * returned) / amount);
  const sum = (isKept: boolean) =>
    sales.filter(({ kept }) => kept === isKept).reduce((total, sale) => total + share(sale), 0);
  const [payouts] = await ask<{ paid: number; logged: number }>(
    market,
    `select (select coalesce(sum(amount_cents), 0)::int from share_payouts where voided_at is null) as paid,
            (select coalesce(sum((details->>'amountCents')::int), 0)::int from staff_actions
              where kind = 'record-payout') as logged`,
  );
  return { transferred: sum(false), kept: sum(true), paid: 0, logged: 0, ...payouts };
}
