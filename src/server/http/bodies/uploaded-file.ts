import type { Context as HonoContext } from "hono";
import type { AppError } from "#lib/errors.ts";
import type { AppEnv } from "../app-env.ts";
import { isMultipart, readMultipart } from "./multipart.ts";

export interface UploadedFile {
  file: File;
  /** All fields of the form, with the file. */
  form: FormData;
}

/**
 * Reads a form with a file in its field `file`.
 * @param createError creates the error if the body isn't such a form.
 */
export async function readUploadedFile(
  c: HonoContext<AppEnv>,
  createError: () => AppError,
): Promise<UploadedFile> {
  if (!isMultipart(c.req.header("content-type"))) throw createError();
  const form = await readMultipart(c.req.raw);
  const file = form.get("file");
  if (!(file instanceof File)) throw createError();
  return { file, form };
}
