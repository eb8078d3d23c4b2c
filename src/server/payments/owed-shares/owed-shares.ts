/**
 * What the platform owes to teachers whom Stripe can't pay. It isn't stored, because it follows from
 * the sales without a destination account, from their refunds and lost disputes, and from what was
 * paid to the teachers since. So nothing can be interrupted halfway.
 */
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { formatExactPrice, toDollars } from "#lib/payments/money.ts";
import { getTexts } from "#translations/translate.ts";
import type { Db } from "../../db/connection.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { disputes } from "../../db/tables/disputes.table.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { payments } from "../../db/tables/payments.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import { refunds } from "../../db/tables/refunds.table.ts";
import { sharePayouts } from "../../db/tables/share-payouts.table.ts";

const t = getTexts("payments");

export interface OwedShare {
  teacherId: string;
  userId: string;
  name: string;
  /** The teacher's shares of all sales, after refunds. */
  shareCents: number;
  paidCents: number;
  /** Negative if a sale was refunded after its share was paid. The next shares make up for it. */
  owedCents: number;
}

/**
 * What students and banks have taken back, except for refunds that leave the teacher's share. Banks can
 * take back a whole payment of which a part was refunded before. The platform loses that part twice, but
 * the teacher at most the share, as with a transfer, of which no more than the rest can be reversed.
 */
const returnedCents = sql`least(${payments.amountCents}, ${payments.refundedCents} - coalesce((
  select sum(${refunds.amountCents}) from ${refunds}
  where ${refunds.paymentId} = ${payments.id} and ${refunds.status} = 'made'
    and ${refunds.teacherKeepsShare}
), 0) + coalesce((
  select sum(${disputes.amountCents}) from ${disputes}
  where ${disputes.paymentId} = ${payments.id} and ${disputes.status} = 'lost'
), 0))`;

/**
 * The teacher's share of a sale, in cents. The fee is returned in proportion, as Stripe does for other
 * sales.
 */
const shareCents = sql`(
  ${payments.amountCents} - ${returnedCents} - ${payments.feeCents}
  + round(${payments.feeCents} * ${returnedCents} / ${payments.amountCents}::numeric)
)`;

/** The teachers with sales for which the platform keeps the money, by name. */
export async function listOwedShares(db: Db, teacherId?: string): Promise<OwedShare[]> {
  const isWanted = teacherId === undefined ? undefined : eq(profiles.id, teacherId);
  const sold = await db
    .select({
      teacherId: profiles.id,
      userId: profiles.userId,
      name: profiles.name,
      shareCents: sql<number>`coalesce(sum(${shareCents}), 0)`.mapWith(Number),
    })
    .from(payments)
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .where(
      and(
        isNull(payments.destinationAccountId),
        inArray(payments.status, ["paid", "refunding", "refunded"]),
        isWanted,
      ),
    )
    .groupBy(profiles.id)
    .orderBy(asc(profiles.name), asc(profiles.id));
  const paid = await db
    .select({
      teacherId: sharePayouts.teacherId,
      cents: sql<number>`sum(${sharePayouts.amountCents})`.mapWith(Number),
    })
    .from(sharePayouts)
    .groupBy(sharePayouts.teacherId);
  const paidTo = new Map(paid.map((row) => [row.teacherId, row.cents]));
  return sold.map((row) => {
    const paidCents = paidTo.get(row.teacherId) ?? 0;
    return { ...row, paidCents, owedCents: row.shareCents - paidCents };
  });
}

/** How many of the latest payouts a teacher sees. */
const maxPayouts = 20;

/** What the platform owes a teacher and has paid. Undefined if it never kept a share of theirs. */
export async function findOwnShares(db: Db, teacherId: string) {
  const [owed] = await listOwedShares(db, teacherId);
  if (!owed) return undefined;
  const payouts = await db
    .select()
    .from(sharePayouts)
    .where(eq(sharePayouts.teacherId, teacherId))
    .orderBy(desc(sharePayouts.createdAt))
    .limit(maxPayouts);
  return { ...owed, payouts };
}

interface Payout {
  teacherId: string;
  amountCents: number;
  /** What identifies the transfer at the bank. */
  reference: string;
}

/**
 * Records that a share was paid outside of Stripe. Returns what is owed afterward.
 * @throws AppError `not_found` for people to whom nothing was ever owed; `conflict` if less is owed,
 * because of another payout or a refund, or a payout with this reference was recorded.
 */
export async function recordSharePayout(tx: Db, payout: Payout): Promise<OwedShare> {
  const { teacherId, amountCents } = payout;
  // Two bookkeepers would otherwise both record the same payout.
  await tx.select().from(profiles).where(eq(profiles.id, teacherId)).for("update");
  const [owed] = await listOwedShares(tx, teacherId);
  if (!owed) throw new AppError("not_found", t("server.owed.nobody"));
  // A repeated request must not record the same transfer again.
  const isSame = and(
    eq(sharePayouts.teacherId, teacherId),
    sql`lower(${sharePayouts.reference}) = lower(${payout.reference})`,
  );
  if ((await tx.$count(sharePayouts, isSame)) > 0) {
    throw new AppError("conflict", t("server.owed.recorded"));
  }
  if (amountCents > owed.owedCents) {
    const left = formatExactPrice(toDollars(Math.max(0, owed.owedCents)));
    throw new AppError("conflict", t("server.owed.less", { amount: left }));
  }
  await tx.insert(sharePayouts).values(payout);
  return {
    ...owed,
    paidCents: owed.paidCents + amountCents,
    owedCents: owed.owedCents - amountCents,
  };
}
