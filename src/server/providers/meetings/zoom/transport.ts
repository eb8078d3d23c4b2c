import * as z from "zod/mini";
import { ZoomError } from "./errors.ts";
import { refusalSchema } from "./schemas.ts";

export interface ZoomRequest {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  url: string;
  authorization: string;
  json?: unknown;
  form?: Record<string, string>;
}

/**
 * Sends one request and reads the response body before the signal aborts. Redirects are rejected so
 * that credentials are only sent to the configured address.
 * @throws ZoomError.
 */
export async function send<T extends z.ZodMiniType>(
  request: ZoomRequest,
  schema: T,
  signal: AbortSignal,
): Promise<z.output<T>> {
  const { response, body } = await exchange(request, signal);
  if (!response.ok) throw refusal(request, response, body);
  const answer = schema.safeParse(body);
  if (answer.success) return answer.data;
  // The cause omits the response itself, which may contain tokens.
  throw new ZoomError("unavailable", `Zoom's response to ${nameOf(request)} can't be read`, {
    cause: z.prettifyError(answer.error),
  });
}

async function exchange(request: ZoomRequest, signal: AbortSignal) {
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: {
        accept: "application/json",
        authorization: request.authorization,
        ...(request.json === undefined ? {} : { "content-type": "application/json" }),
      },
      body: request.form
        ? new URLSearchParams(request.form)
        : request.json === undefined
          ? null
          : JSON.stringify(request.json),
      redirect: "error",
      signal,
    });
    return { response, body: parseJson(await response.text()) };
  } catch (cause) {
    throw new ZoomError("unavailable", `Zoom did not respond to ${nameOf(request)}`, { cause });
  }
}

/**
 * Undefined for bodies that aren't JSON: Zoom's 204 responses are empty, and gateways respond with
 * HTML.
 */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(request: ZoomRequest, response: Response, body: unknown): ZoomError {
  const { success, data = {} } = refusalSchema.safeParse(body);
  const { code, message, reason, error, errors = [] } = success ? data : {};
  const { status } = response;
  const details = errors.map((each) => `${each.field}: ${each.message}`).join("; ");
  const reasons = [message ?? reason ?? error ?? `status ${status}`, details].filter(Boolean);
  const text = `Zoom rejected ${nameOf(request)}: ${withoutSecrets(reasons.join(" "), request)}`;
  if (status === 429 || status >= 500) {
    return new ZoomError("unavailable", text, { code, retryAfter: retryAfter(response) });
  }
  // A reused authorization code is an invalid grant too, but doesn't mean that access was revoked.
  const isDeadRefresh = error === "invalid_grant" && request.form?.refresh_token !== undefined;
  if (isDeadRefresh || (status === 401 && error !== "invalid_client")) {
    return new ZoomError("revoked", text, { code });
  }
  if (status === 404) return new ZoomError("not_found", text, { code });
  return new ZoomError("rejected", text, { code });
}

/** Zoom's errors repeat rejected codes, and neither codes nor tokens may appear in logs. */
function withoutSecrets(reasons: string, { form = {}, authorization }: ZoomRequest): string {
  const secrets = [form.code, form.refresh_token, form.token, authorization.split(" ")[1]];
  return secrets.reduce<string>(
    (text, secret) => (secret ? text.replaceAll(secret, "[secret]") : text),
    reasons,
  );
}

/** Seconds from the Retry-After header, which contains either seconds or a date. */
function retryAfter(response: Response): number | undefined {
  const value = response.headers.get("retry-after");
  if (!value) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

/** Method and path, without the query, which may contain private data. */
function nameOf(request: ZoomRequest): string {
  return `${request.method} ${new URL(request.url).pathname}`;
}
