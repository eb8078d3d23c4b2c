import { Hono } from "hono";
import { disputeEvidenceSchema } from "#lib/payments/dispute-evidence.responses.ts";
import { evidenceDraftInput, evidenceInput } from "#lib/payments/dispute-evidence.ts";
import { authenticate } from "../../accounts/sessions/authenticate.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { documented } from "../../http/documented.ts";
import { ok } from "../../http/envelope.ts";
import { teachersOnly } from "../../http/role-only.ts";
import { validate } from "../../http/validate.ts";
import { findDisputeEvidence, saveDisputeEvidence, submitDisputeEvidence } from "./evidence.ts";

/** Routes under /connect/disputes. */
export function disputeRoutes(context: Context) {
  const doc = (summary: string, refusals = {}) =>
    documented("payments", summary, {
      bearer: true,
      data: disputeEvidenceSchema,
      refusals: {
        403: "Not a teacher",
        404: "Not a dispute of the teacher's courses",
        ...refusals,
      },
    });
  const closed = { 409: "Already submitted, decided, or past the deadline" };
  return new Hono<AppEnv>()
    .get(
      "/:id",
      doc("A disputed payment, and what is known about it"),
      authenticate(context),
      teachersOnly(),
      async (c) => ok(c, await findDisputeEvidence(context, c.var.actor, c.req.param("id"))),
    )
    .put(
      "/:id",
      doc("Save a draft of the response to a dispute", closed),
      authenticate(context),
      teachersOnly(),
      validate("json", evidenceDraftInput),
      async (c) =>
        ok(
          c,
          await saveDisputeEvidence(context, c.var.actor, c.req.param("id"), c.req.valid("json")),
        ),
    )
    .post(
      "/:id/submit",
      doc("Submit the evidence of a dispute to the bank, once", closed),
      authenticate(context),
      teachersOnly(),
      validate("json", evidenceInput),
      async (c) =>
        ok(
          c,
          await submitDisputeEvidence(context, c.var.actor, c.req.param("id"), c.req.valid("json")),
        ),
    );
}
