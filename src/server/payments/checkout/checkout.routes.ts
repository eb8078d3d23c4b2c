import { Hono } from "hono";
import { describeRoute } from "hono-openapi";
import { localizeReturn } from "../../config/page-url.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { neverStored } from "../../http/never-stored.ts";
import { cancelCheckout, returnFromCheckout } from "./checkout-return.ts";

/** Browser redirects that end a checkout, mounted under /enrollment/checkout. */
export function checkoutRoutes(context: Context) {
  return new Hono<AppEnv>()
    .use(neverStored)
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
      async (c) => {
        const { session_id: sessionId = "", language } = c.req.query();
        return c.redirect(localizeReturn(await returnFromCheckout(context, sessionId), language));
      },
    )
    .get(
      "/cancel",
      describeRoute({
        tags: ["payments"],
        summary: "Cancel an open checkout and free the seat; redirects to the course page",
        responses: { 302: { description: "Redirects to /courses/{id}?payment=cancelled" } },
      }),
      async (c) => {
        const { payment = "", signature = "", language } = c.req.query();
        const path = await cancelCheckout(context, payment, signature);
        return c.redirect(localizeReturn(path, language));
      },
    );
}
