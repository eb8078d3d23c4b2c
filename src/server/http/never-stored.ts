import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./app-env.ts";

/** Keeps the responses of routes out of every cache, including errors. */
export const neverStored = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  c.header("Cache-Control", "no-store");
});
