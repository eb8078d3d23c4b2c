/** /healthz, /readyz and /metrics, for monitoring. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { registry } from "../monitoring/metrics.ts";
import { type MetricsConfig, mayReadMetrics } from "./metrics-guard.ts";
import type { SecurityHeaders } from "./security-headers.ts";

export interface ProbeOptions {
  metrics: MetricsConfig;
  security: SecurityHeaders;
  /** Whether the process can handle requests: migrations are done, and the database responds. */
  isReady(): Promise<boolean>;
}

export type Probe = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;

const patienceMs = 1_000;

/** Whether the database responds within a second. */
export async function isDatabaseUp(pool: Pool): Promise<boolean> {
  const answer = pool.query("select 1").then(
    () => true,
    () => false,
  );
  const timer = new AbortController();
  const late = sleep(patienceMs, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([answer, late]);
  } finally {
    timer.abort();
  }
}

/** Lets callers wait for work that is already in progress, so that a flood of calls runs it once. */
function shareWork<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** The probe for a path. Undefined for other paths, and for metrics requests that aren't allowed. */
export function createProbes({ security, metrics, isReady }: ProbeOptions) {
  const send = (res: ServerResponse, status: number, body: string, type = "text/plain") => {
    res.writeHead(status, [
      ...security.common,
      "Content-Security-Policy",
      security.dataPolicy,
      "Content-Type",
      `${type}; charset=utf-8`,
      "Content-Length",
      String(Buffer.byteLength(body)),
      "Cache-Control",
      "no-store",
    ]);
    res.end(res.req.method === "HEAD" ? undefined : body);
  };
  const checkReadiness = shareWork(isReady);
  const readMetrics = shareWork(() => registry.metrics());
  const probes: Record<string, Probe> = {
    "/healthz": (_, res) => send(res, 200, "ok\n"),
    "/readyz": async (_, res) => {
      const ready = await checkReadiness();
      send(res, ready ? 200 : 503, ready ? "ready\n" : "not ready\n");
    },
    "/metrics": async (_, res) => {
      const text = await readMetrics();
      res.writeHead(200, [
        ...security.common,
        "Content-Security-Policy",
        security.dataPolicy,
        "Content-Type",
        registry.contentType,
        "Cache-Control",
        "no-store",
      ]);
      res.end(text);
    },
  };
  return (path: string, req: IncomingMessage): Probe | undefined =>
    path === "/metrics" && !mayReadMetrics(metrics, req) ? undefined : probes[path];
}
