import { createMiddleware } from "hono/factory";
import { type Actor, requireTeacher } from "../actor.ts";
import type { AppEnv } from "./app-env.ts";

/**
 * Behind `authenticate`: lets only teachers pass, before anything of the body is judged. Use cases
 * check again, since pages call them too.
 */
export function teachersOnly(message?: string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const actor: Actor = c.var.actor;
    requireTeacher(actor, message);
    return next();
  });
}
