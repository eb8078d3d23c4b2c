/** The process's metrics in Prometheus' format. */
import type { Pool } from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Which part of the gateway sent the response. */
export type RouteClass = "static" | "cache" | "page" | "api" | "probe" | "refusal";

export const registry = new Registry();

// The default precision of 10 ms takes a third of the CPU time of an idle server.
collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 25 });

export const requestDuration = new Histogram({
  name: "halaqa_http_request_duration_seconds",
  help: "Time from a request's headers to the end of its response. Responses from memory are only counted.",
  labelNames: ["route", "method", "status"],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

/**
 * Counters for responses from memory, which take only microseconds. A counter with labels would
 * double that time, so plain numbers are used and converted when the metrics are read.
 */
export const memoryAnswers = { static: 0, cache: 0 };

new Counter({
  name: "halaqa_http_memory_answers_total",
  help: "Responses sent from memory: static files, and finished pages from the cache.",
  labelNames: ["route"],
  registers: [registry],
  collect() {
    this.reset();
    this.inc({ route: "static" }, memoryAnswers.static);
    this.inc({ route: "cache" }, memoryAnswers.cache);
  },
});

export const openResponses = new Gauge({
  name: "halaqa_http_open_responses",
  help: "Responses that are being made or sent, including event streams. Those sent at once aren't counted.",
  registers: [registry],
});

export const unsentBytes = new Gauge({
  name: "halaqa_http_unsent_bytes",
  help: "Bytes of responses that are held because clients haven't read them.",
  registers: [registry],
});

export const unreadClosures = new Counter({
  name: "halaqa_http_unread_closures_total",
  help: "Connections closed because their client didn't read, by the limit that was exceeded.",
  labelNames: ["limit"],
  registers: [registry],
});

export const pageRenders = new Counter({
  name: "halaqa_page_cache_renders_total",
  help: "Renders for the page cache: stored, refused (not allowed to be kept) or failed.",
  labelNames: ["outcome"],
  registers: [registry],
});

export const pagePurges = new Counter({
  name: "halaqa_page_cache_purges_total",
  help: "Purges of the page cache, by origin.",
  labelNames: ["origin"],
  registers: [registry],
});

export const jobFailures = new Counter({
  name: "halaqa_job_failures_total",
  help: "Failed attempts of jobs. A job is retried until it succeeds or its attempts are used up.",
  labelNames: ["job"],
  registers: [registry],
});

export const messageStreams = new Gauge({
  name: "halaqa_message_streams",
  help: "Browsers that receive live message events from this process.",
  registers: [registry],
});

export const livePageStreams = new Gauge({
  name: "halaqa_live_page_streams",
  help: "Browsers that follow the live page of a class through this process.",
  registers: [registry],
});

export const livePageCommands = new Counter({
  name: "halaqa_live_page_commands_total",
  help: "Commands to live pages, by command and outcome (done, or refused with a status).",
  labelNames: ["command", "outcome"],
  registers: [registry],
});

/** Exposes the load of the connection pool. Call this once per process. */
export function observePool(pool: Pool): void {
  new Gauge({
    name: "halaqa_database_connections",
    help: "Connections of the pool by state; `waiting` counts callers without one.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "busy" }, pool.totalCount - pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
}
