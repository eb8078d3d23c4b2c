/** Writes one log line and one metric per handled request. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { type RouteClass, requestDuration } from "../monitoring/metrics.ts";
import { loggedPath } from "./logged-path.ts";

interface Details {
  route: RouteClass;
  requestId: string;
  /** Without the query, whose values may be secret. */
  path: string;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Observes a response until it is sent or its client has disconnected. */
export function watchRequest(
  log: Logger,
  req: IncomingMessage,
  res: ServerResponse,
  { route, requestId, path }: Details,
): void {
  const start = performance.now();
  res.once("close", () => {
    const ms = performance.now() - start;
    const method = methods.has(req.method ?? "") ? String(req.method) : "other";
    requestDuration.observe({ route, method, status: res.statusCode }, ms / 1_000);
    const details = {
      requestId,
      method: req.method,
      path: loggedPath(path),
      status: res.statusCode,
      ms: Math.round(ms * 10) / 10,
      ...(res.writableFinished ? {} : { aborted: true }),
    };
    log.info(details, "request");
  });
}

/** The ID that the proxy gave the request, or a new one. */
export function readRequestId(req: IncomingMessage): string {
  const given = req.headers["x-request-id"];
  return typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}
