/** Payments for the plan as staff see them. */
import { and, desc, eq, gt, ilike, or, type SQL, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { PlanPayment } from "#lib/plans/staff-plan-payments.responses.ts";
import type { PlanPaymentsQuery } from "#lib/plans/staff-plan-payments.ts";
import type { StaffTableData } from "#lib/staff/staff.responses.ts";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { users } from "../../db/tables/accounts.table.ts";
import { planInvoices, planSubscriptions } from "../../db/tables/plans.table.ts";
import { transact } from "../../db/transact.ts";
import { withinDeadline } from "../../providers/stripe/failures.ts";
import { recordStaffAction } from "../../staff/audit.ts";
import { requireNotOneself } from "../../staff/own-affairs.ts";
import type { StaffMember } from "../../staff/staff-actor.ts";
import { anywhere, readTablePage, readWholeTable } from "../../staff/staff-table.ts";
import { syncSubscription } from "../subscription-sync.ts";

const t = getTexts("staffPremium");

/** The staff roles, besides owners, that can refund, as for courses. */
export const planRefunders: readonly StaffRole[] = ["bookkeeper", "support"];

/**
 * How old a payment may be, in days. Only the last twelve invoices of a subscription are read from the
 * provider, so refunds of older ones would stay unnoticed here.
 */
const refundableDays = 300;

const paidAt = sql<Date>`coalesce(${planInvoices.paidAt}, ${planInvoices.createdAt})`.mapWith(
  planInvoices.createdAt,
);

/** Unpaid invoices and those of trials moved no money. */
const isPayment = and(eq(planInvoices.status, "paid"), gt(planInvoices.amountCents, 0));

const isUndecided = or(planInvoices.needsResponse, eq(planInvoices.dispute, "open"));

const select = (db: Db, query: PlanPaymentsQuery) =>
  db
    .select({
      invoice: planInvoices,
      at: paidAt,
      person: { userId: users.id, name: users.name },
    })
    .from(planInvoices)
    .innerJoin(planSubscriptions, eq(planSubscriptions.id, planInvoices.subscriptionId))
    .innerJoin(users, eq(users.id, planSubscriptions.userId))
    .where(and(isPayment, matches(query)))
    .$dynamic();

/** One page of the payments, newest first. */
export const listPlanPayments = (
  { db, config }: Context,
  query: PlanPaymentsQuery,
): Promise<StaffTableData<PlanPayment>> =>
  readTablePage(db, query, source(db, query), (row) => toRow(row, config.stripe));

export const exportPlanPayments = ({ db, config }: Context, query: PlanPaymentsQuery) =>
  readWholeTable(db, query, source(db, query), (row) => toRow(row, config.stripe));

const source = (db: Db, query: PlanPaymentsQuery) => ({
  rows: select(db, query),
  sortable: {
    at: paidAt,
    amount: planInvoices.amountCents,
    respondBy: planInvoices.respondBy,
  },
  order: desc(paidAt),
  key: planInvoices.id,
  id: desc(planInvoices.id),
});

function matches({ search, status }: PlanPaymentsQuery): SQL | undefined {
  const found = search
    ? or(
        eq(planInvoices.id, search),
        eq(planInvoices.paymentIntentId, search),
        eq(planInvoices.subscriptionId, search),
        eq(users.id, search),
        ilike(planInvoices.number, anywhere(search)),
        ilike(users.name, anywhere(search)),
        ilike(users.email, anywhere(search)),
      )
    : undefined;
  const inState = status === "disputed" ? isUndecided : gt(planInvoices.refundedCents, 0);
  return and(found, status && inState);
}

function toRow(
  { invoice, at, person }: Awaited<ReturnType<typeof select>>[number],
  stripe: Context["config"]["stripe"],
): PlanPayment {
  const { id, number, amountCents, refundedCents, paymentIntentId, respondBy } = invoice;
  return {
    _id: id,
    number,
    person,
    at: at.toISOString(),
    status: statusOf(invoice),
    amountCents,
    refundedCents,
    dispute: invoice.dispute ?? (invoice.needsResponse ? "inquiry" : null),
    respondBy: respondBy?.toISOString() ?? null,
    isRefundable: findObstacle(invoice, at) === undefined,
    dashboardUrl: paymentIntentId === null ? null : dashboardUrl(stripe, paymentIntentId),
  };
}

type Invoice = typeof planInvoices.$inferSelect;

function statusOf({ amountCents, refundedCents, refundAttempt }: Invoice): PlanPayment["status"] {
  if (refundedCents >= amountCents) return "refunded";
  return refundAttempt === null ? "paid" : "refunding";
}

/** The page of a payment in the provider's dashboard. */
export function dashboardUrl(
  { sandbox, secretKey }: Pick<Context["config"]["stripe"], "sandbox" | "secretKey">,
  paymentIntentId: string,
): string | null {
  if (sandbox) return null;
  const mode = /^[sr]k_test_/.test(secretKey) ? "test/" : "";
  return `https://dashboard.stripe.com/${mode}payments/${paymentIntentId}`;
}

/** Why nothing can be refunded here. Undefined if it can. A refund settles an inquiry. */
function findObstacle(invoice: Invoice, at: Date): string | undefined {
  const { dispute } = invoice;
  if (statusOf(invoice) !== "paid") return t("server.refunded");
  if (dispute === "open" || dispute === "lost") return t("server.disputed");
  const age = Date.now() - at.getTime();
  return age > refundableDays * 24 * 60 * 60 * 1_000 ? t("server.old") : undefined;
}

/**
 * Refunds what is left of a payment, once. The request and its entry in the audit log are one
 * transaction; reconciliation makes the refund if the provider doesn't respond. Refunding the latest
 * payment ends the plan, as a refund in the provider's dashboard does.
 * @throws AppError `not_found`; `forbidden` for one's own payment, if someone else can refund;
 * `conflict` if it was refunded, is disputed or too old; `provider_unavailable` if it is made later.
 */
export async function refundPlanPayment(
  context: Context,
  staff: StaffMember,
  invoiceId: string,
  reason: string,
): Promise<void> {
  const subscriptionId = await transact(context.db, async (tx) => {
    const [found] = await tx
      .select({ invoice: planInvoices, at: paidAt, userId: planSubscriptions.userId })
      .from(planInvoices)
      .innerJoin(planSubscriptions, eq(planSubscriptions.id, planInvoices.subscriptionId))
      .where(and(eq(planInvoices.id, invoiceId), isPayment))
      .for("update", { of: planInvoices });
    if (!found) throw new AppError("not_found", t("server.missing"));
    const { invoice, at, userId } = found;
    await requireNotOneself(tx, staff, [userId], planRefunders);
    const obstacle = findObstacle(invoice, at);
    if (obstacle !== undefined) throw new AppError("conflict", obstacle);
    await tx.update(planInvoices).set({ refundAttempt: 0 }).where(eq(planInvoices.id, invoiceId));
    await recordStaffAction(tx, staff, {
      kind: "refund-premium",
      subjectKind: "person",
      subjectId: userId,
      reason,
      details: { invoiceId, amountCents: invoice.amountCents - invoice.refundedCents },
    });
    return invoice.subscriptionId;
  });
  await withinDeadline(t("server.delayed"), async () => {
    await syncSubscription(context, subscriptionId, invoiceId);
    // Only after the refund is recorded does it end the plan.
    await syncSubscription(context, subscriptionId);
  });
}

/** What a person has paid for the plan. Null if they never paid. */
export async function sumPlanPayments(db: Db, userId: string) {
  const [sums] = await db
    .select({
      count: sql<number>`count(*)::int`,
      paidCents: sql<number>`coalesce(sum(${planInvoices.amountCents}), 0)::int`,
      refundedCents: sql<number>`coalesce(sum(${planInvoices.refundedCents}), 0)::int`,
      disputed: sql<number>`(count(*) filter (where ${isUndecided}))::int`,
    })
    .from(planInvoices)
    .innerJoin(planSubscriptions, eq(planSubscriptions.id, planInvoices.subscriptionId))
    .where(and(eq(planSubscriptions.userId, userId), isPayment));
  return sums && sums.count > 0 ? sums : null;
}
