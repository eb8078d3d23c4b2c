/**
 * Redirects console output and warnings of libraries to the log, as error records without the values
 * that they contain.
 */
import type { EventEmitter } from "node:events";
import type { Logger } from "pino";
import { recordError, scrubPrinted } from "./error-record.ts";

const levels = { error: "error", warn: "warn", info: "info", log: "info", debug: "debug" } as const;

/**
 * A notice about a future version will need a developer at some point, but not a person on call at
 * night.
 */
const deprecation = /\bdeprecat/i;

/** Replaces the methods of the console. Call this once per process, before anything else prints. */
export function logConsole(log: Logger, target: Partial<Console> = console): void {
  for (const [method, level] of Object.entries(levels)) {
    target[method as keyof typeof levels] = (...values: unknown[]) => {
      // The first string is the library's own text. Further values may contain personal data.
      const printed = values.map((value, index) =>
        index === 0 && typeof value === "string" ? scrubPrinted(value) : recordError(value),
      );
      const isNotice = values.some((value) => deprecation.test(textOf(value)));
      log[isNotice && level === "error" ? "warn" : level](
        { printed },
        "Console output from a library",
      );
    };
  }
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value instanceof Error ? `${value.name} ${value.message}` : "";
}

/**
 * Logs warnings of Node.js and libraries (`process.emitWarning`), which Node.js would print as plain
 * text. Call this once per process.
 */
export function logWarnings(log: Pick<Logger, "warn">, source: EventEmitter = process): void {
  source.removeAllListeners("warning");
  source.on("warning", (warning: Error) =>
    log.warn({ err: warning }, "Warning from Node.js or a library"),
  );
}
