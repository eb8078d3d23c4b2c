// The middleware of all of Stripe's endpoints: request IDs, errors, authentication and faults.
import { createHash, timingSafeEqual } from "node:crypto";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { SandboxDeps } from "../../deps.ts";
import type { SandboxEnv } from "../../faults.ts";
import { noAccess } from "../accounts/account-changes.ts";
import { newId } from "../ids.ts";
import { StripeError } from "./errors.ts";
import { checkKey, keyInUse } from "./idempotency.ts";
import { API_VERSION } from "./version.ts";

export type ApiEnv = SandboxEnv & { Variables: { requestId: string } };

/**
 * Adds request IDs, error responses, authentication with the secret key, the faults that a test
 * requested, and the rule that only one request per idempotency key runs at a time.
 */
export function createApi(
  deps: SandboxDeps,
  isConnected: (account: string) => boolean,
): Hono<ApiEnv> {
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
  app.use(checkAccount(isConnected));
  app.use(oneAtATime());
  app.use(deps.faults.middleware("stripe", failAsTold));
  app.onError((error, c) => {
    if (error instanceof StripeError) return c.json(error.body, error.status);
    process.stderr.write(`The sandbox failed at ${c.req.method} ${c.req.path}: ${error.stack}\n`);
    return c.json(apiError("An unknown error occurred").body, 500);
  });
  return app;
}

/** The response for an unknown path. This is the last route of the API. */
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

/** The endpoints that are requested on behalf of a connected account. */
const ofAccounts = ["/v1/balance", "/v1/balance_transactions", "/v1/payouts"];
/** The endpoints among them that the platform also requests for itself. */
const ofBoth = ["/v1/balance_transactions", "/v1/payouts"];

/**
 * On behalf of an account, other endpoints would return different objects, but the product doesn't
 * request them.
 */
function checkAccount(isConnected: (account: string) => boolean): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const account = c.req.header("stripe-account");
    const isOfAccounts = ofAccounts.includes(c.req.path) || c.req.path.startsWith("/v1/payouts/");
    if (account === undefined && isOfAccounts && !ofBoth.includes(c.req.path)) {
      throw new StripeError(
        403,
        "The sandbox only supports this on behalf of a connected account.",
      );
    }
    if (account !== undefined) {
      if (!isConnected(account)) throw noAccess(account);
      if (!isOfAccounts) {
        const message = `The sandbox only supports this for the platform, not for the account '${account}'.`;
        throw new StripeError(403, message, { code: "account_invalid", executed: false });
      }
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
  if (status === 500) return c.json(apiError("The sandbox was set to fail.").body, 500);
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

/** Only POST requests use idempotency keys. */
export function idempotencyKey(c: Context): string | undefined {
  return c.req.method === "POST" ? c.req.header("idempotency-key") || undefined : undefined;
}
