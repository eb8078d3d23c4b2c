import { Hono } from "hono";
import { except } from "hono/combine";
import { cors } from "hono/cors";
import { AppError } from "#lib/errors.ts";
import { accountRoutes } from "./accounts/accounts.routes.ts";
import type { Context } from "./context.ts";
import { courseRoutes } from "./courses/courses.routes.ts";
import { enrolmentRoutes } from "./enrolments/enrolments.routes.ts";
import type { AppEnv } from "./http/app-env.ts";
import { onError } from "./http/on-error.ts";
import { requestScope } from "./http/request-scope.ts";
import { strictJson } from "./http/strict-json.ts";
import { meetingRoutes, zoomWebhookRoutes } from "./meetings/meetings.routes.ts";
import { checkoutRoutes } from "./payments/checkout.routes.ts";
import { paymentAccountRoutes } from "./payments/payment-accounts.routes.ts";
import { stripeWebhookRoutes } from "./payments/webhook.routes.ts";
import {
  profileRoutes,
  registrationRoutes,
  studentRoutes,
  teacherRoutes,
} from "./people/people.routes.ts";
import { reviewRoutes } from "./reviews/reviews.routes.ts";

/**
 * The API under /api: one route file per noun, one error handler. Web-standard: it takes a
 * Request and gives a Response, whoever listens.
 */
export function createApp(context: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false }).basePath("/api");
  app.use(requestScope(context));
  app.use(cors({ origin: context.config.ownOrigins, credentials: true, maxAge: 600 }));
  // Webhooks are checked on their raw bytes, and an upload is a form.
  app.use(except(["/api/webhooks/*", "/api/media/*"], strictJson));
  app.onError(onError);
  app.route("/auth", registrationRoutes(context));
  app.route("/auth", accountRoutes(context));
  app.route("/users", profileRoutes(context));
  app.route("/teachers", teacherRoutes(context));
  app.route("/students", studentRoutes(context));
  app.route("/courses", courseRoutes(context));
  app.route("/enrollment/checkout", checkoutRoutes(context));
  app.route("/enrollment", enrolmentRoutes(context));
  app.route("/connect/accounts", paymentAccountRoutes(context));
  app.route("/webhooks/stripe", stripeWebhookRoutes(context));
  app.route("/webhooks", zoomWebhookRoutes(context));
  app.route("/zoom", meetingRoutes(context));
  app.route("/reviews", reviewRoutes(context));
  app.notFound(() => {
    throw new AppError("not_found", "There is no such call.");
  });
  return app;
}
