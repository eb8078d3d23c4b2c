/**
 * Redirects console output of libraries to the log, as error records without the values that they
 * contain.
 */
import type { Logger } from "pino";
import { recordError, scrubPrinted } from "./error-record.ts";

const levels = { error: "error", warn: "warn", info: "info", log: "info", debug: "debug" } as const;

/** Replaces the methods of the console. Call this once per process, before anything else prints. */
export function logConsole(log: Logger, target: Partial<Console> = console): void {
  for (const [method, level] of Object.entries(levels)) {
    target[method as keyof typeof levels] = (...values: unknown[]) => {
      // The first string is the library's own text. Further values may contain personal data.
      const printed = values.map((value, index) =>
        index === 0 && typeof value === "string" ? scrubPrinted(value) : recordError(value),
      );
      log[level]({ printed }, "Console output from a library");
    };
  }
}
