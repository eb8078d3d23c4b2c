/** The platform's revenue in a range of days. */
import { inArray, sql } from "drizzle-orm";
import { currency } from "#lib/payments/money.ts";
import type { Revenue, RevenueRow } from "#lib/payments/revenue.responses.ts";
import {
  listDays,
  type RevenueGroup,
  type RevenueQuery,
  shiftDay,
  toRevenueRange,
} from "#lib/payments/revenue.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { classes } from "../../db/tables/classes.table.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import { planInvoices } from "../../db/tables/plans.table.ts";
import {
  type GroupedFigures,
  nothing,
  type Period,
  sumFigures,
  sumRevenue,
} from "./revenue-figures.ts";

/**
 * The revenue of a range, in days of UTC, from the provider's transactions. Only what the platform owes
 * to teachers and the activity of students come from our own records.
 */
export async function findRevenue({ db }: Context, query: RevenueQuery): Promise<Revenue> {
  const range = toRevenueRange(query, new Date());
  const by = query.by ?? "day";
  const period = toPeriod(range.from, range.to);
  const days = await sumRevenue(db, period, "day");
  const groups = by === "day" ? days : await sumRevenue(db, period, by);
  const { transactions, net, ...totals } = sumFigures(days);
  const byDay = new Map(days.map((row) => [row.key, row]));
  return {
    ...range,
    by,
    totals,
    stripe: { transactions, net },
    days: listDays(range).map((day) => {
      const { gross, platform } = byDay.get(day) ?? nothing;
      return { day, gross, platform };
    }),
    rows: await toRows(db, by, groups),
    activity: await findActivity(db, period),
  };
}

const toPeriod = (from: string, to: string): Period => ({
  from: new Date(`${from}T00:00:00Z`),
  until: new Date(`${shiftDay(to, 1)}T00:00:00Z`),
});

/** Days start with the latest, teachers and courses with the largest sales. */
async function toRows(db: Db, by: RevenueGroup, groups: GroupedFigures[]): Promise<RevenueRow[]> {
  const names = by === "day" ? new Map<string, string>() : await findNames(db, by, groups);
  const rows = groups.map(({ transactions: _, net: __, key, ...figures }) => ({
    key,
    name: key === null ? null : (names.get(key) ?? null),
    ...figures,
  }));
  return by === "day"
    ? rows.toSorted((one, other) => ((one.key ?? "") < (other.key ?? "") ? 1 : -1))
    : rows.toSorted((one, other) => other.gross - one.gross);
}

async function findNames(db: Db, by: "teacher" | "course", groups: GroupedFigures[]) {
  const ids = groups.flatMap(({ key }) => key ?? []);
  const rows =
    by === "teacher"
      ? await db
          .select({ id: profiles.id, name: profiles.name })
          .from(profiles)
          .where(inArray(profiles.id, ids))
      : await db
          .select({ id: courses.id, name: courses.title })
          .from(courses)
          .where(inArray(courses.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function findActivity(db: Db, period: Period): Promise<Revenue["activity"]> {
  const length = period.until.getTime() - period.from.getTime();
  const before = { from: new Date(period.from.getTime() - length), until: period.from };
  const { rows } = await db.execute<Record<string, string | null>>(sql`
    with active as (${selectActive(period)}), earlier as (${selectActive(before)})
    select
      (select count(*) from active) as active,
      (select count(*) from earlier) as earlier,
      (select count(*) from earlier join active using (student_id)) as retained,
      (
        select sum(sale.refunded_cents)::numeric / nullif(sum(sale.amount_cents), 0)
        from (${selectSales}) sale
        where sale.paid_at >= ${period.from.toISOString()}::timestamptz
          and sale.paid_at < ${period.until.toISOString()}::timestamptz
      ) as refunded
  `);
  const [row] = rows;
  const earlier = Number(row?.earlier ?? 0);
  return {
    activeStudents: Number(row?.active ?? 0),
    retention: earlier === 0 ? null : Number(row?.retained ?? 0) / earlier,
    refundRate: row?.refunded == null ? null : Number(row.refunded),
  };
}

/** Payments for courses and for Premium, which are both in the provider's figures. */
const selectSales = sql`
  select amount_cents, refunded_cents, paid_at from ${payments}
  where status in ('paid', 'refunding', 'refunded')
  union all
  select amount_cents, refunded_cents, paid_at from ${planInvoices}
  where status = 'paid' and currency = ${currency}
`;

const selectActive = ({ from, until }: Period) => sql`
  select distinct e.student_id
  from ${enrollments} e
  join ${classes} class on class.course_id = e.course_id and class.status = 'scheduled'
  where class.starts_at >= ${from.toISOString()}::timestamptz
    and class.starts_at < ${until.toISOString()}::timestamptz
    and e.enrolled_at <= class.starts_at
    and (e.ended_at is null or e.ended_at > class.starts_at)
`;
