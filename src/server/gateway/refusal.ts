/** Error responses that the gateway sends itself, when neither the API nor a page can. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { generalMessages } from "#lib/general-messages.ts";
import { uploadMessages } from "#lib/media/media.ts";
import { getDirection } from "#lib/site/locale.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";
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

const t = getTexts("site");

/** The messages are in the language of the request, so each is read when it is sent. */
export const refusals = {
  badRequest: {
    status: 400,
    get message() {
      return t("refusal.badRequest");
    },
  },
  notFound: {
    status: 404,
    get message() {
      return t("refusal.notFound");
    },
  },
  methodNotAllowed: {
    status: 405,
    get message() {
      return t("refusal.methodNotAllowed");
    },
    headers: ["Allow", "GET, HEAD"],
  },
  timeout: {
    status: 408,
    get message() {
      return t("refusal.timeout");
    },
  },
  tooLarge: {
    status: 413,
    get message() {
      return t("refusal.tooLarge");
    },
  },
  uploadTooLarge: {
    status: 413,
    get message() {
      return uploadMessages.tooLarge;
    },
    get advice() {
      return t("refusal.choosePicture");
    },
  },
  tooManyPieces: {
    status: 400,
    get message() {
      return t("refusal.tooManyPieces");
    },
  },
  expectation: {
    status: 417,
    get message() {
      return t("refusal.expectation");
    },
  },
  busy: {
    status: 429,
    get message() {
      return t("refusal.busy");
    },
    headers: ["Retry-After", "5"],
    reloadAfter: 5,
  },
  noRoom: {
    status: 429,
    get message() {
      return t("refusal.noRoom");
    },
    headers: ["Retry-After", "5"],
  },
  tooManyAhead: {
    status: 429,
    get message() {
      return t("refusal.tooManyAhead");
    },
    headers: ["Retry-After", "5"],
  },
  headersTooLarge: {
    status: 431,
    get message() {
      return t("refusal.headersTooLarge");
    },
  },
  failed: {
    status: 500,
    get message() {
      return generalMessages.failed;
    },
  },
  starting: {
    status: 503,
    get message() {
      return t("refusal.starting");
    },
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

function writePage(refusal: Refusal, method: string | undefined): string {
  const { status, message, reloadAfter } = refusal;
  const reload = reloadAfter === undefined ? "" : reloadTag(reloadAfter, method);
  const isForm = method === "POST" && (status === 429 || status === 503);
  // Advice for people whose form was refused temporarily.
  const advice = refusal.advice ?? (isForm ? t("refusal.sendAgain") : undefined);
  const text = advice ? `<p>${advice}</p>` : "";
  return `<!doctype html><html lang="${getLanguage()}" dir="${getDirection()}"><meta name="viewport" content="width=device-width">${reload}<title>${message}</title><h1>${message}</h1>${text}`;
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
