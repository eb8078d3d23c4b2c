import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import { isMultipart, readMultipart } from "./multipart.ts";

const t = getTexts("http");

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The longest form has a message of 5,000 characters, each of which may take twelve bytes. Parsing
 * a megabyte of fields would block the process for a third of a second.
 */
const maxFormBytes = 128 * 1024;
const maxFields = 50;

/**
 * Reads the fields of a form that a browser posted without scripts, as strictly as `strictJson`. If
 * a field occurs more than once, the first one counts. CRLF line breaks, which forms send, become
 * LF.
 *
 * @throws AppError `unsupported_media` for other content types, `invalid_input` for invalid UTF-8.
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw new AppError("unsupported_media", t("submitFromPage"));
  }
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(decodable(await request.arrayBuffer()))) {
    if (!fields.has(name)) fields.set(name, value.replace(/\r\n?/g, "\n"));
  }
  return Object.fromEntries(fields);
}

/** A form with an optional file. */
export interface FileForm {
  fields: Record<string, string>;
  /** The file's bytes. Undefined if no file was chosen. */
  file: Uint8Array | undefined;
}

/**
 * Like `readForm`, but accepts one file. Files in other fields are ignored.
 *
 * @throws AppError like `readForm`.
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
    // If no file was chosen, browsers send an empty one without a name, which some parsers turn
    // into text.
    if (name === fileField && value === "") continue;
    text += value.length;
    requireSmall(text);
    // Decoding replaces invalid UTF-8, so the decoded value doesn't occur in the body.
    if (!body.includes(value)) throw unreadable();
    if (!fields.has(name)) fields.set(name, value.replace(/\r\n?/g, "\n"));
  }
  return {
    fields: Object.fromEntries(fields),
    file: file && new Uint8Array(await file.arrayBuffer()),
  };
}

function unreadable(cause?: unknown): AppError {
  return new AppError("invalid_input", t("unreadableForm"), { cause });
}

function requireSmall(bytes: number): void {
  if (bytes > maxFormBytes) throw new AppError("too_large", t("formTooLarge"));
}

/** Decodes the body, and rejects invalid encodings, which URLSearchParams would silently replace. */
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
