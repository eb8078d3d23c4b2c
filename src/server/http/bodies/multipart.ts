/** Reads multipart forms, after checking that they are cheap to parse. */
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";

const t = getTexts("http");

/** Our forms have fewer than ten parts. */
const maxParts = 20;
const maxPartHeaderBytes = 4 * 1024;
const lineBreak = "\r\n";

export const isMultipart = (type: string | undefined): boolean =>
  /^multipart\/form-data\b/i.test(type ?? "");

/**
 * Reads a multipart body. The platform's parser blocks for seconds on the many empty parts or
 * headers that fit into 5 MB, so such bodies are rejected before parsing.
 *
 * @throws AppError `invalid_input` for bodies that can't be read.
 */
export async function readMultipart(request: Request): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  const bytes = Buffer.from(await request.arrayBuffer());
  const boundary = /^multipart\/form-data\s*;\s*boundary=("?)([\w'()+,./:=?-]{1,70})\1\s*$/i.exec(
    type,
  )?.[2];
  if (boundary === undefined || !isCheap(bytes, `--${boundary}`)) throw unreadable();
  // Rebuild the header, so that the parser uses the same boundary as the check.
  const headers = { "content-type": `multipart/form-data; boundary="${boundary}"` };
  try {
    return await new Response(bytes, { headers }).formData();
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** Whether the body has few parts, each with short headers. */
function isCheap(bytes: Buffer, delimiter: string): boolean {
  let parts = 0;
  let at = bytes.indexOf(delimiter);
  while (at !== -1) {
    parts += 1;
    if (parts > maxParts) return false;
    const start = at + delimiter.length;
    const header = bytes.subarray(start, start + maxPartHeaderBytes);
    if (!header.includes(lineBreak + lineBreak) && header.length === maxPartHeaderBytes) {
      return false;
    }
    at = bytes.indexOf(delimiter, start);
  }
  return true;
}

function unreadable(cause?: unknown): AppError {
  return new AppError("invalid_input", t("unreadableForm"), { cause });
}
