/**
 * Readers of API responses. They accept every response format in the product specification, so that
 * the site also works with another back end.
 */
import { getTexts } from "#translations/errors.ts";
import { ApiError } from "./api-error.ts";
import type { ApiBody } from "./http.ts";

const t = getTexts("errors");

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An object with its own ID is an entity and not an envelope. */
const isThing = (value: unknown): value is Fields =>
  isFields(value) && (typeof value._id === "string" || typeof value.id === "string");

/**
 * Reads the list from `data.<name>`, `data`, `<name>` or the body itself. With `wrapSingle`, a
 * single object becomes a list with one entry. Any other shape results in an empty list.
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

/** Reads the object from `data` or the body itself. Undefined if there is none. */
export function readObject<T>(body: ApiBody): T | undefined {
  if (!isFields(body)) return undefined;
  if (isFields(body.data)) return body.data as T;
  return isThing(body) ? (body as T) : undefined;
}

/** Like `readObject`, but throws if the object is missing. */
export function requireObject<T>(body: ApiBody): T {
  const found = readObject<T>(body);
  if (found === undefined) throw new ApiError(t("invalidResponse"), 200);
  return found;
}

function readPath(body: ApiBody, path: string[]): unknown {
  let value: unknown = isFields(body) ? body.data : undefined;
  for (const step of path) value = isFields(value) ? value[step] : undefined;
  return value;
}

/** Reads the number at `data.<path>`. */
export function readNumber(body: ApiBody, ...path: string[]): number | undefined {
  const value = readPath(body, path);
  return typeof value === "number" ? value : undefined;
}

/** Reads the string at `data.<path>`, such as `readText(body, "result", "accountLink")`. */
export function readText(body: ApiBody, ...path: string[]): string | undefined {
  const value = readPath(body, path);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Like `readText`, but throws if the string is missing. */
export function requireText(body: ApiBody, ...path: string[]): string {
  const text = readText(body, ...path);
  if (!text) throw new ApiError(t("invalidResponse"), 200);
  return text;
}

/** The message of a success response, if it has one. */
export function readMessage(body: ApiBody): string | undefined {
  return isFields(body) && typeof body.message === "string" ? body.message : undefined;
}
