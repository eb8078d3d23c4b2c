/** A teacher's earnings. */
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Earnings, EarningsEntry } from "#lib/earnings/earnings.responses.ts";
import {
  defaultPeriod,
  type EarningsPeriod,
  type EarningsQuery,
  earningsPageSize,
} from "#lib/earnings/earnings.ts";
import { pageFigures, readPaging } from "#lib/paging/paging.ts";
import { toDollars } from "#lib/payments/money.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, type ProfiledActor, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import { paymentAccounts } from "../db/tables/payments.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { findOwnShares } from "../payments/owed-shares/owed-shares.ts";
import { earningsExports, earningsLookups } from "../payments/provider-limits.ts";
import { isProviderFailure, noAnswer, withinDeadline } from "../providers/stripe/failures.ts";
import { compareRecords } from "./compare-records.ts";
import { toEntries } from "./entries.ts";
import { labelDisputes } from "./label-disputes.ts";
import { byNewest, type Movement, mergeByNewest, type Report, summarize } from "./movements.ts";
import { listOwnDisputes } from "./own-disputes.ts";
import { readOwnRecords } from "./own-records.ts";
import { type Range, toRange } from "./period-range.ts";
import { readMovements, readReport } from "./provider-report.ts";

const t = getTexts("earnings");

/** All transactions in a period. */
export interface EarningsReport {
  period: EarningsPeriod;
  timeZone: string;
  source: Earnings["source"];
  isAway: boolean;
  isCut: boolean;
  onTheWayCents: number | null;
  /** Newest first. */
  movements: Movement[];
  check: Earnings["check"];
}

/**
 * One page of a teacher's earnings in a period, with the totals of the period. The figures come
 * from the provider. If it is unavailable, they come from our own records, and the response says
 * so.
 *
 * @throws AppError `forbidden` unless the actor is a teacher; `rate_limited`.
 */
export async function findEarnings(
  context: Context,
  actor: Actor,
  query: EarningsQuery = {},
): Promise<Earnings> {
  const teacher = requireTeacher(actor, t("server.onlyTeachers"));
  await context.limits.consume(earningsLookups, teacher.profile.id);
  const report = await readEarnings(context, teacher, query);
  const paging = readPaging(query, earningsPageSize);
  const start = (paging.page - 1) * paging.limit;
  const sums = summarize(report.movements);
  const { onTheWayCents } = report;
  return {
    source: report.source,
    isAway: report.isAway,
    period: report.period,
    timeZone: report.timeZone,
    isCut: report.isCut,
    check: report.check,
    summary: {
      gross: toDollars(sums.gross),
      fees: toDollars(sums.fees),
      refunds: toDollars(sums.refunds),
      other: toDollars(sums.other),
      net: toDollars(sums.net),
      paidOut: toDollars(sums.paidOut),
    },
    onTheWay: onTheWayCents === null ? null : toDollars(onTheWayCents),
    entries: await toEntries(context.db, report.movements.slice(start, start + paging.limit)),
    disputes: await listOwnDisputes(context.db, teacher.profile.id),
    owed: await findOwed(context, teacher.profile.id),
    ...pageFigures(report.movements.length, paging),
  };
}

/**
 * All entries of a period for an export, newest first, in the batches that the provider returns.
 *
 * @throws AppError `forbidden`, `rate_limited`; Stripe's errors, at any batch, when the provider is
 * unavailable.
 */
export async function* readAllEarnings(
  context: Context,
  actor: Actor,
  query: EarningsQuery,
): AsyncGenerator<EarningsEntry[]> {
  const teacher = requireTeacher(actor, t("server.onlyTeachers"));
  await context.limits.consume(earningsExports, teacher.profile.id);
  const { range } = await readScope(context, teacher, query);
  const teacherId = teacher.profile.id;
  const account = await findAccount(context, teacherId);
  const own = await readOwnRecords(context, { teacherId, range, except: account });
  const providerReport = account === undefined ? [] : readMovements(context, account, range);
  for await (const piece of mergeByNewest(providerReport, own)) {
    yield await toEntries(context.db, await labelDisputes(context.db, piece));
  }
}

async function findOwed({ db }: Context, teacherId: string): Promise<Earnings["owed"]> {
  const shares = await findOwnShares(db, teacherId);
  if (!shares) return null;
  return {
    owed: toDollars(shares.owedCents),
    paid: toDollars(shares.paidCents),
    payouts: shares.payouts.map(({ id, createdAt, amountCents, reference }) => ({
      _id: id,
      at: createdAt.toISOString(),
      amount: toDollars(amountCents),
      reference,
    })),
  };
}

/** The period of a query, and the time zone that defines where it starts and ends. */
export async function readScope(
  context: Context,
  teacher: ProfiledActor,
  query: EarningsQuery,
): Promise<{ period: EarningsPeriod; timeZone: string; range: Range }> {
  const period = query.period || defaultPeriod;
  const timeZone = query.timeZone || (await findZone(context, teacher));
  return { period, timeZone, range: toRange(period, timeZone, new Date()) };
}

async function readEarnings(
  context: Context,
  teacher: ProfiledActor,
  query: EarningsQuery,
): Promise<EarningsReport> {
  const { period, timeZone, range } = await readScope(context, teacher, query);
  const teacherId = teacher.profile.id;
  const account = await findAccount(context, teacherId);
  const providerReport =
    account === undefined ? undefined : await fetchProviderReport(context, account, range);
  const own = await readOwnRecords(context, {
    teacherId,
    range,
    except: providerReport ? account : undefined,
  });
  return {
    period,
    timeZone,
    source: providerReport ? "provider" : "own",
    isAway: account !== undefined && providerReport === undefined,
    isCut: providerReport?.isCut ?? false,
    onTheWayCents: providerReport?.onTheWayCents ?? null,
    movements: [
      ...(await labelDisputes(context.db, providerReport?.movements ?? [])),
      ...own,
    ].toSorted(byNewest),
    check:
      providerReport && account !== undefined && !providerReport.isCut
        ? await compareRecords(context, { teacherId, account, range }, providerReport.movements)
        : null,
  };
}

/** The provider's report, or undefined while the provider is unavailable. */
async function fetchProviderReport(
  context: Context,
  account: string,
  range: Range,
): Promise<Report | undefined> {
  try {
    return await withinDeadline(noAnswer, () => readReport(context, account, range));
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    context.log.warn({ err: error, account }, "Earnings are shown from our own records");
    return undefined;
  }
}

async function findAccount(context: Context, teacherId: string): Promise<string | undefined> {
  const [row] = await context.db
    .select({ id: paymentAccounts.providerAccountId })
    .from(paymentAccounts)
    .where(
      and(
        eq(paymentAccounts.teacherId, teacherId),
        isNull(paymentAccounts.closedAt),
        isNotNull(paymentAccounts.providerAccountId),
      ),
    );
  return row?.id ?? undefined;
}

async function findZone(context: Context, { profile }: ProfiledActor): Promise<string> {
  const [row] = await context.db
    .select({ timeZone: profiles.timeZone })
    .from(profiles)
    .where(eq(profiles.id, profile.id));
  return row?.timeZone ?? "UTC";
}
