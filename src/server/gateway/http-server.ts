/**
 * The listener, with its limits on slow and oversized requests, and the errors that Node itself
 * sends.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import { findRequestAddress } from "../http/client-address.ts";
import { type ConnectionLimits, limitConnections } from "./limits/connections.ts";
import { createPasses } from "./limits/passes.ts";
import { limitPipelining } from "./limits/pipelining.ts";
import { limitUnread, type UnreadLimits } from "./limits/unread-responses.ts";
import { describeRefusal, type Refusal, refusals } from "./refusal.ts";
import type { SecurityHeaders } from "./security-headers.ts";
import { keepAliveSeconds } from "./static-files/send-whole.ts";

export interface ServerLimits extends ConnectionLimits, UnreadLimits {
  /** The time limit for receiving the headers, in milliseconds. */
  headersTimeout: number;
  /** The time limit for receiving the whole request, in milliseconds. */
  requestTimeout: number;
  /** How often these limits are checked, in milliseconds. */
  connectionsCheckingInterval: number;
  /** How often the limits on unread responses are checked, in milliseconds. */
  unreadCheckingInterval: number;
}

export const defaultLimits: ServerLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  maxConnections: 8_192,
  // An address may be shared by a whole school.
  maxPerAddress: 2_048,
  // As much as for request bodies. An address's share is enough for 500 connections that receive
  // pictures slowly.
  maxUnsentBytes: 64 * 1024 * 1024,
  maxUnsentBytesPerAddress: 32 * 1024 * 1024,
  readingTimeout: 30_000,
  // Suits a phone that receives 20 kB/s over six connections.
  minReadingRate: 3_000,
  unreadCheckingInterval: 250,
};

interface ServerOptions {
  security: SecurityHeaders;
  listener: RequestListener;
  /**
   * The number of proxies in front of the server. If there are any, all connections come from their
   * addresses. Default: 0.
   */
  trustProxy?: number;
  limits?: Partial<ServerLimits>;
}

/** The latest response on a connection, so that an error isn't written in the middle of it. */
const answering = Symbol("answering");
type AnsweringSocket = Socket & { [answering]?: ServerResponse };

export function createHttpServer(options: ServerOptions): Server {
  const { security, listener, trustProxy = 0, limits } = options;
  const all = { ...defaultLimits, ...limits };
  const { maxConnections, maxPerAddress } = all;
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = all;
  const server = createServer({
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval,
    // Longer than the idle timeout of most proxies, so that they never write to a closed
    // connection.
    keepAliveTimeout: keepAliveSeconds * 1_000,
    maxHeaderSize: 16 * 1024,
    // The gateway rejects a missing Host itself, so that the response has the usual headers.
    requireHostHeader: false,
    noDelay: true,
  });
  limitConnections(server, {
    maxConnections,
    maxPerAddress: trustProxy === 0 ? maxPerAddress : Number.POSITIVE_INFINITY,
    findResponse: (socket: AnsweringSocket) => socket[answering],
  });
  // Closes connections without activity, for example when the client has stopped reading.
  server.setTimeout(60_000);
  const findAddress = (req: IncomingMessage) => findRequestAddress(req, trustProxy);
  const unread = limitUnread({ ...all, findAddress });
  const checks = setInterval(unread.check, all.unreadCheckingInterval).unref();
  server.once("close", () => clearInterval(checks));

  const passes = createPasses();
  server.on("connection", passes.noteConnection);
  const handle: RequestListener = (req, res) => {
    if (res.destroyed) return;
    listener(req, res);
    unread.watch(req, res);
  };
  const answer = limitPipelining(
    (req, res) => {
      (req.socket as AnsweringSocket)[answering] = res;
      passes.handle(
        () => findAddress(req),
        () => handle(req, res),
      );
    },
    (_, res) => {
      const { headers, body } = describeRefusal(security, refusals.tooManyAhead, { path: "/api" });
      res.writeHead(refusals.tooManyAhead.status, [...headers, "Connection", "close"]);
      res.end(body);
    },
  );
  server.on("request", answer);
  // The gateway sends 100 Continue once it has decided to accept the body.
  server.on("checkContinue", answer);
  server.on("checkExpectation", (_, res) => {
    const { headers, body } = describeRefusal(security, refusals.expectation, { path: "/api" });
    res.writeHead(refusals.expectation.status, headers);
    res.end(body);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: AnsweringSocket) => {
    const current = socket[answering];
    const started = current?.headersSent && !current.writableEnded;
    if (error.code === "ECONNRESET" || !socket.writable || started) {
      socket.destroy();
      return;
    }
    socket.end(formatAnswer(security, refusalOf(error)), () => socket.destroySoon());
  });
  return server;
}

function refusalOf(error: NodeJS.ErrnoException): Refusal {
  switch (error.code) {
    case "HPE_HEADER_OVERFLOW":
      return refusals.headersTooLarge;
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return refusals.tooLarge;
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return refusals.timeout;
    default:
      return refusals.badRequest;
  }
}

/** The response to an invalid request, in the API's format because there is no path. */
function formatAnswer(security: SecurityHeaders, refusal: Refusal): string {
  const { headers, body } = describeRefusal(security, refusal, { path: "/api" });
  const lines = [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`];
  for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  lines.push(`Date: ${new Date().toUTCString()}`, "Connection: close");
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
