import { Hono } from "hono";
import { describeRoute } from "hono-openapi";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { cancelCheckout, returnFromCheckout } from "./checkout-return.ts";

/** Browser redirects that end a checkout, mounted under /enrollment/checkout. */
export function checkoutRoutes(context: Context) {
  return new Hono<AppEnv>()
    .use(async (c, next) => {
      c.header("Cache-Control", "no-store");
      return next();
    })
    .get(
      "/return",
      describeRoute({
        tags: ["payments"],
        summary: "Return from a paid checkout; redirects to the course page",
        responses: {
          302: {
            description: "Redirects to /courses/{id}?payment=success (pending, refunded, closed)",
          },
        },
      }),
      async (c) => c.redirect(await returnFromCheckout(context, c.req.query("session_id") ?? "")),
    )
    .get(
      "/cancel",
      describeRoute({
        tags: ["payments"],
        summary: "Cancel an open checkout and free the seat; redirects to the course page",
        responses: { 302: { description: "Redirects to /courses/{id}?payment=cancelled" } },
      }),
      async (c) => {
        const { payment = "", signature = "" } = c.req.query();
        return c.redirect(await cancelCheckout(context, payment, signature));
      },
    );
}
