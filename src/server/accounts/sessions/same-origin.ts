import { createMiddleware } from "hono/factory";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { Config } from "../../config/config.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { findSessionToken } from "./session-cookie.ts";

const t = getTexts("accounts");

/**
 * Protects calls that the session cookie authenticates against cross-site request forgery: such a
 * call must come from one of our pages. Calls without the cookie are allowed. Calls with the cookie
 * but no Origin or Sec-Fetch-Site header need a bearer token, which other sites can't add.
 * `strictJson` restricts bodies to JSON.
 */
export function sameOrigin(context: Context) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const hasCookie = findSessionToken(context.config, c.req.header("cookie")) !== undefined;
    if (hasCookie && !mayCall(context.config, c.req.raw.headers)) {
      throw new AppError("forbidden", t("server.error.otherSite"));
    }
    return next();
  });
}

function mayCall(config: Config, headers: Headers): boolean {
  return isSameOrigin(config, headers) ?? /^Bearer /i.test(headers.get("authorization") ?? "");
}

/** Whether the request came from one of our pages. Undefined if the headers don't say. */
export function isSameOrigin(
  { ownOrigins }: Pick<Config, "ownOrigins">,
  headers: Headers,
): boolean | undefined {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if (site === "cross-site") return false;
  if (origin !== null) return ownOrigins.includes(origin);
  return site === null ? undefined : site === "same-origin";
}
