import { createMiddleware } from "hono/factory";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { AppEnv } from "../app-env.ts";
import { isSmallJson } from "./json-extent.ts";

const t = getTexts("http");

const utf8 = new TextDecoder("utf-8", { fatal: true });
const withoutBody = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Rejects bodies that aren't well-formed JSON in UTF-8 before they are validated. Calls without a
 * body (log-out, refresh) are accepted with any content type.
 */
export const strictJson = createMiddleware<AppEnv>(async (c, next) => {
  if (withoutBody.has(c.req.method)) return next();
  const bytes = await c.req.arrayBuffer();
  if (bytes.byteLength > 0) {
    if (!/^application\/([\w.-]+\+)?json\b/i.test(c.req.header("content-type") ?? "")) {
      throw new AppError("unsupported_media", t("sendJson"));
    }
    parseJson(bytes);
  }
  return next();
});

/**
 * For calls whose body is optional: a request with a JSON content type but no body is treated like
 * one without a content type.
 */
export const optionalBody = createMiddleware<AppEnv>(async (c, next) => {
  if ((await c.req.arrayBuffer()).byteLength === 0) c.req.raw.headers.delete("content-type");
  return next();
});

/** Parses a body. @throws AppError `invalid_input` if it isn't JSON in UTF-8 or has too many values. */
export function parseJson(bytes: ArrayBuffer | Uint8Array): unknown {
  if (!isSmallJson(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes))) {
    throw new AppError("invalid_input", t("tooManyValues"));
  }
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new AppError("invalid_input", t("invalidJson"), { cause });
  }
}
