import type { Hono } from "hono";
import { startedViewSchema } from "#lib/staff/staff.responses.ts";
import { viewPath, viewRoles } from "#lib/staff/staff.rules.ts";
import { viewInput } from "#lib/staff/staff.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { createStaffApp, staffRoute } from "../staff-route.ts";
import { startView } from "./views.ts";

/** Mounted under /api/staff/views. Views end on a page, because their pages run no scripts. */
export function staffViewRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/views");
  staffRoute(app, {
    method: "post",
    path: "/",
    roles: viewRoles,
    summary: "Start viewing the site as a person, for 30 minutes and without changing anything",
    body: viewInput,
    data: startedViewSchema,
    refusals: { 404: "Not staff, or no such person", 409: "A member of staff" },
    async handle({ staff, actor, body }) {
      const { id, expiresAt } = await startView(context, staff, actor, body);
      return { path: `${viewPath}/${id}/dashboard`, expiresAt: expiresAt.toISOString() };
    },
  });
  return app.routes;
}
