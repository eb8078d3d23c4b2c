/**
 * What the platform owes to teachers whom Stripe can't pay. It isn't stored, because it follows
 * from the sales without a destination account, from their refunds and lost disputes, and from what
 * has been paid to the teachers since then. So no update can be interrupted halfway.
 */
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { AppError, fieldError } from "#lib/errors.ts";
import { formatExactPrice, toDollars } from "#lib/payments/money.ts";
import { isSanctioned } from "#lib/payments/sanctioned-countries.ts";
import { nameCountry } from "#lib/text/display-names.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { users } from "../../db/tables/accounts.table.ts";
import { courses } from "../../db/tables/courses.table.ts";
import { enrollments } from "../../db/tables/enrollments.table.ts";
import { paymentAccounts, payments } from "../../db/tables/payments.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import { sharePayouts } from "../../db/tables/share-payouts.table.ts";
import { shareCents } from "../shares.ts";

const t = getTexts("payments");

export interface OwedShare {
  teacherId: string;
  userId: string;
  name: string;
  /** How bookkeepers reach the teacher. */
  email: string;
  /** Of the payment account, in which the teacher is paid. */
  country: string | null;
  /** Null if the teacher isn't suspended. */
  suspension: { since: Date; until: Date } | null;
  /** The teacher's shares of all sales, after refunds. */
  shareCents: number;
  paidCents: number;
  /** Negative if a sale was refunded after its share was paid. The next shares make up for it. */
  owedCents: number;
}

/** Payouts that were voided don't count. */
const counts = isNull(sharePayouts.voidedAt);

/** The teachers with sales for which the platform keeps the money, by name. */
export async function listOwedShares(db: Db, teacherId?: string): Promise<OwedShare[]> {
  const isWanted = teacherId === undefined ? undefined : eq(profiles.id, teacherId);
  const sold = await db
    .select({
      teacherId: profiles.id,
      userId: profiles.userId,
      name: profiles.name,
      email: users.email,
      suspendedAt: users.suspendedAt,
      suspendedUntil: users.suspendedUntil,
      country: sql<string | null>`(
        select account.country from ${paymentAccounts} account
        where account.teacher_id = ${profiles.id}
        order by account.created_at desc limit 1
      )`,
      shareCents: sql<number>`coalesce(sum(${shareCents}), 0)`.mapWith(Number),
    })
    .from(payments)
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(profiles, eq(profiles.id, courses.teacherId))
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        isNull(payments.destinationAccountId),
        inArray(payments.status, ["paid", "refunding", "refunded"]),
        isWanted,
      ),
    )
    .groupBy(profiles.id, users.id)
    .orderBy(asc(profiles.name), asc(profiles.id));
  const paid = await db
    .select({
      teacherId: sharePayouts.teacherId,
      cents: sql<number>`sum(${sharePayouts.amountCents})`.mapWith(Number),
    })
    .from(sharePayouts)
    .where(counts)
    .groupBy(sharePayouts.teacherId);
  const paidTo = new Map(paid.map((row) => [row.teacherId, row.cents]));
  return sold.map(({ suspendedAt, suspendedUntil, ...row }) => {
    const paidCents = paidTo.get(row.teacherId) ?? 0;
    const suspension =
      suspendedAt && suspendedUntil ? { since: suspendedAt, until: suspendedUntil } : null;
    return { ...row, suspension, paidCents, owedCents: row.shareCents - paidCents };
  });
}

/** How many of the latest payouts teachers and bookkeepers see. */
const maxPayouts = 20;

/** What the platform owes a teacher and has paid. Undefined if it never kept a share of theirs. */
export async function findOwnShares(db: Db, teacherId: string) {
  const [owed] = await listOwedShares(db, teacherId);
  if (!owed) return undefined;
  return { ...owed, payouts: await listSharePayouts(db, teacherId) };
}

/** The latest payouts to a teacher, newest first, without voided ones. */
export const listSharePayouts = (db: Db, teacherId: string) =>
  db
    .select()
    .from(sharePayouts)
    .where(and(eq(sharePayouts.teacherId, teacherId), counts))
    .orderBy(desc(sharePayouts.createdAt))
    .limit(maxPayouts);

interface Payout {
  teacherId: string;
  amountCents: number;
  /** What identifies the transfer at the bank. */
  reference: string;
  /** Since when the teacher is suspended, if the payout was confirmed in spite of that. */
  seenSuspension?: string | null;
}

/**
 * Records that a share was paid outside of Stripe. Returns what is owed afterward.
 * @throws AppError `not_found` for people who were never owed anything; `conflict` if less is owed,
 * because of another payout or a refund, a payout with this reference was recorded, the teacher is
 * suspended and nobody has confirmed the payout in spite of that, or sanctions prohibit it.
 */
export async function recordSharePayout(
  { config }: Pick<Context, "config">,
  tx: Db,
  { seenSuspension = null, ...payout }: Payout,
): Promise<OwedShare> {
  const { teacherId, amountCents } = payout;
  // Two bookkeepers would otherwise both record the same payout.
  await tx.select().from(profiles).where(eq(profiles.id, teacherId)).for("update");
  const [owed] = await listOwedShares(tx, teacherId);
  if (!owed) throw new AppError("not_found", t("server.owed.nobody"));
  const { country, suspension } = owed;
  if (country !== null && isSanctioned(config.stripe.country, country)) {
    const name = nameCountry(country);
    throw new AppError("conflict", t("server.owed.sanctioned", { country: name }));
  }
  if (suspension && suspension.since.toISOString() !== seenSuspension) {
    // Suspensions end when the day begins in UTC.
    const date = formatDate(suspension.until.toISOString(), "UTC");
    throw fieldError("conflict", "seenSuspension", t("server.owed.suspended", { date }));
  }
  // A repeated request must not record the same transfer again.
  const isSame = and(
    eq(sharePayouts.teacherId, teacherId),
    counts,
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

/**
 * Voids a payout that was recorded by mistake or that the bank returned, so that its amount is owed
 * again.
 * @returns what is owed afterward, and the payout.
 * @throws AppError `not_found` without such a payout; `conflict` if it is voided already.
 */
export async function voidSharePayout(tx: Db, teacherId: string, payoutId: string) {
  const isThis = and(eq(sharePayouts.id, payoutId), eq(sharePayouts.teacherId, teacherId));
  const [payout] = await tx.select().from(sharePayouts).where(isThis).for("update");
  if (!payout) throw new AppError("not_found", t("server.owed.noPayout"));
  if (payout.voidedAt) throw new AppError("conflict", t("server.owed.voided"));
  await tx.update(sharePayouts).set({ voidedAt: new Date() }).where(isThis);
  const [owed] = await listOwedShares(tx, teacherId);
  if (!owed) throw new Error(`The teacher ${teacherId} with a payout has no sales`);
  return { owed, payout };
}
