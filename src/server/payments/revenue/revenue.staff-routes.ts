/** The platform's revenue, mounted under /api/staff/revenue. */
import type { Hono } from "hono";
import { toDollars } from "#lib/payments/money.ts";
import { revenueSchema } from "#lib/payments/revenue.responses.ts";
import { revenueQuery } from "#lib/payments/revenue.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { staffExport } from "../../staff/staff-export.ts";
import { createStaffApp, staffRoute } from "../../staff/staff-route.ts";
import { findRevenue } from "./revenue.ts";

const t = getTexts("revenue");

const roles = ["bookkeeper"] as const;

export function revenueRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/revenue");
  staffRoute(app, {
    method: "get",
    path: "/",
    roles,
    summary: "The revenue per day, teacher or course, as the payment provider reports it",
    query: revenueQuery,
    data: revenueSchema,
    handle: ({ query }) => findRevenue(context, query),
  });
  staffExport(app, {
    kind: "export-revenue",
    roles,
    summary: "The revenue per day, teacher or course, as a CSV file",
    query: revenueQuery,
    read: async ({ context, query }) => (await findRevenue(context, query)).rows,
    title: (column) => t(`server.csv.${column}`),
    columns: {
      key: ({ key }) => key ?? "",
      name: ({ name }) => name ?? "",
      sales: ({ sales }) => String(sales),
      gross: ({ gross }) => toDollars(gross),
      refunds: ({ refunds }) => toDollars(refunds),
      disputes: ({ disputes }) => toDollars(disputes),
      stripeFees: ({ stripeFees }) => toDollars(stripeFees),
      teachers: ({ teachers }) => toDollars(teachers),
      owed: ({ owed }) => toDollars(owed),
      other: ({ other }) => toDollars(other),
      platform: ({ platform }) => toDollars(platform),
      payouts: ({ payouts }) => toDollars(payouts),
    },
  });
  return app.routes;
}
