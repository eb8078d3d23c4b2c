import { AppError } from "#lib/errors.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The fields of a form that a browser sent without script, as strictly as `strictJson` reads calls.
 * Of fields with one name the first counts. Line breaks, which forms send as CRLF, are LF.
 *
 * @throws AppError `unsupported_media` for other bodies, `invalid_input` for bytes that are no UTF-8.
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw new AppError("unsupported_media", "Please send the form as it is on the page.");
  }
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(decodable(await request.arrayBuffer()))) {
    if (!fields.has(name)) fields.set(name, value.replace(/\r\n?/g, "\n"));
  }
  return Object.fromEntries(fields);
}

/** The body, once it is sure that it can be decoded: URLSearchParams would replace what it can't. */
function decodable(bytes: ArrayBuffer): string {
  try {
    const body = utf8.decode(bytes);
    decodeURIComponent(body);
    return body;
  } catch (cause) {
    throw new AppError("invalid_input", "The form could not be read.", { cause });
  }
}
