import type { Hono } from "hono";
import { toDollars } from "#lib/payments/money.ts";
import { staffPaymentSchema, staffPaymentsSchema } from "#lib/payments/staff-payments.responses.ts";
import { staffPaymentsQuery } from "#lib/payments/staff-payments.ts";
import { staffRefundInput } from "#lib/payments/staff-refund.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { staffExport } from "../staff/staff-export.ts";
import { createStaffApp, staffRoute } from "../staff/staff-route.ts";
import { findStaffPayment } from "./payment-page/payment-page.ts";
import { refundAsStaff, refunders } from "./payment-page/staff-refund.ts";
import { exportStaffPayments, listStaffPayments } from "./staff-payments.ts";

const t = getTexts("staffPayments");

const roles = ["bookkeeper"] as const;
const noPayment = "Not staff, or no such payment";

/** Mounted under /api/staff/payments. */
export function paymentStaffRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/payments");
  staffRoute(app, {
    method: "get",
    path: "/",
    roles: refunders,
    summary: "Payments for courses, newest first, one page",
    query: staffPaymentsQuery,
    data: staffPaymentsSchema,
    handle: ({ query }) => listStaffPayments(context, query),
  });
  staffExport(app, {
    kind: "export-payments",
    roles,
    summary: "Payments for courses as a CSV file",
    query: staffPaymentsQuery,
    read: ({ query }) => exportStaffPayments(context, query),
    title: (column) => t(`server.csv.${column}`),
    columns: {
      id: ({ _id }) => _id,
      time: ({ at }) => at,
      receipt: ({ receiptNumber }) => receiptNumber ?? "",
      course: ({ course }) => course,
      student: ({ student }) => student.name,
      teacher: ({ teacher }) => teacher.name,
      status: ({ status }) => status,
      amount: ({ amountCents }) => toDollars(amountCents),
      fee: ({ feeCents }) => toDollars(feeCents),
      refunded: ({ refundedCents }) => toDollars(refundedCents),
      charge: ({ chargeId }) => chargeId ?? "",
    },
  });
  staffRoute(app, {
    method: "get",
    path: "/:id",
    roles: refunders,
    summary: "A payment with everything that happened to it",
    data: staffPaymentSchema,
    refusals: { 404: noPayment },
    handle: ({ param }) => findStaffPayment(context, param("id")),
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/refund",
    roles: refunders,
    summary: "Refund a payment, with or without taking back the teacher's share",
    body: staffRefundInput,
    data: staffPaymentSchema,
    refusals: {
      404: noPayment,
      409: "Not paid, another refund was made, disputed, or rejected by the provider",
      503: "The refund is requested, and made once the provider is available",
    },
    async handle({ staff, param, body }) {
      await refundAsStaff(context, staff, param("id"), body);
      return findStaffPayment(context, param("id"));
    },
  });
  return app.routes;
}
