import type { Hono } from "hono";
import { toDollars } from "#lib/payments/money.ts";
import { listStates } from "#lib/payments/payment-state.ts";
import { planPaymentsSchema } from "#lib/plans/staff-plan-payments.responses.ts";
import { planPaymentsQuery } from "#lib/plans/staff-plan-payments.ts";
import { staffReasonInput } from "#lib/staff/staff.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { noData } from "../../http/documented.ts";
import { staffExport } from "../../staff/staff-export.ts";
import { createStaffApp, staffRoute } from "../../staff/staff-route.ts";
import {
  exportPlanPayments,
  listPlanPayments,
  planRefunders,
  refundPlanPayment,
} from "./plan-payments.ts";

const t = getTexts("staffPremium");
const ofPayments = getTexts("staffPayments");
const states = getTexts("paymentStates");

/** Mounted under /api/staff/payments/premium. IDs are those of the provider's invoices. */
export function planPaymentRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/payments/premium");
  staffRoute(app, {
    method: "get",
    path: "/",
    roles: planRefunders,
    summary: "Payments for Premium, newest first, one page",
    query: planPaymentsQuery,
    data: planPaymentsSchema,
    handle: ({ query }) => listPlanPayments(context, query),
  });
  staffExport(app, {
    kind: "export-premium",
    roles: ["bookkeeper"],
    summary: "Payments for Premium as a CSV file",
    query: planPaymentsQuery,
    read: ({ context, query }) => exportPlanPayments(context, query),
    title: (column) =>
      column === "person" || column === "respondBy"
        ? t(`column.${column}`)
        : ofPayments(`server.csv.${column}`),
    columns: {
      id: ({ _id }) => _id,
      time: ({ at }) => at,
      receipt: ({ number }) => number ?? "",
      person: ({ person }) => person.name,
      status: (payment) =>
        listStates(payment)
          .map((state) => states(state))
          .join(", "),
      respondBy: ({ respondBy }) => respondBy ?? "",
      amount: ({ amountCents }) => toDollars(amountCents),
      refunded: ({ refundedCents }) => toDollars(refundedCents),
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/refund",
    roles: planRefunders,
    summary: "Refund what is left of a payment for Premium",
    body: staffReasonInput,
    data: noData,
    refusals: {
      404: "Not staff, or no such payment",
      409: "Already refunded, disputed, or too old",
      503: "The refund is requested, and made once the provider is available",
    },
    async handle({ staff, param, body }) {
      await refundPlanPayment(context, staff, param("id"), body.reason);
      return null;
    },
  });
  return app.routes;
}
