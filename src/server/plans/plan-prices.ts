/** The prices of the premium plan. The provider decides them; pages show the stored ones. */
import { and, eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { currency, toDollars } from "#lib/payments/money.ts";
import { type PlanInterval, planIntervals } from "#lib/plans/plans.rules.ts";
import { ConfigError } from "../config/config-error.ts";
import type { Context } from "../context.ts";
import { planPrices } from "../db/tables/plans.table.ts";
import { pageTags } from "../pages-tags.ts";
import {
  isMissing,
  isProviderFailure,
  noAnswer,
  withinDeadline,
} from "../providers/stripe/failures.ts";

/** In dollars. */
export type PlanPrices = Record<PlanInterval, number>;

/**
 * The stored prices or, if none are stored, those that the provider reports. Undefined if the
 * provider can't be reached.
 */
export async function readPlanPrices(context: Context): Promise<PlanPrices | undefined> {
  const stored = await findStored(context);
  if (stored) return stored;
  try {
    await withinDeadline(noAnswer, () => refreshPlanPrices(context));
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    context.log.warn({ err: error }, "The prices of the plan could not be read");
  }
  return findStored(context);
}

async function findStored({ db, config }: Context): Promise<PlanPrices | undefined> {
  const rows = await db.select().from(planPrices);
  const { prices } = config.stripe;
  const amountOf = (interval: PlanInterval) =>
    rows.find((row) => row.interval === interval && row.priceId === prices[interval])?.amountCents;
  const [month, year] = [amountOf("month"), amountOf("year")];
  if (month === undefined || year === undefined) return undefined;
  return { month: toDollars(month), year: toDollars(year) };
}

/**
 * Stores the prices that the provider currently reports.
 * @throws Stripe's errors; ConfigError if a price can't be sold.
 */
export async function refreshPlanPrices(context: Context): Promise<void> {
  const { db, stripe, config } = context;
  const askedAt = new Date();
  let isChanged = false;
  for (const interval of planIntervals) {
    const priceId = config.stripe.prices[interval];
    const price = await stripe.prices.retrieve(priceId);
    const problem = findProblem(price, interval);
    if (problem) throw new ConfigError([problem]);
    const values = { priceId, amountCents: price.unit_amount ?? 0, currency, askedAt };
    const [before] = await db
      .select()
      .from(planPrices)
      .where(and(eq(planPrices.interval, interval), eq(planPrices.priceId, priceId)));
    isChanged ||= before?.amountCents !== values.amountCents;
    await db
      .insert(planPrices)
      .values({ interval, ...values })
      .onConflictDoUpdate({ target: planPrices.interval, set: values });
  }
  if (isChanged) await context.purgePages([pageTags.plans]);
}

/** Why a price can't be sold; undefined if it can. */
function findProblem(price: Stripe.Price, interval: PlanInterval): string | undefined {
  const name = settingOf(interval);
  if (!price.active) return `${name} must be an active price; ${price.id} is archived at Stripe`;
  if (price.recurring?.interval !== interval || price.recurring.interval_count !== 1) {
    return `${name} must be charged every ${interval}; ${price.id} isn't`;
  }
  if (price.currency !== currency) {
    return `${name} must be in US dollars; ${price.id} is in ${price.currency.toUpperCase()}`;
  }
  if (!price.unit_amount || price.recurring.usage_type !== "licensed") {
    return `${name} must be a fixed amount; ${price.id} isn't`;
  }
  return undefined;
}

const settingOf = (interval: PlanInterval) =>
  interval === "month" ? "STRIPE_PRICE_MONTH" : "STRIPE_PRICE_YEAR";

/**
 * Checks at startup that the configured prices can be sold. An unavailable provider only delays the
 * check.
 *
 * @throws ConfigError that says what is wrong.
 */
export async function checkPlanPrices(context: Context): Promise<void> {
  const problems: string[] = [];
  for (const interval of planIntervals) {
    const priceId = context.config.stripe.prices[interval];
    try {
      const price = await withinDeadline(noAnswer, () => context.stripe.prices.retrieve(priceId));
      const problem = findProblem(price, interval);
      if (problem) problems.push(problem);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      if (isMissing(cause)) {
        problems.push(`${settingOf(interval)} must be a price at Stripe; ${priceId} doesn't exist`);
      } else if (isProviderFailure(error)) {
        context.log.warn({ err: error, priceId }, "A price of the plan could not be checked");
      } else throw error;
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
}
