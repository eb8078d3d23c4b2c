import { createMiddleware } from "hono/factory";
import { AppError } from "#lib/errors.ts";
import type { AppEnv } from "./app-env.ts";

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
    parse(bytes);
  }
  return next();
});

function parse(bytes: ArrayBuffer): void {
  try {
    JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new AppError("invalid_input", "The request body is not valid JSON.", { cause });
  }
}
