// The handling of parameters, idempotency keys and responses that all of Stripe's endpoints share.
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod/mini";
import type { SandboxDeps } from "../../deps.ts";
import type { StripeContext } from "../context.ts";
import type { Cause } from "../events.ts";
import { StripeError } from "./errors.ts";
import { expand } from "./expand.ts";
import { type ParamGroup, parseForm } from "./form.ts";
import {
  deleteExpiredResponses,
  findAnswer,
  fingerprint,
  type StoredResponse,
} from "./idempotency.ts";
import { type ApiEnv, idempotencyKey } from "./middleware.ts";
import { readMultipart } from "./multipart.ts";
import { list, readParams, text } from "./params.ts";

interface Call<Input> {
  input: Input;
  /** The `:id` of the path. */
  id: string;
  /** The connected account on whose behalf the request is made. Empty for the platform itself. */
  account: string;
  cause: Cause;
}

type Handle<Input> = (stripe: StripeContext, call: Call<Input>) => object;

const expandParam = z.strictObject({ expand: z.optional(list(text)) });

/** Creates route handlers, each of which runs in one transaction. */
export function createEndpoint({ state, faults }: SandboxDeps, stripe: StripeContext) {
  const answers = state.collection<StoredResponse>("stripe.idempotency");
  deleteExpiredResponses(answers);

  return <Schema extends z.core.$ZodType>(schema: Schema, handle: Handle<z.output<Schema>>) =>
    async (c: Context<ApiEnv>) => {
      const all = await readAll(c);
      const { expand: rawExpand, ...params } = all;
      const requestId = c.get("requestId");
      const key = idempotencyKey(c);
      const request = { path: c.req.path, params: fingerprint(all) };
      const stored = key === undefined ? undefined : findAnswer(answers, key, request);
      if (stored) {
        c.header("idempotent-replayed", "true");
        c.header("original-request", stored.requestId);
        return c.json(stored.body, stored.status);
      }
      const keep = (status: ContentfulStatusCode, body: object) => {
        if (key !== undefined) {
          answers.put(key, { ...request, key, status, body, requestId, at: Date.now() });
        }
      };
      const paths = readParams(expandParam, rawExpand === undefined ? {} : { expand: rawExpand });
      const input = readParams(schema, params);
      const cause = { id: requestId, idempotency_key: key ?? null };
      try {
        for (const [fault, status] of executing) {
          if (faults.take("stripe", c.req.path, fault)) throw toldToFail(status);
        }
        const body = state.transaction(() => {
          const answer = handle(stripe, {
            input,
            id: c.req.param("id") ?? "",
            account: c.req.header("stripe-account") ?? "",
            cause,
          });
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

const executing = [
  ["refused-400", 400],
  ["broken-500", 500],
] as const;

function toldToFail(status: 400 | 500): StripeError {
  const type = status === 400 ? "invalid_request_error" : "api_error";
  return new StripeError(status, "The sandbox simulates a failure during execution.", { type });
}

async function readAll(c: Context): Promise<ParamGroup> {
  const query = parseForm(new URL(c.req.url).search);
  if (c.req.method !== "POST") return query;
  const isMultipart = c.req.header("content-type")?.startsWith("multipart/form-data");
  const body = isMultipart ? await readMultipart(c.req.raw) : parseForm(await c.req.text());
  return { ...query, ...body };
}
