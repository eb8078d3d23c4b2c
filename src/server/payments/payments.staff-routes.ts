import type { Hono } from "hono";
import { staffPaymentsSchema } from "#lib/payments/staff-payments.responses.ts";
import { staffPaymentsQuery } from "#lib/payments/staff-payments.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { answerCsv } from "../staff/csv-answer.ts";
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
  staffRoute(app, {
    method: "get",
    path: "/export.csv",
    roles,
    summary: "Payments for courses as a CSV file",
    query: staffPaymentsQuery,
    contentType: "text/csv",
    async handle({ query }) {
      const rows = await exportStaffPayments(context, query);
      const names = [
        "id",
        "time",
        "receipt",
        "course",
        "student",
        "teacher",
        "status",
        "amount",
        "fee",
        "refunded",
        "charge",
      ] as const;
      return answerCsv(
        "payments",
        names.map((name) => t(`server.csv.${name}`)),
        rows.map((row) => [
          row._id,
          row.at,
          row.receiptNumber ?? "",
          row.course,
          row.student.name,
          row.teacher.name,
          row.status,
          row.amountCents / 100,
          row.feeCents / 100,
          row.refundedCents / 100,
          row.chargeId ?? "",
        ]),
      );
    },
  });
  return app.routes;
}
