/** The upload of a file for a response to a dispute, by the teacher or by staff. */
import type { Context as HonoContext } from "hono";
import * as z from "zod/mini";
import { fieldError } from "#lib/errors.ts";
import { disputeMessages, evidenceFileKindInput } from "#lib/payments/dispute-evidence.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readUploadedFile } from "../../http/bodies/uploaded-file.ts";
import { takeUploadTurn } from "../../media/upload.ts";
import { addEvidenceFile, type NewEvidenceFile, wrongFile } from "./evidence-files.ts";
import type { Responder } from "./staff-response.ts";

/** For the descriptions of the calls. */
export const uploadRefusals = {
  400: "Not an acceptable file",
  429: "Too many files are waiting",
  503: "The payment provider is unavailable; try again",
} as const;

/**
 * Adds the uploaded file of the request, once it's the person's turn.
 * @throws AppError `invalid_input` for what isn't an acceptable file; `rate_limited`; like
 * `addEvidenceFile`.
 */
export function uploadEvidenceFile(
  context: Context,
  c: HonoContext<AppEnv>,
  responder: Responder,
  disputeId: string,
) {
  const { signal } = c.req.raw;
  return takeUploadTurn(context, c.var.actor, signal, async () =>
    addEvidenceFile(context, responder, disputeId, await readEvidenceFile(c), signal),
  );
}

/** @throws AppError `invalid_input` without a file, or for an unknown kind. */
async function readEvidenceFile(c: HonoContext<AppEnv>): Promise<NewEvidenceFile> {
  const { file, form } = await readUploadedFile(c, wrongFile);
  const kind = z.safeParse(evidenceFileKindInput, form.get("kind"));
  if (!kind.success) throw fieldError("invalid_input", "kind", disputeMessages.noFileKind);
  return { kind: kind.data, name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
