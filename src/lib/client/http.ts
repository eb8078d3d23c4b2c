/** Sends a request to the API and parses its response envelope. */

import { getTexts } from "#translations/errors.ts";
import { getLanguage } from "#translations/runtime.ts";
import type { FieldError } from "../errors.ts";
import { defaultLanguage, languageHeader } from "../languages.ts";
import { findPageScope } from "../page-scope.ts";
import { ApiError } from "./api-error.ts";
import { remembered } from "./browser-storage.ts";

export interface ApiRequest {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON unless it is form data. */
  body?: object;
  headers?: Record<string, string>;
  /** The error message if the server sends none. */
  fallback?: string;
  signal?: AbortSignal;
  /** Whether the browser finishes the request even if the user leaves the page. */
  keepalive?: boolean;
  /** Whether the request changes nothing that pages show, although it isn't a GET. */
  changesNothing?: boolean;
}

const t = getTexts("errors");

/** The parsed body of a successful response. Callers know its shape. */
export type ApiBody = Record<string, unknown> | unknown[];

/** The message for a success response without a body. */
export const successWithoutBody = (): string => t("done");

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readFieldErrors(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) =>
    isObject(entry) && typeof entry.field === "string" && typeof entry.message === "string"
      ? [{ field: entry.field, message: entry.message }]
      : [],
  );
}

/** Returns a plain-text body, but not the HTML error page of a proxy. */
function readPlainText(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed !== "" && trimmed.length <= 200 && !trimmed.includes("<") ? trimmed : undefined;
}

function readSeconds(header: string | null): number | undefined {
  return header && /^\d+$/.test(header) ? Number(header) : undefined;
}

/** Errors are in the language of the page. */
function languageHeaders(): Record<string, string> {
  const language = getLanguage();
  return language === defaultLanguage ? {} : { [languageHeader]: language };
}

function toRequestInit(request: ApiRequest): RequestInit {
  const { method = "GET", body, signal = null, keepalive = false } = request;
  const headers: Record<string, string> = {
    Accept: "application/json",
    ...languageHeaders(),
    ...request.headers,
  };
  const init: RequestInit = { method, headers, credentials: "include", signal, keepalive };
  if (!body) return init;
  if (body instanceof FormData) return { ...init, body };
  headers["Content-Type"] = "application/json";
  return { ...init, body: JSON.stringify(body) };
}

/**
 * Records the time of a change, so that pages that the browser prefetched earlier aren't shown
 * (`src/layouts/prefetch.ts`). Without a response, the change may still happen.
 */
function noteChange(
  { method = "GET", changesNothing = false }: ApiRequest,
  response: Response | undefined,
): void {
  if (method === "GET" || changesNothing || findPageScope()?.send) return;
  const date = Date.parse(response?.headers.get("Date") ?? "");
  // The header has no milliseconds.
  remembered.set("changedAt", String(Number.isNaN(date) ? Number.MAX_SAFE_INTEGER : date + 999));
}

/**
 * Opens a stream of server-sent events.
 *
 * @param path is relative to /api.
 * @throws ApiError if the response isn't a stream or there is no response.
 */
export async function openEvents(
  path: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      headers: { Accept: "text/event-stream", ...languageHeaders(), ...headers },
      credentials: "include",
      cache: "no-store",
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiError(t("noConnection"), 0);
  }
  if (response.ok && response.body) return response.body;
  await response.body?.cancel();
  throw new ApiError(response.statusText, response.status, [], {
    retryAfter: readSeconds(response.headers.get("Retry-After")),
  });
}

/**
 * @param path is relative to /api, such as `/courses`.
 * @throws ApiError if the response isn't a success or there is no response.
 */
export async function sendRequest(path: string, request: ApiRequest = {}): Promise<ApiBody> {
  let response: Response | undefined;
  let text: string;
  try {
    const send = findPageScope()?.send ?? fetch;
    response = await send(`/api${path}`, toRequestInit(request));
    text = await response.text();
  } catch (error) {
    noteChange(request, response);
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(request.fallback ?? t("noConnection"), 0);
  }
  noteChange(request, response);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    if (response.ok) return { success: true, message: successWithoutBody() };
    throw new ApiError(
      t("requestFailed", { status: `${response.status} ${response.statusText}`.trim() }),
      response.status,
      [],
      { body: readPlainText(text) },
    );
  }
  const refused = !response.ok || (isObject(body) && body.success === false);
  if (refused) {
    const serverMessage = isObject(body) && typeof body.message === "string" ? body.message : "";
    throw new ApiError(
      serverMessage ||
        request.fallback ||
        response.statusText ||
        t("status", { status: String(response.status) }),
      response.status,
      isObject(body) ? readFieldErrors(body.errors) : [],
      {
        serverMessage: serverMessage || undefined,
        retryAfter: readSeconds(response.headers.get("Retry-After")),
      },
    );
  }
  if (isObject(body) || Array.isArray(body)) return body;
  throw new ApiError(t("invalidResponse"), response.status);
}
