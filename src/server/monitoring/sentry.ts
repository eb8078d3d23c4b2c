/**
 * Sends errors of the log to Sentry, or a service with the same protocol, such as GlitchTip. Only
 * what the log contains is sent: error records without personal data. The library's own collection
 * of requests, console output and variables isn't used, because it can't tell what is secret.
 */
import type { Event, ServerRuntimeClient, StackParser, Transport } from "@sentry/core";
import type { Logger } from "pino";
import type { ErrorRecord } from "./error-record.ts";

interface SentryOptions {
  dsn: string;
  environment: string;
  /** The machine's name. */
  host: string;
  /** Failures to send are logged as warnings, which aren't sent. */
  log: Pick<Logger, "warn">;
}

export interface ErrorReports {
  /** Takes a line of the log as written: JSON with the level `error` or `fatal`. */
  write(line: string): void;
  /** Resolves when all lines were sent or could not be. */
  flush(): Promise<void>;
}

/** In milliseconds. */
const timeoutMs = 10_000;
/** A failure that keeps recurring must not use up the quota. */
const maxPerMinute = 60;

interface Line {
  level: "error" | "fatal";
  time: string;
  msg: string;
  err?: ErrorRecord;
  requestId?: string;
  job?: string;
  [detail: string]: unknown;
}

export function createSentry(options: SentryOptions): ErrorReports {
  // The library is loaded only if it is used.
  const client = openClient(options);
  client.catch((error: unknown) =>
    options.log.warn({ err: error }, "Errors can't be sent to SENTRY_DSN"),
  );
  let minute = 0;
  let sent = 0;
  return {
    write(text) {
      const now = Math.floor(Date.now() / 60_000);
      sent = now === minute ? sent + 1 : 1;
      minute = now;
      if (sent > maxPerMinute) return;
      const line: Line = JSON.parse(text);
      client.then(
        ({ capture }) => capture(line),
        () => {},
      );
    },
    async flush() {
      await client.then(
        ({ close }) => close(),
        () => {},
      );
    },
  };
}

async function openClient({ dsn, environment, host, log }: SentryOptions) {
  const { ServerRuntimeClient, createStackParser, createTransport, nodeStackLineParser } =
    await import("@sentry/core");
  const parseStack = createStackParser(nodeStackLineParser());
  const client: ServerRuntimeClient = new ServerRuntimeClient({
    dsn,
    environment,
    serverName: host,
    platform: "node",
    runtime: { name: "node", version: process.version },
    integrations: [],
    stackParser: parseStack,
    transport: (settings): Transport =>
      createTransport(settings, async ({ body }) => {
        const response = await fetch(settings.url, {
          method: "POST",
          body: body as BodyInit,
          redirect: "error",
          signal: AbortSignal.timeout(timeoutMs),
        });
        await response.body?.cancel();
        // With these headers, the library waits when the service is busy.
        const limits = response.headers.get("x-sentry-rate-limits");
        const retryAfter = response.headers.get("retry-after");
        return {
          statusCode: response.status,
          headers: { "x-sentry-rate-limits": limits, "retry-after": retryAfter },
        };
      }),
  });
  client.init();
  client.on("afterSendEvent", (_event, { statusCode }) => {
    if (statusCode !== undefined && statusCode < 400) return;
    log.warn({ status: statusCode }, "An error could not be sent to SENTRY_DSN");
  });
  return {
    capture: (line: Line) => void client.captureEvent(toEvent(line, parseStack)),
    close: () => client.close(timeoutMs),
  };
}

function toEvent(line: Line, parseStack: StackParser): Event {
  const { level, time, msg, err, requestId, job, service, ...details } = line;
  return {
    level,
    timestamp: Date.parse(time) / 1_000,
    message: msg,
    // Lines of one kind are one issue, as they are one alert.
    fingerprint: [msg, err?.type ?? "", String(err?.code ?? "")],
    tags: { ...(requestId && { requestId }), ...(job && { job }) },
    extra: { ...details, ...(service !== undefined && { service }) },
    ...(err && { exception: { values: listCauses(err).map(toException) } }),
  };

  function toException({ type, message, stack, code }: ErrorRecord) {
    const value = [msg, message, code].filter(Boolean).join(": ");
    return { type, value, ...(stack && { stacktrace: { frames: parseStack(stack) } }) };
  }
}

/** The innermost cause comes first, as the service expects. */
function listCauses(error: ErrorRecord): ErrorRecord[] {
  return error.cause ? [...listCauses(error.cause), error] : [error];
}
