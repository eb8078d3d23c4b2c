/**
 * The cache of rendered pages. Each page is rendered once, regardless of how many clients request
 * it at the same time, unless the address that requested it first is so busy that it would delay
 * others. A stale page is sent while a new one is rendered.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { memoryAnswers, pageRenders } from "../../monitoring/metrics.ts";
import {
  type Answer,
  type AnswerParts,
  createAnswer,
  sendAnswer,
  sendAnswerWhole,
} from "../answer.ts";
import type { Turns } from "../limits/turns.ts";
import { loggedPath } from "../logged-path.ts";
import { compress } from "../static-files/compress.ts";
import { keepUsedHashes } from "../static-files/used-hashes.ts";
import { type CacheDirectives, directiveHeaders, readDirectives } from "./directives.ts";
import type { PageStore } from "./page-store.ts";
import { type Handler, type RenderHead, renderPage } from "./render.ts";
import { createSmallerCopies } from "./smaller-copies.ts";

export interface CachedRequest {
  /** The cache key: the URL of the page in its language. */
  key: string;
  /** The path of the English page and the parameters that matter, for the handler. */
  url: string;
  keep: boolean;
  handler: Handler;
  requestId: string;
  /** The client address, whose turn and whose database connections the render takes. */
  address: string;
  /** Adds headers to a response before it is sent or stored. */
  finishHeaders(headers: OutgoingHttpHeaders): OutgoingHttpHeaders;
}

export interface PageCache {
  /**
   * Sends the page from memory. Returns false if there is neither a fresh nor a stale one.
   * `toRequest` is called only to refresh a stale page. The response must have no headers set.
   */
  sendKept(
    req: IncomingMessage,
    res: ServerResponse,
    key: string,
    toRequest: () => CachedRequest,
  ): boolean;
  /** Renders the page, or waits for a render in progress, and sends it. */
  sendRendered(req: IncomingMessage, res: ServerResponse, request: CachedRequest): Promise<void>;
  /** Removes the pages with one of the tags. Renders in progress aren't stored. */
  purge(tags: readonly string[] | "everything"): void;
}

/** The first client, which receives the page while it is rendered. */
interface Reader {
  head(head: RenderHead): void;
  chunk(chunk: Buffer): void;
  end(): void;
}

/** Undefined if the response must not be shared. */
type Shared = Promise<Answer | undefined>;

interface Running {
  shared: Shared;
  /** The client address on whose behalf the page is rendered. */
  address: string;
}

/**
 * For how many milliseconds clients wait for a render that another address has started. An address
 * that requests many pages waits long for its database connections, and others would wait with it.
 */
const maxJoinMs = 1_000;

interface PageCacheOptions {
  store: PageStore;
  log: Logger;
  /** The host of the public URL. */
  host: string;
  turns: Turns;
}

const forEverybody = "public, max-age=0, must-revalidate";

