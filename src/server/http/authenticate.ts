import { createMiddleware } from "hono/factory";
import { AppError } from "#lib/errors.ts";
import { findActor } from "../accounts/access-token.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "./app-env.ts";

const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** The access token of the Authorization header, if there is a well-formed one. */
export function readBearer(header: string | undefined): string | undefined {
  return bearer.exec(header ?? "")?.[1];
}

/**
 * Lets only signed-in people pass and tells handlers who acts (`c.var.actor`).
 * @param message what the others are told, with status 401.
 */
export function authenticate(context: Context, message = "Authentication required") {
  return createMiddleware<AppEnv>(async (c, next) => {
    const token = readBearer(c.req.header("authorization"));
    const actor = token ? await findActor(context, token) : undefined;
    if (!actor) throw new AppError("unauthenticated", message);
    c.set("actor", actor);
    return next();
  });
}

/** Who acts on a call that strangers may make too; undefined for strangers. */
export async function findCaller(
  context: Context,
  header: string | undefined,
): Promise<Awaited<ReturnType<typeof findActor>>> {
  const token = readBearer(header);
  return token ? findActor(context, token) : undefined;
}
