import { Hono } from "hono";
import { disputeEvidenceSchema } from "#lib/payments/dispute-evidence.responses.ts";
import { evidenceDraftInput, evidenceInput } from "#lib/payments/dispute-evidence.ts";
import { authenticate } from "../../accounts/sessions/authenticate.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { documented } from "../../http/documented.ts";
import { created, ok } from "../../http/envelope.ts";
import { teachersOnly } from "../../http/role-only.ts";
import { validate } from "../../http/validate.ts";
import { findDisputeEvidence, saveDisputeEvidence, submitDisputeEvidence } from "./evidence.ts";
import { deleteEvidenceFile } from "./evidence-files.ts";
import { uploadEvidenceFile, uploadRefusals } from "./evidence-upload.ts";

/** Routes under /connect/disputes. */
export function disputeRoutes(context: Context) {
  const refusals = { 403: "Not a teacher", 404: "Not a dispute of the teacher's courses" };
  const doc = (summary: string, more = {}) =>
    documented("payments", summary, {
      bearer: true,
      data: disputeEvidenceSchema,
      refusals: { ...refusals, ...more },
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
      "/:id/files",
      documented("payments", "Add a file to the response to a dispute: PDF, JPEG or PNG", {
        bearer: true,
        multipart: "file",
        data: disputeEvidenceSchema,
        successes: { 201: "Stored at the payment provider" },
        refusals: {
          ...refusals,
          ...closed,
          ...uploadRefusals,
          413: "All files together are too large",
        },
      }),
      authenticate(context),
      teachersOnly(),
      async (c) => created(c, await uploadEvidenceFile(context, c, c.var.actor, c.req.param("id"))),
    )
    .delete(
      "/:id/files/:fileId",
      doc("Remove a file from the response to a dispute", closed),
      authenticate(context),
      teachersOnly(),
      async (c) => {
        const { id, fileId } = c.req.param();
        return ok(c, await deleteEvidenceFile(context, c.var.actor, id, fileId));
      },
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
