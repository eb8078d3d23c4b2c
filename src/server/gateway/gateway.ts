/**
 * The gateway in front of all handlers. It tries, in this order: probes, static files, cached
 * pages, the API, Astro. Every response has the security headers, regardless of which part sends
 * it.
 */
import { randomUUID } from "node:crypto";
import {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import compression from "compression";
import onHeaders from "on-headers";
import type { Logger } from "pino";
import { findPosts } from "#lib/site/routes.ts";
import { findZoneCookie } from "#lib/time/zone-cookie.ts";
import { findRequestAddress } from "../http/client-address.ts";
import { findAppError } from "../http/on-error.ts";
import { memoryAnswers } from "../monitoring/metrics.ts";
import { sendAnswer, sendAnswerWhole } from "./answer.ts";
import { isClosedPath } from "./closed-path.ts";
import { createBodyReader, hasBody } from "./limits/body-limit.ts";
import { acceptNothingAfter } from "./limits/pipelining.ts";
import type { RenderTurns } from "./limits/render-turns.ts";
import { markAsShared } from "./limits/unread-responses.ts";
import type { MetricsConfig } from "./metrics-guard.ts";
import { type CacheableTarget, findCacheableTarget } from "./page-cache/cached-paths.ts";
import type { CachedRequest, PageCache } from "./page-cache/page-cache.ts";
import type { Handler } from "./page-cache/render.ts";
import { createProbes } from "./probes.ts";
import { isApiPath, refusals, refuse, refuseUnread } from "./refusal.ts";
import { watchRequest } from "./request-log.ts";
import type { SecurityHeaders } from "./security-headers.ts";
import type { StaticFiles } from "./static-files/static-files.ts";
import { isUsableHost, readTarget, type Target, writeTarget } from "./target.ts";

/** The handlers, available once the process has started. */
export interface Site {
  files: StaticFiles;
  api: Handler;
  /** Astro's handler. If `next` is given, it is called for paths without a page. */
  pages(req: IncomingMessage, res: ServerResponse, next?: () => void): unknown;
}

export interface GatewayOptions {
  metrics: MetricsConfig;
  security: SecurityHeaders;
  log: Logger;
  cache: PageCache;
  turns: RenderTurns;
  /** The number of proxies whose X-Forwarded-For entries are trusted. */
  trustProxy: number;
  /** Whether a Cookie header contains a session token that we issued. Doesn't query the database. */
  hasSessionCookie(cookieHeader: string): boolean;
  /** Undefined during startup, when only the probes respond. */
  site(): Site | undefined;
  isReady(): Promise<boolean>;
}

export type Gateway = (req: IncomingMessage, res: ServerResponse) => void;

export function createGateway(options: GatewayOptions): Gateway {
  const { security, log, cache, turns } = options;
  const findProbe = createProbes(options);
  const readBody = createBodyReader();
  const compressed = compression({ threshold: 1_024 });

  /** The fast path, which is synchronous and uses only memory. */
  const gateway: Gateway = (req, res) => {
    const target = readTarget(req.url);
    if (!target || !isUsableHost(req.headers.host, req.httpVersionMinor)) {
      return refuseUnread(security, req, res, refusals.badRequest);
    }
    req.url = writeTarget(target);
    const isRead = req.method === "GET" || req.method === "HEAD";
    if (isRead && !hasBody(req)) {
      const probe = findProbe(target.path, req);
      if (probe) return void guard(req, res, () => probe(req, res));
      const site = options.site();
      const file = site?.files.find(target.path);
      if (file) {
        memoryAnswers.static += 1;
        sendAnswerWhole(req, res, file);
        return markAsShared(res);
      }
      const cacheable = site && findTargetFor(req, target);
      if (cacheable) {
        const isKept = cache.sendKept(req, res, cacheable.url, () =>
          toCachedRequest(site, cacheable, { requestId: randomUUID(), address: addressOf(req) }),
        );
        if (isKept) return;
      }
    }
    void guard(req, res, () => serve(req, res, target, isRead));
  };

  const serve = async (
    req: IncomingMessage,
    res: ServerResponse,
    target: Target,
    isRead: boolean,
  ): Promise<void> => {
    const site = options.site();
    if (!site) return refuseUnread(security, req, res, refusals.starting);
    const isApi = isApiPath(target.path);
    const isClosed = !isApi && isClosedPath(target.path);
    if (!isApi && !isClosed && isRead && target.path.length > 1 && target.path.endsWith("/")) {
      return redirectToPlainPath(security, res, target);
    }
    const requestId = readRequestId(req);
    watchRequest(log, req, res, { route: isApi ? "api" : "page", requestId, path: target.path });
    setCommonHeaders(req, res, { requestId, path: target.path, isApi });
    if (isClosed) return refuseUnread(security, req, res, refusals.notFound);
    const cacheable = isRead && !hasBody(req) ? findTargetFor(req, target) : undefined;
    if (cacheable) {
      await compress(req, res);
      const requester = { requestId, address: addressOf(req) };
      return cache.sendRendered(req, res, toCachedRequest(site, cacheable, requester));
    }
    const isForm = req.method === "POST" && findPosts(target.path) !== undefined;
    // Other pages are read-only. Only API calls and forms posted to pages that accept them change
    // data.
    const isWanted = isApi || isRead || isForm;
    const refusal =
      (hasBody(req) &&
        (await readBody(req, res, { path: target.path, address: addressOf(req), isWanted }))) ||
      (isWanted ? undefined : refusals.methodNotAllowed);
    if (refusal === "gone") return;
    if (refusal) return refuseUnread(security, req, res, refusal);
    await compress(req, res);
    const handle = () => (res.destroyed ? undefined : handlerOf(site, isApi)(req, res));
    const isRendered = !isApi || (isRead && isPublicRead(target));
    await (isRendered ? turns.take(addressOf(req), handle) : handle());
  };

  /** Returns undefined if the response can't be shared and must be rendered for this request only. */
  const findTargetFor = (
    req: IncomingMessage,
    { path, query }: Target,
  ): CacheableTarget | undefined => {
    const { cookie, origin, authorization } = req.headers;
    const cacheable = findCacheableTarget(path, query, {
      isSignedIn: () => cookie !== undefined && options.hasSessionCookie(cookie),
      findZone: () => findZoneCookie(cookie),
    });
    // Responses to cross-origin requests have headers that name the origin.
    const isForOne = origin !== undefined || authorization !== undefined;
    return cacheable && isForOne && isApiPath(path) ? undefined : cacheable;
  };

  /** Whether the response would be shared if the request didn't ask for one of its own. */
  const isPublicRead = ({ path, query }: Target): boolean =>
    findCacheableTarget(path, query, { isSignedIn: () => false, findZone: () => undefined }) !==
    undefined;

  const toCachedRequest = (
    site: Site,
    target: CacheableTarget,
    requester: Pick<CachedRequest, "requestId" | "address">,
  ): CachedRequest => {
    const isApi = isApiPath(target.url);
    return {
      ...target,
      ...requester,
      handler: handlerOf(site, isApi),
      finishHeaders: (headers) => ({ ...headers, ...policyHeaders(headers, target.url, isApi) }),
    };
  };

  const addressOf = (req: IncomingMessage) => findRequestAddress(req, options.trustProxy);

  const compress = (req: IncomingMessage, res: ServerResponse): Promise<void> =>
    new Promise((resolve, reject) => {
      // The library's types are for Express, but it uses nothing specific to Express.
      compressed(req as never, res as never, (error?: unknown) =>
        error ? reject(error) : resolve(),
      );
      flushWritten(res);
    });

  const setCommonHeaders = (
    req: IncomingMessage,
    res: ServerResponse,
    { requestId, path, isApi }: { requestId: string; path: string; isApi: boolean },
  ) => {
    req.headers["x-request-id"] = requestId;
    onHeaders(res, () => {
      const headers = policyHeaders(res.getHeaders(), path, isApi);
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
      res.setHeader("X-Request-Id", requestId);
      // Without this, a page that sets only the status code would keep the previous status text:
      // "429 OK".
      res.statusMessage = STATUS_CODES[res.statusCode] ?? "";
      res.removeHeader("cdn-cache-control");
      res.removeHeader("cache-tag");
      const type = String(res.getHeader("content-type") ?? "");
      if (type.startsWith("text/event-stream")) acceptNothingAfter(req, res);
    });
  };

  /** The headers that our policies add to a response or change. */
  const policyHeaders = (
    headers: OutgoingHttpHeaders,
    path: string,
    isApi: boolean,
  ): Record<string, string> => {
    const own = headers["content-security-policy"] as string | undefined;
    const type = String(headers["content-type"] ?? "");
    const isPage = type.startsWith("text/html") && !isApi;
    const added: Record<string, string> = {
      "content-security-policy": isPage
        ? security.pagePolicy(own, path)
        : (own ?? security.dataPolicy),
    };
    // Astro doesn't set a charset, and a header takes effect before the meta tag.
    if (type === "text/html") added["content-type"] = "text/html; charset=utf-8";
    if (headers["cache-control"] === undefined) added["cache-control"] = "no-store";
    for (const [name, value] of pairs(security.commonAt(path))) {
      if (!isOwn(name, headers)) added[name] = value;
    }
    return added;
  };

  /** Handles every error: the client gets a response, and the error is logged. */
  const guard = async (
    req: IncomingMessage,
    res: ServerResponse,
    work: () => void | Promise<void>,
  ): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (findAppError(error)?.code === "rate_limited" && !res.headersSent) {
        return refuse(security, req, res, refusals.busy);
      }
      log.error({ err: error, requestId: req.headers["x-request-id"] }, "A request failed");
      if (res.headersSent) return void res.destroy();
      const page = isApiPath(req.url ?? "/") ? undefined : options.site()?.files.errorPage(500);
      if (page) sendAnswer(req, res, page);
      else refuse(security, req, res, refusals.failed);
    }
  };

  return gateway;
}

