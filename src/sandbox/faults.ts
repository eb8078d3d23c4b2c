// Simulates failures: a fault requested with POST /faults affects the next matching requests.

import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import * as z from "zod/mini";
import { sandboxProviders } from "./config.ts";

const faultProviders = [...sandboxProviders, "smtp", "webhooks", "audio"] as const;
export type FaultProvider = (typeof faultProviders)[number];

const faultSchema = z.strictObject({
  provider: z.enum(faultProviders),
  match: z.optional(z.string()),
  fault: z.enum([
    "drop-response",
    "delay",
    "status-500",
    "status-429",
    "silent",
    "refused-400",
    "broken-500",
  ]),
  times: z._default(z.int().check(z.positive()), 1),
  ms: z._default(z.int().check(z.minimum(0), z.maximum(600_000)), 0),
});

/** Faults that occur while a request executes rather than before or after it. */
const whileExecuting = new Set<string>(["refused-400", "broken-500"]);

export type Fault = z.output<typeof faultSchema>;
export type SandboxEnv = { Bindings: HttpBindings };

/** Responds in the provider's own error format. */
type FailureAnswer = (c: Context<SandboxEnv>, status: 500 | 429) => Response;

export interface Faults {
  /**
   * The fault for this request, if any, optionally only of the given kind. The call counts as one
   * of the fault's repetitions. `refused-400` and `broken-500` apply only to Stripe and must be
   * requested by name. With them, the request starts to execute, so Stripe stores the response for
   * its idempotency key.
   */
  take(provider: FaultProvider, path: string, kind?: Fault["fault"]): Fault | undefined;
  /** Resolves to true at the next DELETE /faults, or to false when the signal aborts. */
  released(signal?: AbortSignal): Promise<boolean>;
  /**
   * Applies faults to the provider's requests. `drop-response` and `delay` execute the request
   * first. `silent` waits for the release and then executes the request if the client is still
   * connected.
   */
  middleware(provider: FaultProvider, fail?: FailureAnswer): MiddlewareHandler<SandboxEnv>;
  /** POST, GET and DELETE /faults. */
  routes: Hono;
  /** Removes all faults and releases all waiting requests. */
  clear(): void;
}

export function createFaults(): Faults {
  let active: Fault[] = [];
  let release = new AbortController();

  const faults: Faults = {
    take(provider, path, kind) {
      const fault = active.find(
        (each) =>
          each.provider === provider &&
          path.includes(each.match ?? "") &&
          (kind ? each.fault === kind : !whileExecuting.has(each.fault)),
      );
      if (!fault) return undefined;
      fault.times -= 1;
      active = active.filter((each) => each.times > 0);
      return fault;
    },
    released(signal) {
      return waitFor(release.signal, signal);
    },
    clear() {
      active = [];
      release.abort();
      release = new AbortController();
    },
    middleware(provider, fail = plainFailure) {
      return async (c, next) => {
        const fault = faults.take(provider, c.req.path);
        if (!fault) return next();
        switch (fault.fault) {
          case "status-500":
            return fail(c, 500);
          case "status-429":
            return fail(c, 429);
          case "silent":
            return (await faults.released(hangUp(c))) ? next() : RESPONSE_ALREADY_SENT;
          case "drop-response":
            await next();
            c.env.outgoing.destroy();
            c.res = RESPONSE_ALREADY_SENT;
            return;
          case "delay":
            await next();
            await waitFor(
              AbortSignal.any([AbortSignal.timeout(fault.ms), release.signal]),
              hangUp(c),
            );
        }
      };
    },
    routes: new Hono()
      .get("/faults", (c) => c.json({ faults: active }))
      .post("/faults", async (c) => {
        const body = faultSchema.safeParse(await c.req.json().catch(() => undefined));
        if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400);
        active.push(body.data);
        return c.json({ faults: active }, 201);
      })
      .delete("/faults", (c) => {
        faults.clear();
        return c.json({ faults: active });
      }),
  };
  return faults;
}

function plainFailure(c: Context<SandboxEnv>, status: 500 | 429): Response {
  return c.json({ message: "The sandbox was set to fail." }, status);
}

/** Aborts when the client closes the connection before it gets the response. */
function hangUp(c: Context<SandboxEnv>): AbortSignal {
  const gone = new AbortController();
  if (c.env.outgoing.destroyed) gone.abort();
  c.env.outgoing.once("close", () => gone.abort());
  return gone.signal;
}

/** Resolves to whether the first signal aborts before the second. */
async function waitFor(wanted: AbortSignal, other?: AbortSignal): Promise<boolean> {
  const either = AbortSignal.any(other ? [wanted, other] : [wanted]);
  if (!either.aborted) {
    await new Promise((resolve) => either.addEventListener("abort", resolve, { once: true }));
  }
  return wanted.aborted;
}
