import type { Context as HonoContext } from "hono";
import { createMiddleware } from "hono/factory";
import { AppError } from "#lib/errors.ts";
import { generalMessages } from "#lib/general-messages.ts";
import type { ErrorText } from "#lib/text/text-schemas.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../../actor.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import type { Limit } from "../../rate-limits.ts";
import { findActor } from "./access-token.ts";
import { requireAppAccess } from "./app-access.ts";
import { findSessionToken } from "./session-cookie.ts";
import { requireViewAccess } from "./view-access.ts";

const t = getTexts("accounts");

const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** The access token from the Authorization header, if it is well formed. */
export function readBearer(header: string | undefined): string | undefined {
  return bearer.exec(header ?? "")?.[1];
}

/**
 * The limit on an account's changes. It far exceeds what a teacher needs to record the attendance
 * of forty students and write to each of them.
 */
const writesByAccount: Limit = {
  name: "writes-account",
  points: 600,
  duration: 10 * 60,
  get message() {
    return t("server.error.tooManyChanges");
  },
  blocksInMemory: true,
};

const reads = new Set(["GET", "HEAD"]);

/**
 * Rejects requests without a valid access token, and sets the actor for handlers (`c.var.actor`).
 * @param message the error for rejected requests (status 401).
 */
export function authenticate(
  context: Context,
  message: ErrorText = () => generalMessages.unauthenticated,
) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const actor = await requireCaller(context, c, message);
    if (!reads.has(c.req.method)) await context.limits.consume(writesByAccount, actor.userId);
    c.set("actor", actor);
    return next();
  });
}

/**
 * Like `authenticate`, for calls that browsers make on their own, for example because others wrote a
 * message. They don't count as changes, so that other people can't use up an account's limit. Each
 * has a limit of its own.
 */
export function authenticateAutomatic(context: Context) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set("actor", await requireCaller(context, c, generalMessages.unauthenticated));
    return next();
  });
}

/**
 * Answers visitors as if what they ask for didn't exist, so that they learn no more than people who
 * may not see it. People with an access token or a session, even one that has expired, get 401 from
 * the handlers instead, which tells clients to log in or to renew the token.
 * @param message the error for visitors (status 404).
 */
export function hideFromVisitors(context: Context, message: () => string) {
  return createMiddleware<AppEnv>((c, next) => {
    const isVisitor =
      c.env?.page === undefined &&
      c.req.header("authorization") === undefined &&
      findSessionToken(context.config, c.req.header("cookie")) === undefined;
    if (isVisitor) throw new AppError("not_found", message());
    return next();
  });
}

async function requireCaller(
  context: Context,
  c: HonoContext<AppEnv>,
  message: ErrorText,
): Promise<Actor> {
  const actor = await findCaller(context, c);
  if (!actor)
    throw new AppError("unauthenticated", typeof message === "function" ? message() : message);
  return actor;
}

/**
 * The actor of a call that is also open to visitors. Undefined for visitors.
 * @throws AppError `forbidden` for a session of an app, or a staff view, that may not make this
 * call.
 */
export async function findCaller(
  context: Context,
  c: HonoContext<AppEnv>,
): Promise<Awaited<ReturnType<typeof findActor>>> {
  if (c.env?.page) {
    requireViewAccess(c.env.page.actor, c.req);
    return c.env.page.actor;
  }
  const token = readBearer(c.req.header("authorization"));
  const actor = token ? await findActor(context, token) : undefined;
  if (actor) requireAppAccess(actor, c.req);
  return actor;
}
