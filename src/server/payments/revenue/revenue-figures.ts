/** Adds up the provider's transactions and what the platform owes, by day, teacher or course. */
import { type SQL, sql } from "drizzle-orm";
import { currency } from "#lib/payments/money.ts";
import type { RevenueFigures } from "#lib/payments/revenue.responses.ts";
import type { RevenueGroup } from "#lib/payments/revenue.ts";
import type { Db } from "../../db/connection.ts";
import { balanceTransactions } from "../../db/tables/balance.table.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { disputes } from "../../db/tables/disputes.table.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { refunds } from "../../db/tables/refunds.table.ts";
import { shareAfter } from "../shares.ts";

/** From the first instant up to, but not including, the second. */
export interface Period {
  from: Date;
  until: Date;
}

export interface GroupedFigures extends RevenueFigures {
  key: string | null;
  /** What the provider reports. */
  transactions: number;
  net: number;
}

/** The provider's types of transactions, by what they mean here. */
const types = {
  gross: ["charge", "payment"],
  refunds: ["refund", "payment_refund", "refund_failure", "payment_failure_refund"],
  teachers: [
    "transfer",
    "transfer_refund",
    "transfer_cancel",
    "transfer_failure",
    "application_fee",
    "application_fee_refund",
  ],
  /** Fees that are separate transactions, such as those of Connect. */
  fees: ["stripe_fee", "stripe_fx_fee", "tax_fee", "network_cost"],
  payouts: ["payout", "payout_failure", "payout_cancel"],
};

const among = (names: readonly string[]): SQL =>
  sql`b.type in (${sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )})`;
const isDispute = sql`b.category in ('dispute', 'dispute_reversal')`;
const sumOf = (condition: SQL): SQL =>
  sql`coalesce(sum(b.amount_cents) filter (where ${condition}), 0)`;

/** How rows with the course `c` and the instant `happened_at` are grouped. */
const keys: Record<RevenueGroup, SQL> = {
  day: sql`to_char(happened_at at time zone 'UTC', 'YYYY-MM-DD')`,
  teacher: sql`teacher_id`,
  course: sql`course_id`,
};

const iso = (instant: Date): SQL => sql`${instant.toISOString()}::timestamptz`;

/** The figures of a period, one row for each group. */
export async function sumRevenue(
  db: Db,
  period: Period,
  by: RevenueGroup,
): Promise<GroupedFigures[]> {
  const [moved, owed] = await Promise.all([
    sumTransactions(db, period, by),
    sumOwed(db, period, by),
  ]);
  const byKey = new Map(moved.map((row) => [row.key, row]));
  for (const { key, cents } of owed) {
    const row = byKey.get(key) ?? { ...nothing, key };
    byKey.set(key, { ...row, owed: cents, platform: row.platform - cents });
  }
  return [...byKey.values()];
}

export const nothing: Omit<GroupedFigures, "key"> = {
  sales: 0,
  gross: 0,
  refunds: 0,
  disputes: 0,
  stripeFees: 0,
  teachers: 0,
  owed: 0,
  platform: 0,
  payouts: 0,
  other: 0,
  transactions: 0,
  net: 0,
};

/** Adds the figures of rows. */
export function sumFigures(rows: readonly GroupedFigures[]): Omit<GroupedFigures, "key"> {
  const names = Object.keys(nothing) as (keyof typeof nothing)[];
  return rows.reduce<Omit<GroupedFigures, "key">>(
    (sum, row) => ({
      ...nothing,
      ...Object.fromEntries(names.map((name) => [name, sum[name] + row[name]])),
    }),
    nothing,
  );
}

async function sumTransactions(
  db: Db,
  { from, until }: Period,
  by: RevenueGroup,
): Promise<GroupedFigures[]> {
  const known = [...Object.values(types).flat()];
  const { rows } = await db.execute<Record<string, string | null>>(sql`
    select
      ${keys[by]} as key,
      count(*) as transactions,
      sum(b.net_cents) as net,
      count(*) filter (where ${among(types.gross)} and b.payment_id is not null) as sales,
      ${sumOf(among(types.gross))} as gross,
      -${sumOf(among(types.refunds))} as refunds,
      -${sumOf(isDispute)} as disputes,
      sum(b.fee_cents) - ${sumOf(among(types.fees))} as "stripeFees",
      -${sumOf(among(types.teachers))} as teachers,
      -${sumOf(among(types.payouts))} as payouts,
      ${sumOf(sql`not ${among(known)} and not ${isDispute}`)} as other
    from (
      select b.*, b.created_at as happened_at, c.teacher_id, c.id as course_id
      from ${balanceTransactions} b
      left join ${payments} p on p.id = b.payment_id
      left join ${enrollments} e on e.id = p.enrolment_id
      left join ${courses} c on c.id = e.course_id
      where b.created_at >= ${iso(from)} and b.created_at < ${iso(until)}
        and b.currency = ${currency}
    ) b
    group by 1
  `);
  return rows.map(({ key = null, ...sums }) => {
    const figures = {
      ...nothing,
      ...Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum)])),
    };
    return { ...figures, key, platform: figures.net + figures.payouts };
  });
}

/**
 * The amount that the platform owes for each sale without a transfer, less what refunds and lost
 * disputes took back. What has no transaction that was read from the provider yet is left out, so that
 * all figures of one period are about the same sales, refunds and disputes. The share is computed from everything that was returned until then, as
 * `listOwedShares` does, so that the sum of the differences is the share.
 */
async function sumOwed(
  db: Db,
  { from, until }: Period,
  by: RevenueGroup,
): Promise<{ key: string; cents: number }[]> {
  const sale = { amountCents: sql`p.amount_cents`, feeCents: sql`p.fee_cents` };
  const share = (sum: SQL) => shareAfter(sale, sql`least(p.amount_cents, ${sum})`);
  const isRead = (sourceId: string) =>
    sql`exists (select from ${balanceTransactions} b where b.source_id = ${sql.raw(sourceId)})`;
  const { rows } = await db.execute<{ key: string; cents: string }>(sql`
    with kept as (
      select p.*, c.id as course_id, c.teacher_id
      from ${payments} p
      join ${enrollments} e on e.id = p.enrolment_id
      join ${courses} c on c.id = e.course_id
      where p.destination_account_id is null and p.status in ('paid', 'refunding', 'refunded')
        and exists (
          select from ${balanceTransactions} b where b.payment_id = p.id and ${among(types.gross)}
        )
    ), events as (
      select p.id, p.paid_at as happened_at, 0 as returned, true as is_sale from kept p
      union all
      select p.id, r.made_at, r.amount_cents, false
      from kept p join ${refunds} r on r.payment_id = p.id
      where r.status = 'made' and not r.teacher_keeps_share and ${isRead("r.provider_refund_id")}
      union all
      select p.id, d.closed_at, d.amount_cents, false
      from kept p join ${disputes} d on d.payment_id = p.id
      where d.status = 'lost' and ${isRead("d.provider_dispute_id")}
    ), running as (
      select events.*, sum(returned) over (
        partition by id order by is_sale desc, happened_at rows unbounded preceding
      ) as gone
      from events
    )
    select ${keys[by]} as key, sum(
      ${share(sql`gone`)}
      - case when is_sale then 0 else ${share(sql`(gone - returned)`)} end
    ) as cents
    from running join kept p on p.id = running.id
    where happened_at >= ${iso(from)} and happened_at < ${iso(until)}
    group by 1
  `);
  return rows.map(({ key, cents }) => ({ key, cents: Number(cents) }));
}
