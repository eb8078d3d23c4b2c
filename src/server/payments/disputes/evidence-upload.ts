/** Reads an uploaded file of a response to a dispute. */
import type { Context as HonoContext } from "hono";
import * as z from "zod/mini";
import { fieldError } from "#lib/errors.ts";
import { disputeMessages, evidenceFileKindInput } from "#lib/payments/dispute-evidence.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readUploadedFile } from "../../http/bodies/uploaded-file.ts";
import { type NewEvidenceFile, wrongFile } from "./evidence-files.ts";

/** @throws AppError `invalid_input` without a file, or for an unknown kind. */
export async function readEvidenceFile(c: HonoContext<AppEnv>): Promise<NewEvidenceFile> {
  const { file, form } = await readUploadedFile(c, wrongFile);
  const kind = z.safeParse(evidenceFileKindInput, form.get("kind"));
  if (!kind.success) throw fieldError("invalid_input", "kind", disputeMessages.noFileKind);
  return { kind: kind.data, name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
