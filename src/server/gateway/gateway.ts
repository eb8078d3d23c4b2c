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
import onHeaders from "on-headers";
import type { Logger } from "pino";
import { addLanguagePrefix, defaultLanguage, type Language } from "#lib/languages.ts";
import { findPosts } from "#lib/site/routes.ts";
import { findReportedHourCycle } from "#lib/time/hour-cycle.ts";
import { findZoneCookie } from "#lib/time/zone-cookie.ts";
import { findSharedPageZone } from "#lib/time/zone-question.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { findRequestAddress } from "../http/client-address.ts";
import { findAppError } from "../http/on-error.ts";
import { memoryAnswers } from "../monitoring/metrics.ts";
import { redirectToPlainPath, sendAnswer, sendAnswerWhole } from "./answer.ts";
import { isClosedPath } from "./closed-path.ts";
import { createBodyReader, hasBody } from "./limits/body-limit.ts";
import { acceptNothingAfter } from "./limits/pipelining.ts";
import type { TakeStart } from "./limits/start-turns.ts";
import type { Turns } from "./limits/turns.ts";
import { markAsShared } from "./limits/unread-responses.ts";
import { addressOf, isPlainPath, type LocalTarget, readLocalTarget } from "./local-target.ts";
import type { MetricsConfig } from "./metrics-guard.ts";
import { type CacheableTarget, findCacheableTarget, stranger } from "./page-cache/cached-paths.ts";
import type { CachedRequest, PageCache } from "./page-cache/page-cache.ts";
import type { Handler } from "./page-cache/render.ts";
import { createProbes } from "./probes.ts";
import { isApiPath, refusals, refuse, refuseUnread } from "./refusal.ts";
import { readRequestId, watchRequest } from "./request-log.ts";
import { isOwnHeader, pairs, type SecurityHeaders } from "./security-headers.ts";
import { quickQuality } from "./static-files/compress.ts";
import { createCompressor } from "./static-files/compress-written.ts";
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
  turns: { takeStart: TakeStart; renders: Turns; calls: Turns };
  /** The number of proxies whose X-Forwarded-For entries are trusted. */
  trustProxy: number;
  /** The languages that people can choose. Pages of others don't exist. */
  languages: readonly Language[];
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
  const compress = createCompressor({});
  // The first reader of a page that is stored receives about as little as the next ones.
  const compressStored = createCompressor({ quality: quickQuality });

  /** The fast path, which is synchronous and uses only memory. */
  const gateway: Gateway = (req, res) => {
    const given = readTarget(req.url);
    if (!given || !isUsableHost(req.headers.host, req.httpVersionMinor)) {
      return refuseUnread(security, req, res, refusals.badRequest);
    }
    const target = readLocalTarget(given, req.headers, options.languages);
    req.url = writeTarget(target);
    const isRead = req.method === "GET" || req.method === "HEAD";
    if (isRead && !hasBody(req)) {
      const probe = findProbe(given.path, req);
      if (probe) return void guard(req, res, () => probe(req, res));
      const site = options.site();
      // Prerendered pages of other languages are files too.
      const file = site?.files.find(given.path);
      if (file) {
        memoryAnswers.static += 1;
        sendAnswerWhole(req, res, file);
        return markAsShared(res);
      }
      const cacheable = site && findTargetFor(req, target);
      if (cacheable) {
        const requester = () => ({ ...target, requestId: randomUUID(), address: clientOf(req) });
        const isKept = cache.sendKept(req, res, cacheKey(cacheable, target), () =>
          toCachedRequest(site, cacheable, requester()),
        );
        if (isKept) return;
      }
    }
    const { language } = target;
    const start = () => (res.destroyed ? undefined : serve(req, res, given, target, isRead));
    void runWithLanguage(language, () =>
      guard(req, res, () => turns.takeStart(clientOf(req), start)),
    );
  };

  const serve = async (
    req: IncomingMessage,
    res: ServerResponse,
    given: Target,
    target: LocalTarget,
    isRead: boolean,
  ): Promise<void> => {
    const site = options.site();
    if (!site) return refuseUnread(security, req, res, refusals.starting);
    const isApi = isApiPath(target.path);
    const isClosed = !isApi && isClosedPath(target.path);
    const address = addressOf(target);
    if (!isApi && !isClosed && isRead && given.path.length > 1 && given.path.endsWith("/")) {
      return redirectToPlainPath(security, res, given);
    }
    const requestId = readRequestId(req);
    watchRequest(log, req, res, { route: isApi ? "api" : "page", requestId, path: address.path });
    setCommonHeaders(req, res, { requestId, target, isApi });
    if (isClosed) return refuseUnread(security, req, res, refusals.notFound);
    const cacheable = isRead && !hasBody(req) ? findTargetFor(req, target) : undefined;
    if (cacheable) {
      await compressStored(req, res);
      const requester = { ...target, requestId, address: clientOf(req) };
      return cache.sendRendered(req, res, toCachedRequest(site, cacheable, requester));
    }
    const isForm = req.method === "POST" && findPosts(target.path) !== undefined;
    // Other pages are read-only. Only API calls and forms posted to pages that accept them change
    // data.
    const isWanted = isApi || isRead || isForm;
    const refusal =
      (hasBody(req) &&
        (await readBody(req, res, { path: target.path, address: clientOf(req), isWanted }))) ||
      (isWanted ? undefined : refusals.methodNotAllowed);
    if (refusal === "gone") return;
    if (refusal) return refuseUnread(security, req, res, refusal);
    await compress(req, res);
    const isRendered = !isApi || (isRead && isPublicRead(target));
    const { take } = isRendered ? turns.renders : turns.calls;
    await take(clientOf(req), (endTurn) => {
      if (res.destroyed) return;
      // Event streams don't end.
      if (!isRendered) onHeaders(res, endTurn);
      return handlerOf(site, target)(req, res);
    });
  };

  /** Returns undefined if the response can't be shared and must be rendered for this request only. */
  const findTargetFor = (
    req: IncomingMessage,
    { path, query }: Target,
  ): CacheableTarget | undefined => {
    const { cookie, origin, authorization } = req.headers;
    const isSignedIn = () => cookie !== undefined && options.hasSessionCookie(cookie);
    const cacheable = findCacheableTarget(path, query, {
      isSignedIn,
      findZone: () => (isSignedIn() ? findSharedPageZone(cookie) : findZoneCookie(cookie)),
      findHourCycle: () => findReportedHourCycle(cookie),
    });
    // Responses to cross-origin requests have headers that name the origin.
    const isForOne = origin !== undefined || authorization !== undefined;
    return cacheable && isForOne && isApiPath(path) ? undefined : cacheable;
  };

  /** Whether the response would be shared if the request didn't ask for a private one. */
  const isPublicRead = ({ path, query }: Target): boolean =>
    findCacheableTarget(path, query, stranger) !== undefined;

  const toCachedRequest = (
    site: Site,
    target: CacheableTarget,
    { requestId, address, ...requested }: Requester,
  ): CachedRequest => {
    const isApi = isApiPath(requested.path);
    return {
      ...target,
      requestId,
      address,
      key: cacheKey(target, requested),
      handler: handlerOf(site, requested),
      finishHeaders: (headers) => ({ ...headers, ...policyHeaders(headers, requested, isApi) }),
    };
  };

  const clientOf = (req: IncomingMessage) => findRequestAddress(req, options.trustProxy);

  const setCommonHeaders = (
    req: IncomingMessage,
    res: ServerResponse,
    { requestId, target, isApi }: { requestId: string; target: LocalTarget; isApi: boolean },
  ) => {
    req.headers["x-request-id"] = requestId;
    onHeaders(res, () => {
      const headers = policyHeaders(res.getHeaders(), target, isApi);
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
    { path, language }: LocalTarget,
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
    // Pages redirect to the paths of English pages.
    const { location } = headers;
    if (!isApi && typeof location === "string" && isPlainPath(location)) {
      added.location = addLanguagePrefix(location, language);
    }
    for (const [name, value] of pairs(security.commonAt(path))) {
      if (!isOwnHeader(name, headers)) added[name] = value;
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

interface Requester extends LocalTarget {
  requestId: string;
  /** The client's address. */
  address: string;
}

/**
 * The URL of a page in its language. API calls send their language in a header, so for them this
 * URL is only a key.
 */
const cacheKey = ({ url }: CacheableTarget, { language }: LocalTarget): string =>
  language === defaultLanguage ? url : `/${language}${url}`;

function handlerOf(site: Site, { path, language }: LocalTarget): Handler {
  const handler = isApiPath(path) ? site.api : pagesOf(site);
  // A waiting page may be started by another request, whose language would otherwise apply.
  return (req, res) => runWithLanguage(language, () => handler(req, res));
}

function pagesOf(site: Site): Handler {
  const notFound = site.files.errorPage(404);
  // Without a prerendered 404 page, Astro handles unknown paths.
  if (!notFound) return site.pages;
  return (req, res) => site.pages(req, res, () => sendAnswer(req, res, notFound));
}
