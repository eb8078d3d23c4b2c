/** Adds payments for Premium, which the sandbox receives, and a refund by the demo's bookkeeper. */
import { and, eq, gt } from "drizzle-orm";
import { planInvoices, planSubscriptions } from "../db/tables/plans.table.ts";
import { refundPlanPayment } from "../plans/console/plan-payments.ts";
import { startPlanCheckout } from "../plans/plan-checkout.ts";
import { settlePlanCheckout } from "../plans/plan-checkout-session.ts";
import { reconcilePlans } from "../plans/reconcile-plans.ts";
import { findStaff } from "./add-staff.ts";
import { demoSubscribers } from "./data/premium.data.ts";
import { type DemoPeople, type DemoRun, forEach, need } from "./demo-run.ts";
import { payByCard } from "./sandbox-visits.ts";

export async function addPremium(run: DemoRun, people: DemoPeople): Promise<void> {
  const { context } = run;
  const { db } = context;
  // An interrupted run may have paid without recording it.
  await reconcilePlans(context);
  const bookkeeper = await findStaff(run, "bookkeeper");
  await forEach(demoSubscribers, async ({ student, interval, refund }) => {
    const actor = need(people, student);
    const isOwn = eq(planSubscriptions.userId, actor.userId);
    if ((await db.$count(planSubscriptions, isOwn)) === 0) {
      const checkoutUrl = await startPlanCheckout(context, actor, interval);
      const sessionId = await payByCard(checkoutUrl, context.config.stripe.apiBase);
      await settlePlanCheckout(context, sessionId);
    }
    if (refund === undefined) return;
    const [paid] = await db
      .select({ id: planInvoices.id, refundedCents: planInvoices.refundedCents })
      .from(planInvoices)
      .innerJoin(planSubscriptions, eq(planSubscriptions.id, planInvoices.subscriptionId))
      .where(and(isOwn, gt(planInvoices.amountCents, 0)));
    if (!paid) throw new Error(`The demo's ${student} has paid nothing for Premium.`);
    if (paid.refundedCents === 0) {
      await refundPlanPayment(context, bookkeeper, paid.id, refund);
    }
  });
}
