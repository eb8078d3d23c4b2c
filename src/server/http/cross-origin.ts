import { cors } from "hono/cors";
import { createMiddleware } from "hono/factory";
import type { Context } from "../context.ts";
import type { AppEnv } from "./app-env.ts";

/**
 * Allows only our own origins to read responses. Hono's middleware answers preflight requests. For
 * others, it would create a response before the handler does, and merging the two copies headers
 * and body several times. So their headers are set in advance, and become part of the handler's
 * response.
 */
export function crossOrigin({ config }: Context) {
  const { ownOrigins } = config;
  const preflight = cors({ origin: ownOrigins, credentials: true, maxAge: 600 });
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method === "OPTIONS") return preflight(c, next);
    const origin = c.req.header("origin");
    if (origin !== undefined && ownOrigins.includes(origin)) {
      c.header("Access-Control-Allow-Origin", origin);
    }
    c.header("Access-Control-Allow-Credentials", "true");
    c.header("Vary", "Origin");
    return next();
  });
}