export function createPageCache({ store, log, host, turns }: PageCacheOptions): PageCache {
  const running = new Map<string, Running>();
  const planSmallerCopy = createSmallerCopies({ store, log });
  /** Stale pages that are being refreshed or are queued for it. */
  const renewing = new Set<string>();

  const start = (request: CachedRequest, reader: Reader | undefined): Shared => {
    const shared = make(request, reader).finally(() => {
      if (running.get(request.key)?.shared === shared) running.delete(request.key);
    });
    running.set(request.key, { shared, address: request.address });
    return shared;
  };

  /**
   * Waits for a render in progress. `not joined` if there is none, or if that of another address
   * fails or takes too long.
   * @param late a render that has already taken too long.
   */
  const join = async (
    { key, address }: CachedRequest,
    late?: Running,
  ): Promise<Awaited<Shared> | "not joined"> => {
    const found = running.get(key);
    if (!found || found === late) return "not joined";
    if (found.address === address) return found.shared;
    const patience = new AbortController();
    const timeout = sleep(maxJoinMs, "not joined" as const, { signal: patience.signal });
    try {
      return await Promise.race([found.shared, timeout]);
    } catch {
      // The render may have failed because of its address. This request renders the page itself.
      return "not joined";
    } finally {
      patience.abort();
    }
  };

  const make = async (request: CachedRequest, reader: Reader | undefined): Shared => {
    const mark = store.begin();
    let outcome = "failed";
    try {
      const { parts, directives } = await render(request, reader);
      outcome = "refused";
      if (!parts || !directives) return undefined;
      const answer = createAnswer(parts);
      if (request.keep && store.put(request.key, answer, directives, mark)) {
        outcome = "stored";
        planSmallerCopy(request.key, answer, parts, directives);
      }
      return answer;
    } finally {
      store.finish(mark);
      pageRenders.inc({ outcome });
    }
  };

  const render = async (request: CachedRequest, reader: Reader | undefined) => {
    let directives: CacheDirectives | undefined;
    const options = { ...request, host, accept: "text/html,application/json;q=0.9,*/*;q=0.8" };
    const { head, body } = await renderPage(
      options,
      (made) => {
        directives = readDirectives(made.status, made.headers);
        for (const name of directiveHeaders) delete made.headers[name];
        if (directives) made.headers["cache-control"] = forEverybody;
        made.headers = request.finishHeaders(made.headers);
        reader?.head(made);
      },
      (chunk) => reader?.chunk(chunk),
    );
    reader?.end();
    return { directives, parts: directives && (await finish(head, body)) };
  };

  const refresh = (request: CachedRequest): void => {
    const { key, url, address } = request;
    if (running.has(key) || renewing.has(key)) return;
    renewing.add(key);
    turns
      .take(address, () => running.get(key)?.shared ?? start(request, undefined))
      .catch((error: unknown) => {
        const path = loggedPath(url.split("?", 1)[0] ?? "");
        log.warn(
          { err: error, path },
          "A cached page could not be refreshed; the old one is served",
        );
      })
      .finally(() => renewing.delete(key));
  };

  /** Sends the page when it is the client's turn. Another request may have rendered it by then. */
  const sendInTurn = async (
    req: IncomingMessage,
    res: ServerResponse,
    request: CachedRequest,
    late: Running | undefined,
  ): Promise<void> => {
    if (res.destroyed) return;
    const page = store.find(request.key);
    if (page) return sendAnswer(req, res, page.answer);
    const joined = await join(request, late);
    const isOwn = joined === "not joined";
    if (isOwn && req.method === "GET") return void (await start(request, readerOf(res)));
    const answer = isOwn ? await start(request, undefined) : joined;
    if (answer) return sendAnswer(req, res, answer);
    // The response can't be shared, so the page is rendered for each request.
    await make(request, readerOf(res));
  };

  return {
    sendKept(req, res, key, toRequest) {
      const page = store.find(key);
      if (!page) return false;
      memoryAnswers.cache += 1;
      sendAnswerWhole(req, res, page.answer);
      if (page.freshUntil < Date.now()) refresh(toRequest());
      return true;
    },

    async sendRendered(req, res, request) {
      const found = running.get(request.key);
      const joined = await join(request);
      if (joined && joined !== "not joined") return sendAnswer(req, res, joined);
      await turns.take(request.address, () => sendInTurn(req, res, request, found));
    },

    purge(tags) {
      store.purge(tags);
      // Later requests must not get a page whose render started before the purge.
      running.clear();
    },
  };
}

/** The body in every encoding, with the page's headers. */
async function finish(head: RenderHead, body: Buffer): Promise<AnswerParts> {
  const headers = Object.entries(head.headers).flatMap(([name, value]) =>
    value === undefined || ownHeaders.has(name) ? [] : [name, finishHeader(name, value, body)],
  );
  const compressed = await compress(body, String(head.headers["content-type"]), "quick");
  return { status: head.status, headers, body, compressed };
}

function finishHeader(name: string, value: number | string | string[], body: Buffer): string {
  return name === "content-security-policy"
    ? keepUsedHashes(String(value), body.toString())
    : String(value);
}

/** Headers that `createAnswer` or Node write, or that belong to a single request. */
const ownHeaders = new Set([
  "connection",
  "content-length",
  "date",
  "etag",
  "keep-alive",
  "transfer-encoding",
  "vary",
  "x-request-id",
]);

function readerOf(res: ServerResponse & { flush?(): void }): Reader {
  return {
    head: ({ status, headers }) => {
      const { "transfer-encoding": _, connection: __, "keep-alive": ___, ...rest } = headers;
      res.writeHead(status, rest);
    },
    chunk: (bytes) => {
      res.write(bytes);
      res.flush?.();
    },
    end: () => void res.end(),
  };
}
