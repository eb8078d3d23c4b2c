/**
 * Declares the calls of the console. Each names its roles, so that none can be added without them, and
 * `tests/api/staff/staff-calls.test.ts` makes each call as every kind of person.
 */
import { Hono, type Context as HonoContext, type MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type * as z from "zod/mini";
import { AppError } from "#lib/errors.ts";
import { generalMessages } from "#lib/general-messages.ts";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import { findCaller } from "../accounts/sessions/authenticate.ts";
import { findSession } from "../accounts/sessions/session-cookie.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import type { Limit } from "../rate-limits.ts";
import { hiddenCall, requireStaff, type StaffMember } from "./staff-actor.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";

/** The calls of one noun, mounted under /api/staff/<noun>. */
export interface StaffApp {
  context: Context;
  /** The path below /api/staff. */
  base: string;
  routes: Hono<AppEnv>;
}

export interface StaffRequest<Query, Body> {
  staff: StaffMember;
  actor: Actor;
  /** The parameter of the path. @throws Error if the path has none of this name. */
  param(name: string): string;
  query: Query;
  body: Body;
  c: HonoContext<AppEnv>;
}

interface Declaration<Query extends z.ZodMiniType, Body extends z.ZodMiniType> {
  method: Method;
  /** The path below that of the noun, such as `/:id`. */
  path: string;
  /** Who may make the call, besides owners. */
  roles: readonly StaffRole[] | "any";
  summary: string;
  query?: Query;
  body?: Body;
  /** The name of the form field with an uploaded file, which the handler reads itself. */
  multipart?: "file";
  /** Whether the session cookie is accepted too, because images and players send no token. */
  bySession?: boolean;
  refusals?: Partial<Record<400 | 404 | 409 | 429 | 503, string>>;
}

type Handler<Query extends z.ZodMiniType, Body extends z.ZodMiniType> =
  | {
      data: z.ZodMiniType;
      /** @returns the data of the answer. */
      handle(request: StaffRequest<z.output<Query>, z.output<Body>>): Promise<unknown>;
    }
  | {
      contentType: string;
      handle(request: StaffRequest<z.output<Query>, z.output<Body>>): Promise<Response>;
    };

type Handled<Query extends z.ZodMiniType, Body extends z.ZodMiniType> = Declaration<Query, Body> &
  Handler<Query, Body>;

type SignInCall<Query extends z.ZodMiniType, Body extends z.ZodMiniType> = Omit<
  Declaration<Query, Body>,
  "roles"
> &
  Handler<Query, Body>;

/** A declared call, for tests. */
export interface StaffCall {
  method: Method;
  /** The whole path. */
  path: string;
  roles: readonly StaffRole[] | "any";
  /** Whether the call needs no second factor, because the call is part of entering one. */
  isSignIn: boolean;
}

const declared = new Map<string, StaffCall>();

/** The calls of all apps that were created, in the order of their declaration. */
export const listStaffCalls = (): StaffCall[] => [...declared.values()];

export function createStaffApp(context: Context, base: string): StaffApp {
  return { context, base, routes: new Hono<AppEnv>() };
}

/** Declares a call for staff who have entered their second factor in the session. */
export function staffRoute<
  Query extends z.ZodMiniType = z.ZodMiniUnknown,
  Body extends z.ZodMiniType = z.ZodMiniUnknown,
>(app: StaffApp, call: Handled<Query, Body>): void {
  add(app, call, false);
}

/** Declares a call that takes the second factor of staff. */
export function staffSignInRoute<
  Query extends z.ZodMiniType = z.ZodMiniUnknown,
  Body extends z.ZodMiniType = z.ZodMiniUnknown,
>(app: StaffApp, call: SignInCall<Query, Body>): void {
  add(app, { ...call, roles: "any" }, true);
}

function add<Query extends z.ZodMiniType, Body extends z.ZodMiniType>(
  { context, base, routes }: StaffApp,
  call: Handled<Query, Body>,
  isSignIn: boolean,
): void {
  const { method, path, roles, summary, query, body, refusals, multipart, bySession } = call;
  const whole = `/api/staff${base}${path === "/" ? "" : path}`;
  declared.set(`${method} ${whole}`, { method, path: whole, roles, isSignIn });
  const description = {
    bearer: true,
    ...(multipart && { multipart }),
    refusals: {
      ...(roles !== "any" && { 403: "Another role of staff" }),
      404: refusals?.[404] ?? "Not staff",
      ...refusals,
    },
  };
  const middleware: MiddlewareHandler[] = [
    documented(
      "staff",
      summary,
      "data" in call
        ? { ...description, data: call.data }
        : { ...description, contentType: call.contentType },
    ),
    staffOnly(context, { roles, isSignIn, bySession }),
    ...(query ? [validate("query", query)] : []),
    ...(body ? [validate("json", body)] : []),
  ];
  routes.on([method.toUpperCase()], [path], ...middleware, async (c: HonoContext<AppEnv>) => {
    const { actor } = c.var;
    const request = {
      actor,
      staff: toStaff(actor),
      param: (name: string) => {
        const value = c.req.param(name);
        if (value === undefined) throw new Error(`The path ${whole} has no parameter ${name}.`);
        return value;
      },
      query: (query ? c.req.valid("query" as never) : undefined) as z.output<Query>,
      body: (body ? c.req.valid("json" as never) : undefined) as z.output<Body>,
      c,
    };
    if ("contentType" in call) return call.handle(request);
    return ok(c, await call.handle(request));
  });
}

function toStaff({ userId, name, staff }: Actor): StaffMember {
  if (!staff) throw hiddenCall();
  return { userId, name, role: staff.role };
}

const writesByStaff: Limit = {
  name: "writes-staff",
  points: 1_000,
  duration: 10 * 60,
  blocksInMemory: true,
};

/**
 * Everyone who isn't staff gets the answer of a call that doesn't exist, before anything else about
 * the request is checked.
 */
function staffOnly(
  context: Context,
  {
    roles,
    isSignIn,
    bySession = false,
  }: Pick<StaffCall, "roles" | "isSignIn"> & { bySession?: boolean | undefined },
) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const actor = await findStaffCaller(context, c, bySession);
    if (!isSignIn) requireStaff(actor, ...(roles === "any" ? [] : roles));
    if (c.req.method !== "GET") await context.limits.consume(writesByStaff, actor.userId);
    c.set("actor", actor);
    return next();
  });
}

/**
 * @throws AppError `not_found` for people who aren't staff; `unauthenticated` if the access token has
 * expired but the session cookie belongs to staff, so that the browser renews the token.
 */
async function findStaffCaller(
  context: Context,
  c: HonoContext<AppEnv>,
  bySession: boolean,
): Promise<Actor> {
  const actor = await findCaller(context, c).catch((error: unknown) => {
    // Sessions of apps may not make calls of the console.
    if (error instanceof AppError && error.code === "forbidden") return undefined;
    throw error;
  });
  if (actor) {
    if (!actor.staff || actor.app !== undefined) throw hiddenCall();
    return actor;
  }
  const session = await findSession(context, c.req.header("cookie"));
  if (session?.staff && bySession) return session;
  if (session?.staff) throw new AppError("unauthenticated", generalMessages.unauthenticated);
  throw hiddenCall();
}
