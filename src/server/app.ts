import { Hono } from "hono";
import { cors } from "hono/cors";
import { AppError } from "#lib/errors.ts";
import { accountRoutes } from "./accounts/accounts.routes.ts";
import type { Context } from "./context.ts";
import { courseRoutes } from "./courses/courses.routes.ts";
import type { AppEnv } from "./http/app-env.ts";
import { onError } from "./http/on-error.ts";
import { requestScope } from "./http/request-scope.ts";

/**
 * The API under /api: one route file per noun, one error handler. Web-standard: it takes a
 * Request and gives a Response, whoever listens.
 */
export function createApp(context: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>().basePath("/api");
  app.use(requestScope(context));
  app.use(cors({ origin: context.config.ownOrigins, credentials: true, maxAge: 600 }));
  app.route("/auth", accountRoutes(context));
  app.onError(onError);
  app.route("/courses", courseRoutes(context));
  app.notFound(() => {
    throw new AppError("not_found", "There is no such call.");
  });
  return app;
}
