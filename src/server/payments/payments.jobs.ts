import { closeCheckoutJob } from "../classes/sold/removed-classes.ts";
import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { lookbackDays, syncBalance } from "./balance/sync-balance.ts";
import { closeCheckout } from "./checkout/checkout.ts";
import { checkPayments, comparedDays } from "./reconciliation/check-payments.ts";
import { pollStripe } from "./reconciliation/poll-stripe.ts";
import { reconcilePayments } from "./reconciliation/reconcile.ts";

const name = "reconcile-payments";
const halfMinuteMs = 30_000;

/**
 * Reconciles with the payment provider every half minute. The scheduler only supports full minutes,
 * so each scheduled run queues another one half a minute later. During an outage, the job queue
 * retries after a few seconds.
 */
export function defineReconcileJob(context: Context): JobDefinition {
  return defineJob<{ isHalfway?: boolean }>({
    name,
    retryLimit: 4,
    retryDelayMax: 15,
    cron: "* * * * *",
    async handle({ isHalfway }) {
      await reconcilePayments(context);
      if (isHalfway) return;
      const startAfter = new Date(Date.now() + halfMinuteMs);
      await context.jobs.send(context.db, name, { isHalfway: true }, { startAfter });
    },
  });
}

/** Closes the checkout of a seat that is no longer sold. Reconciliation would do it later. */
export function defineCloseCheckoutJob(context: Context): JobDefinition {
  return defineJob<{ paymentId: string }>({
    name: closeCheckoutJob,
    retryLimit: 2,
    async handle({ paymentId }) {
      await closeCheckout(context, paymentId);
    },
  });
}

/**
 * Checks all payments. The charges of recent days are compared every ten minutes, and older ones
 * once a day.
 */
export function defineCheckPaymentsJobs(context: Context): JobDefinition[] {
  return [
    defineJob({
      name: "check-payments",
      retryLimit: 2,
      cron: "*/10 * * * *",
      handle: () => checkPayments(context, comparedDays.often),
    }),
    defineJob({
      name: "check-payments-of-months",
      retryLimit: 3,
      cron: "17 3 * * *",
      handle: () => checkPayments(context, comparedDays.daily),
    }),
  ];
}

/**
 * Copies the platform's balance transactions. The recent ones are read every ten minutes, and those of
 * a month once a day.
 */
export function defineSyncBalanceJobs(context: Context): JobDefinition[] {
  return [
    defineJob({
      name: "sync-balance",
      retryLimit: 2,
      cron: "4-59/10 * * * *",
      handle: () => syncBalance(context),
    }),
    defineJob({
      name: "sync-balance-of-month",
      retryLimit: 3,
      cron: "41 3 * * *",
      handle: () => syncBalance(context, lookbackDays.daily),
    }),
  ];
}

/** Polls every hour for changes whose webhooks were lost. */
export function definePollStripeJob(context: Context): JobDefinition {
  return defineJob({
    name: "look-again-at-payments",
    retryLimit: 3,
    cron: "23 * * * *",
    handle: () => pollStripe(context),
  });
}
