import type { Hono } from "hono";
import { toDollars } from "#lib/payments/money.ts";
import { staffPaymentsSchema } from "#lib/payments/staff-payments.responses.ts";
import { staffPaymentsQuery } from "#lib/payments/staff-payments.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { staffExport } from "../staff/staff-export.ts";
import { createStaffApp, staffRoute } from "../staff/staff-route.ts";
import { exportStaffPayments, listStaffPayments } from "./staff-payments.ts";

const t = getTexts("staffPayments");

const roles = ["bookkeeper"] as const;

/** Mounted under /api/staff/payments. */
export function paymentStaffRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/payments");
  staffRoute(app, {
    method: "get",
    path: "/",
    roles,
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
  return app.routes;
}
