import { Hono } from "hono";
import { guardianStatusSchema } from "#lib/guardians/guardians.responses.ts";
import { guardianConsentMessages } from "#lib/guardians/guardians.rules.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented, noData } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { findGuardianStatus, requestGuardian } from "./guardian-requests.ts";

const tag = "people";

/** Routes for a student's own guardian, under /users/me/guardian. */
export function ownGuardianRoutes(context: Context) {
  return new Hono<AppEnv>()
    .get(
      "/",
      documented(tag, "Whether the student's guardian has confirmed", {
        bearer: true,
        data: guardianStatusSchema,
        refusals: { 403: "Not a student" },
      }),
      authenticate(context),
      async (c) => ok(c, await findGuardianStatus(context, c.var.actor)),
    )
    .post(
      "/request",
      documented(tag, "Send the guardian another confirmation request", {
        bearer: true,
        data: noData,
        refusals: {
          403: "Not a student",
          409: "The student has no guardian to ask",
          429: "Already requested",
        },
      }),
      authenticate(context),
      async (c) => {
        await requestGuardian(context, c.var.actor, c.var.clientAddress);
        return ok(c, null, { message: guardianConsentMessages.requested });
      },
    );
}
