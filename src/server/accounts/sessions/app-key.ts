import { createMiddleware } from "hono/factory";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";

const t = getTexts("accounts");

/** Rejects bodies with the key of another application. A missing key is allowed. */
export function checkAppKey(context: Context) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const text = c.req.method === "POST" ? await c.req.text() : "";
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    if (typeof body === "object" && body !== null && Object.hasOwn(body, "appKey")) {
      if ((body as { appKey: unknown }).appKey !== context.config.appKey) {
        throw new AppError("unauthenticated", t("server.error.appKeyInvalid"));
      }
    }
    return next();
  });
}
