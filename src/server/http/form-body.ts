import { AppError } from "#lib/errors.ts";
import { isMultipart, readMultipart } from "./multipart.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Our longest form has a message of 5,000 characters, each of which may take twelve bytes. Parsing a
 * megabyte of fields would block the process for a third of a second.
 */
const maxFormBytes = 128 * 1024;
const maxFields = 50;

/**
 * The fields of a form that a browser sent without script, as strictly as `strictJson` reads calls.
 * Of fields with one name the first counts. Line breaks, which forms send as CRLF, are LF.
 *
 * @throws AppError `unsupported_media` for other bodies, `invalid_input` for bytes that are no UTF-8.
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw new AppError("unsupported_media", "Please submit the form from the page.");
  }
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(decodable(await request.arrayBuffer()))) {
    if (!fields.has(name)) fields.set(name, value.replace(/\r\n?/g, "\n"));
  }
  return Object.fromEntries(fields);
}

/** A form that may bring a file. */
export interface FileForm {
  fields: Record<string, string>;
  /** The file's bytes; undefined when none was chosen. */
  file: Uint8Array | undefined;
}

/**
 * The same for a form that may bring one file. Files under other names are not read.
 *
 * @throws AppError as `readForm` does.
 */
export async function readFileForm(request: Request, fileField: string): Promise<FileForm> {
  const type = request.headers.get("content-type") ?? "";
  if (!isMultipart(type)) {
    const { [fileField]: name, ...fields } = await readForm(request);
    return { fields: name ? { ...fields, [fileField]: name } : fields, file: undefined };
  }
  const body = Buffer.from(await request.arrayBuffer());
  const headers = { "content-type": type };
  const form = await readMultipart(new Request(request.url, { method: "POST", headers, body }));
  const fields = new Map<string, string>();
  let file: File | undefined;
  let text = 0;
  for (const [name, value] of form) {
    if (typeof value !== "string") {
      if (name === fileField && (value.size > 0 || value.name !== "")) file ??= value;
      continue;
    }
    // Browsers send an empty file without a name when none was chosen; some readers make it a text.
    if (name === fileField && value === "") continue;
    text += value.length;
    requireSmall(text);
    // Decoding replaces invalid UTF-8, and the result is then missing from the body.
    if (!body.includes(value)) throw unreadable();
    if (!fields.has(name)) fields.set(name, value.replace(/\r\n?/g, "\n"));
  }
  return {
    fields: Object.fromEntries(fields),
    file: file && new Uint8Array(await file.arrayBuffer()),
  };
}

function unreadable(cause?: unknown): AppError {
  return new AppError("invalid_input", "The form could not be read.", { cause });
}

function requireSmall(bytes: number): void {
  if (bytes > maxFormBytes) throw new AppError("too_large", "The form is too large.");
}

/** The body, once it is sure that it can be decoded: URLSearchParams would replace what it can't. */
function decodable(bytes: ArrayBuffer): string {
  requireSmall(bytes.byteLength);
  let body: string;
  try {
    body = utf8.decode(bytes);
    decodeURIComponent(body);
  } catch (cause) {
    throw unreadable(cause);
  }
  if (body.split("&", maxFields + 1).length > maxFields) throw unreadable();
  return body;
}
