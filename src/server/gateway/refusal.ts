/** Error responses that the gateway sends itself, when neither the API nor a page can. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { generalMessages } from "#lib/general-messages.ts";
import { uploadMessages } from "#lib/media/media.ts";
import { direction, language } from "#lib/site/locale.ts";
import { failure } from "../http/envelope.ts";
import type { SecurityHeaders } from "./security-headers.ts";

export interface Refusal {
  status: number;
  message: string;
  /** What people who see the error as a page can do. */
  advice?: string;
  headers?: readonly string[];
  /** The minimum number of seconds after which the error page loads the requested page again. */
  reloadAfter?: number;
}

export const refusals = {
  badRequest: { status: 400, message: "The request could not be understood." },
  notFound: { status: 404, message: "This page does not exist." },
  methodNotAllowed: {
    status: 405,
    message: "This address only allows GET and HEAD requests.",
    headers: ["Allow", "GET, HEAD"],
  },
  timeout: { status: 408, message: "The request took too long to arrive." },
  tooLarge: { status: 413, message: "The request is too large." },
  uploadTooLarge: {
    status: 413,
    message: uploadMessages.tooLarge,
    advice: "Please go back with your browser's Back button and choose a smaller picture.",
  },
  tooManyPieces: { status: 400, message: "The request was sent in too many small pieces." },
  expectation: { status: 417, message: "The Expect header is not supported." },
  busy: {
    status: 429,
    message: "Too many pages were requested at once. Please wait a moment and try again.",
    headers: ["Retry-After", "5"],
    reloadAfter: 5,
  },
  noRoom: {
    status: 429,
    message: "Too many uploads are in progress. Please wait a moment and try again.",
    headers: ["Retry-After", "5"],
  },
  tooManyAhead: {
    status: 429,
    message: "Too many requests were sent before earlier ones were answered.",
    headers: ["Retry-After", "5"],
  },
  headersTooLarge: { status: 431, message: "The request's headers are too large." },
  failed: { status: 500, message: generalMessages.failed },
  starting: {
    status: 503,
    message: "The service is starting. Please try again in a moment.",
    headers: ["Retry-After", "2"],
  },
} satisfies Record<string, Refusal>;

const apiFolders = ["/api/", "/media/", "/calendar/"];

/** Whether a path belongs to the API, uploaded images or calendar feeds, whose errors are JSON. */
export const isApiPath = (path: string): boolean =>
  path === "/api" || apiFolders.some((folder) => path.startsWith(folder));

/** The headers and the body of an error: in the API's error format, or as a plain page. */
export function describeRefusal(
  security: SecurityHeaders,
  refusal: Refusal,
  { path, method }: { path: string; method?: string | undefined },
) {
  const isApi = isApiPath(path);
  const body = isApi ? JSON.stringify(failure(refusal.message)) : writePage(refusal, method);
  const headers = [
    ...security.common,
    "Content-Security-Policy",
    security.dataPolicy,
    "Content-Type",
    isApi ? "application/json" : "text/html; charset=utf-8",
    "Content-Length",
    String(Buffer.byteLength(body)),
    "Cache-Control",
    "no-store",
    ...(refusal.headers ?? []),
  ];
  return { headers, body };
}

/** Advice for people whose form was refused temporarily. */
const sendAgain =
  "To keep what you entered, go back with your browser's Back button. Then send the form again.";

function writePage(refusal: Refusal, method: string | undefined): string {
  const { status, message, reloadAfter } = refusal;
  const reload = reloadAfter === undefined ? "" : reloadTag(reloadAfter, method);
  const isForm = method === "POST" && (status === 429 || status === 503);
  const advice = refusal.advice ?? (isForm ? sendAgain : undefined);
  const text = advice ? `<p>${advice}</p>` : "";
  return `<!doctype html><html lang="${language}" dir="${direction}"><meta name="viewport" content="width=device-width">${reload}<title>${message}</title><h1>${message}</h1>${text}`;
}

/**
 * Makes the browser load the page again on its own. Browsers that were refused together, such as
 * those of a school, come back at different times. A form can't be sent again this way.
 */
export function reloadTag(seconds: number, method: string | undefined): string {
  if (method !== "GET") return "";
  const delay = seconds + Math.floor(Math.random() * seconds);
  return `<meta http-equiv="refresh" content="${delay}">`;
}

/** Sends an error response. */
export function refuse(
  security: SecurityHeaders,
  req: IncomingMessage,
  res: ServerResponse,
  refusal: Refusal,
): void {
  const { headers, body } = describeRefusal(security, refusal, {
    path: req.url ?? "/",
    method: req.method,
  });
  // Headers that were already set, such as CORS headers, belong to a response that won't be sent.
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  res.writeHead(refusal.status, headers);
  res.end(req.method === "HEAD" ? undefined : body);
}

// How long a client can read the response before its connection, to which it may still be writing,
// is closed.
const lingerMs = 3_000;

/** The maximum number of bytes of a rejected body that are read and discarded. */
const maxUnreadBytes = 2 * 1024 * 1024;
/** The minimum cost of a chunk, because reading many small ones takes as long as reading large ones. */
const minPieceBytes = 1_024;

/**
 * Rejects a request whose body hasn't been read. The response is sent completely. Data that the
 * client still sends is discarded for a moment, up to a limit, because closing immediately would
 * make the client lose the response.
 */
export function refuseUnread(
  security: SecurityHeaders,
  req: IncomingMessage,
  res: ServerResponse,
  refusal: Refusal,
): void {
  const { headers, body } = describeRefusal(security, refusal, {
    path: req.url ?? "/",
    method: req.method,
  });
  res.writeHead(refusal.status, [...headers, "Connection", "close"]);
  res.write(body);
  const finish = () => {
    clearTimeout(timer);
    res.end();
  };
  const timer = setTimeout(finish, lingerMs);
  req.once("close", finish).once("end", finish);
  let unread = maxUnreadBytes;
  req.on("data", (chunk: Buffer) => {
    unread -= Math.max(chunk.length, minPieceBytes);
    // From now on the client's writes block, which gives it time to read the response.
    if (unread < 0) req.pause();
  });
  req.resume();
}
