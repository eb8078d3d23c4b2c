import { Hono } from "hono";
import { pendingDocumentsSchema } from "#lib/agreements/agreements.responses.ts";
import { acceptInput } from "#lib/agreements/agreements.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { neverStored } from "../http/never-stored.ts";
import { validate } from "../http/validate.ts";
import { acceptDocuments, listPendingDocuments } from "./agreements.ts";

const tag = "own account";
const answers = { bearer: true, data: pendingDocumentsSchema } as const;

/** The terms and the privacy policy that a person accepts, under /users/me/agreements. */
export function agreementRoutes(context: Context) {
  return new Hono<AppEnv>()
    .use("*", neverStored)
    .get(
      "/",
      documented(tag, "The changed terms that the user hasn't accepted yet", answers),
      authenticate(context),
      async (c) => ok(c, await listPendingDocuments(context, c.var.actor.userId)),
    )
    .post(
      "/",
      documented(tag, "Accept changed terms; returns those that remain", {
        ...answers,
        refusals: { 409: "Another version applies now" },
      }),
      authenticate(context),
      validate("json", acceptInput),
      async (c) => {
        const { userId } = c.var.actor;
        await acceptDocuments(context, userId, c.req.valid("json"));
        return ok(c, await listPendingDocuments(context, userId));
      },
    );
}
