import { Hono } from "hono";
import * as z from "zod/mini";
import { guardianConsentTexts } from "#lib/guardians/guardian-consent.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { findGuardianStatus, requestGuardian } from "./guardian-requests.ts";

const tag = "people";
const statusData = z.object({
  state: z.enum(["none", "waiting", "confirmed", "declined"]),
  address: z.nullable(z.string()),
  requestedAt: z.nullable(z.string()),
});

/** A student's own guardian, under /users/me/guardian. */
export function ownGuardianRoutes(context: Context) {
  return new Hono<AppEnv>()
    .get(
      "/",
      documented(tag, "Whether the student's guardian has confirmed", {
        bearer: true,
        data: statusData,
        refusals: { 403: "Not a student" },
      }),
      authenticate(context),
      async (c) => ok(c, await findGuardianStatus(context, c.var.actor)),
    )
    .post(
      "/request",
      documented(tag, "Send the guardian another confirmation request", {
        bearer: true,
        data: z.null(),
        refusals: {
          403: "Not a student",
          409: "The student has no guardian to ask",
          429: "Already requested",
        },
      }),
      authenticate(context),
      async (c) => {
        await requestGuardian(context, c.var.actor, c.var.clientAddress);
        return ok(c, null, { message: guardianConsentTexts.requested });
      },
    );
}
