/**
 * What libraries print goes to the log like everything else: as a record of its errors, without
 * the values that they hold.
 */
import type { Logger } from "pino";
import { recordError, scrubPrinted } from "./error-record.ts";

const levels = { error: "error", warn: "warn", info: "info", log: "info", debug: "debug" } as const;

/** Replaces the methods of the console. Call once per process, before anything else prints. */
export function logConsole(log: Logger, target: Partial<Console> = console): void {
  for (const [method, level] of Object.entries(levels)) {
    target[method as keyof typeof levels] = (...values: unknown[]) => {
      // The first text is the library's own; what it prints besides may be anybody's.
      const printed = values.map((value, index) =>
        index === 0 && typeof value === "string" ? scrubPrinted(value) : recordError(value),
      );
      log[level]({ printed }, "Console output from a library");
    };
  }
}
