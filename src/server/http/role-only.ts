import { createMiddleware } from "hono/factory";
import type { ErrorText } from "#lib/text/text-schemas.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import type { AppEnv } from "./app-env.ts";

/**
 * Rejects everyone except teachers before the body is validated. Use after `authenticate`. Use
 * cases check the role too, because pages also call them.
 */
export function teachersOnly(message?: ErrorText) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const actor: Actor = c.var.actor;
    requireTeacher(actor, typeof message === "function" ? message() : message);
    return next();
  });
}