function handlerOf(site: Site, isApi: boolean): Handler {
  if (isApi) return site.api;
  const notFound = site.files.errorPage(404);
  // Without a prerendered 404 page, Astro handles unknown paths.
  if (!notFound) return site.pages;
  return (req, res) => site.pages(req, res, () => sendAnswer(req, res, notFound));
}

function readRequestId(req: IncomingMessage): string {
  const given = req.headers["x-request-id"];
  return typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

/** Redirects to the canonical path, without a trailing slash. */
function redirectToPlainPath(
  security: SecurityHeaders,
  res: ServerResponse,
  { path, query }: Target,
): void {
  // A regular expression for trailing slashes would backtrack at every run of slashes, which takes
  // a second for long paths.
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  const location = writeTarget({ path: path.slice(0, end), query });
  res.writeHead(308, [
    ...security.common,
    "Content-Security-Policy",
    security.dataPolicy,
    "Location",
    location,
    "Content-Length",
    "0",
  ]);
  res.end();
}

/** Flushes the compressor whenever a handler pauses, because pages are streamed. */
function flushWritten(res: ServerResponse & { flush?(): void }): void {
  const write = res.write.bind(res) as (...values: unknown[]) => boolean;
  let planned = false;
  res.write = ((...values: unknown[]) => {
    if (!planned) {
      planned = true;
      setImmediate(() => {
        planned = false;
        if (!res.writableEnded) res.flush?.();
      });
    }
    return write(...values);
  }) as typeof res.write;
}

/** Pages with a secret in their URL set their own referrer policy. */
const isOwn = (name: string, headers: OutgoingHttpHeaders): boolean =>
  name === "Referrer-Policy" && headers["referrer-policy"] !== undefined;

function* pairs(headers: readonly string[]): Generator<[string, string]> {
  for (let i = 0; i < headers.length; i += 2) yield [headers[i] ?? "", headers[i + 1] ?? ""];
}
