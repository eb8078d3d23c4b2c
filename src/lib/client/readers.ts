/**
 * Readers of API responses. They accept every format that the product's specification names for a list
 * or an object, so that the site also works with another back end.
 */
import { ApiError } from "./api-error.ts";
import type { ApiBody } from "./http.ts";

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An object with an id of its own: no envelope. */
const isThing = (value: unknown): value is Fields =>
  isFields(value) && (typeof value._id === "string" || typeof value.id === "string");

/**
 * The list called `name`: in `data.<name>`, `data`, `<name>` or the body itself. A single object
 * there counts as a list of one where `wrapSingle` says so. Unexpected shapes are empty.
 */
export function readList<T>(body: ApiBody, name: string, wrapSingle = false): T[] {
  const data = isFields(body) ? body.data : undefined;
  const candidates = [
    isFields(data) ? data[name] : undefined,
    data,
    isFields(body) ? body[name] : undefined,
    body,
  ];
  const list = candidates.find((candidate) => Array.isArray(candidate));
  if (list) return list as T[];
  const single = wrapSingle ? [data, body].find(isThing) : undefined;
  return single ? [single as T] : [];
}

/** The object under `data`, or the body itself where it is the object. Undefined if neither. */
export function readObject<T>(body: ApiBody): T | undefined {
  if (!isFields(body)) return undefined;
  if (isFields(body.data)) return body.data as T;
  return isThing(body) ? (body as T) : undefined;
}

/** The same, where an answer without it is no use. */
export function requireObject<T>(body: ApiBody): T {
  const found = readObject<T>(body);
  if (found === undefined) throw new ApiError("Invalid response format from server", 200);
  return found;
}

function readPath(body: ApiBody, path: string[]): unknown {
  let value: unknown = isFields(body) ? body.data : undefined;
  for (const step of path) value = isFields(value) ? value[step] : undefined;
  return value;
}

/** The number at `data.<path>`. */
export function readNumber(body: ApiBody, ...path: string[]): number | undefined {
  const value = readPath(body, path);
  return typeof value === "number" ? value : undefined;
}

/** The text at `data.<path>`, e.g. `readText(body, "result", "accountLink")`. */
export function readText(body: ApiBody, ...path: string[]): string | undefined {
  const value = readPath(body, path);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The same, where an answer without it is no use. */
export function requireText(body: ApiBody, ...path: string[]): string {
  const text = readText(body, ...path);
  if (!text) throw new ApiError("Invalid response format from server", 200);
  return text;
}

/** The message of a success, if any. */
export function readMessage(body: ApiBody): string | undefined {
  return isFields(body) && typeof body.message === "string" ? body.message : undefined;
}
