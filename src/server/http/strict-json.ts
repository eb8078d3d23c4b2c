import { createMiddleware } from "hono/factory";
import { AppError } from "#lib/errors.ts";
import type { AppEnv } from "./app-env.ts";
import { isSmallJson } from "./json-extent.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });
const withoutBody = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses bodies that are not JSON, not UTF-8 or not well-formed, before any schema sees them.
 * A call without a body (log-out, refresh) passes: its content type does not matter.
 */
export const strictJson = createMiddleware<AppEnv>(async (c, next) => {
  if (withoutBody.has(c.req.method)) return next();
  const bytes = await c.req.arrayBuffer();
  if (bytes.byteLength > 0) {
    if (!/^application\/([\w.-]+\+)?json\b/i.test(c.req.header("content-type") ?? "")) {
      throw new AppError("unsupported_media", "Please send JSON.");
    }
    parseJson(bytes);
  }
  return next();
});

/**
 * For calls that need no body: clients that name JSON and send nothing mean what those mean who
 * name nothing.
 */
export const optionalBody = createMiddleware<AppEnv>(async (c, next) => {
  if ((await c.req.arrayBuffer()).byteLength === 0) c.req.raw.headers.delete("content-type");
  return next();
});

/** The value of a body. @throws AppError `invalid_input` when it isn't JSON in UTF-8, or too much. */
export function parseJson(bytes: ArrayBuffer | Uint8Array): unknown {
  if (!isSmallJson(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes))) {
    throw new AppError("invalid_input", "The request body has too many values.");
  }
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new AppError("invalid_input", "The request body is not valid JSON.", { cause });
  }
}
