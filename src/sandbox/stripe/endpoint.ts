// What every call of Stripe's API has in common: key, request id, parameters, idempotency, errors.
import { createHash, timingSafeEqual } from "node:crypto";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod/mini";
import type { SandboxDeps } from "../deps.ts";
import type { SandboxEnv } from "../faults.ts";
import { StripeError } from "./errors.ts";
import type { Cause, Emit } from "./events.ts";
import { expand } from "./expand.ts";
import { type ParamGroup, parseForm } from "./form.ts";
import { checkKey, findAnswer, type KeptAnswer, keyInUse } from "./idempotency.ts";
import { newId } from "./ids.ts";
import { list, readParams, text } from "./params.ts";
import type { StripeStore } from "./store.ts";
import { API_VERSION } from "./version.ts";

/** What the use cases of the simulated Stripe work with. */
export interface StripeContext {
  baseUrl: string;
  store: StripeStore;
  emit: Emit;
}

export type ApiEnv = SandboxEnv & { Variables: { requestId: string } };

interface Call<Input> {
  input: Input;
  /** The `:id` of the path. */
  id: string;
  cause: Cause;
}

type Handle<Input> = (stripe: StripeContext, call: Call<Input>) => object;

const expandParam = z.strictObject({ expand: z.optional(list(text)) });

/** A function that makes route handlers, each of them one transaction. */
export function createEndpoint({ state }: SandboxDeps, stripe: StripeContext) {
  const answers = state.collection<KeptAnswer>("stripe.idempotency");

  return <Schema extends z.core.$ZodType>(schema: Schema, handle: Handle<z.output<Schema>>) =>
    async (c: Context<ApiEnv>) => {
      const { expand: rawExpand, ...params } = await readAll(c);
      const requestId = c.get("requestId");
      const key = idempotencyKey(c);
      const request = {
        path: c.req.path,
        params: JSON.stringify({ ...params, expand: rawExpand }),
      };
      const kept = key === undefined ? undefined : findAnswer(answers, key, request);
      if (kept) {
        c.header("idempotent-replayed", "true");
        c.header("original-request", kept.requestId);
        return c.json(kept.body, kept.status);
      }
      const keep = (status: ContentfulStatusCode, body: object) => {
        if (key !== undefined) {
          answers.put(key, { ...request, status, body, requestId, at: Date.now() });
        }
      };
      const paths = readParams(expandParam, rawExpand === undefined ? {} : { expand: rawExpand });
      const input = readParams(schema, params);
      const cause = { id: requestId, idempotency_key: key ?? null };
      try {
        const body = state.transaction(() => {
          const answer = handle(stripe, { input, id: c.req.param("id") ?? "", cause });
          const expanded = expand(stripe.store, answer, paths.expand ?? []);
          keep(200, expanded);
          return expanded;
        });
        return c.json(body, 200);
      } catch (error) {
        if (error instanceof StripeError && error.executed) keep(error.status, error.body);
        throw error;
      }
    };
}

async function readAll(c: Context): Promise<ParamGroup> {
  const query = parseForm(new URL(c.req.url).search);
  return c.req.method === "POST" ? { ...query, ...parseForm(await c.req.text()) } : query;
}

function idempotencyKey(c: Context): string | undefined {
  return c.req.method === "POST" ? c.req.header("idempotency-key") || undefined : undefined;
}

/**
 * The API's outer layer: request id, errors, secret key, one request per idempotency key at a
 * time, and the faults that a test asked for.
 */
export function createApi(deps: SandboxDeps): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.use(async (c, next) => {
    const requestId = newId("req", 14);
    c.set("requestId", requestId);
    c.header("request-id", requestId);
    c.header("stripe-version", c.req.header("stripe-version") ?? API_VERSION);
    const key = idempotencyKey(c);
    if (key !== undefined) c.header("idempotency-key", key);
    await next();
  });
  app.use(secretKey(deps.config.stripe.secretKey));
  app.use(oneAtATime());
  app.use(deps.faults.middleware("stripe", failAsTold));
  app.onError((error, c) => {
    if (error instanceof StripeError) return c.json(error.body, error.status);
    process.stderr.write(`The sandbox failed at ${c.req.method} ${c.req.path}: ${error.stack}\n`);
    return c.json(apiError("An unknown error occurred").body, 500);
  });
  return app;
}

/** The answer to a path that isn't there; the last route of the API. */
export function unknownPath(c: Context<ApiEnv>): Response {
  const { method, path } = c.req;
  const message = `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
  return c.json(new StripeError(404, message).body, 404);
}

function secretKey(expected: string): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const given = givenKey(c.req.header("authorization"));
    if (given === undefined) {
      c.header("www-authenticate", 'Bearer realm="Stripe"');
      throw new StripeError(
        401,
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
        { executed: false },
      );
    }
    if (!isSame(given, expected)) {
      const shown = `${given.slice(0, 8)}${"*".repeat(8)}${given.slice(-4)}`;
      throw new StripeError(401, `Invalid API Key provided: ${shown}`, { executed: false });
    }
    await next();
  };
}

function givenKey(authorization = ""): string | undefined {
  const [scheme = "", value = ""] = authorization.split(" ", 2);
  if (/^bearer$/i.test(scheme)) return value || undefined;
  if (!/^basic$/i.test(scheme)) return undefined;
  return Buffer.from(value, "base64").toString().split(":", 1)[0] || undefined;
}

function isSame(one: string, other: string): boolean {
  const digest = (value: string) => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function oneAtATime(): MiddlewareHandler<ApiEnv> {
  const running = new Set<string>();
  return async (c, next) => {
    const key = idempotencyKey(c);
    if (key === undefined) return next();
    checkKey(key);
    if (running.has(key)) throw keyInUse(key);
    running.add(key);
    try {
      await next();
    } finally {
      running.delete(key);
    }
  };
}

function failAsTold(c: Context, status: 500 | 429): Response {
  if (status === 500) return c.json(apiError("The sandbox was told to fail.").body, 500);
  const error = new StripeError(
    429,
    "Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.",
    { code: "rate_limit" },
  );
  return c.json(error.body, 429);
}

function apiError(message: string): StripeError {
  return new StripeError(500, message, { type: "api_error" });
}
