// Stripe's idempotency keys: the first response to a key is stored for a day and repeated.
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Collection } from "../../state.ts";
import { StripeError } from "./errors.ts";
import type { Param } from "./form.ts";

export interface StoredResponse {
  key: string;
  path: string;
  /** The fingerprint of the parameters. */
  params: string;
  status: ContentfulStatusCode;
  body: object;
  requestId: string;
  /** Milliseconds since the Unix epoch. */
  at: number;
}

const KEPT_MS = 24 * 60 * 60 * 1000;
const MAX_KEY_LENGTH = 255;

/**
 * The stored response to this request, if any.
 * @throws StripeError if the key was used for a different request.
 */
export function findAnswer(
  answers: Collection<StoredResponse>,
  key: string,
  request: Pick<StoredResponse, "path" | "params">,
): StoredResponse | undefined {
  const answer = answers.get(key);
  if (!answer || Date.now() - answer.at > KEPT_MS) return undefined;
  if (answer.path !== request.path) {
    throw misuse(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${request.path}' vs '${answer.path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  if (answer.params !== request.params) {
    throw misuse(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  return answer;
}

/** Returns the same text for the same parameters, regardless of their order. */
export function fingerprint(params: Param): string {
  return JSON.stringify(params, (_, value: Param) =>
    typeof value === "string"
      ? value
      : Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  );
}

/** Deletes keys that are older than a day. */
export function deleteExpiredResponses(answers: Collection<StoredResponse>): void {
  for (const answer of answers.list()) {
    if (Date.now() - answer.at > KEPT_MS) answers.delete(answer.key);
  }
}

export function checkKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH) {
    throw misuse(`The idempotency key may have at most ${MAX_KEY_LENGTH} characters.`);
  }
}

/** The error for a key whose first request is still in progress. */
export function keyInUse(key: string): StripeError {
  return new StripeError(
    409,
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    { code: "idempotency_key_in_use", executed: false },
  );
}

function misuse(message: string): StripeError {
  return new StripeError(400, message, { type: "idempotency_error", executed: false });
}
