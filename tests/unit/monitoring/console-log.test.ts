import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { logConsole, logWarnings } from "#server/monitoring/console-log.ts";
import { createLog } from "#server/monitoring/log.ts";

interface Line {
  level: string;
  msg: string;
  err?: { type: string; message: string; code: string };
}

function keepLines() {
  const lines: Line[] = [];
  const log = createLog("debug", { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}

it("a line that a library prints as an error is an error, unless it is about a future version", () => {
  const { log, lines } = keepLines();
  const target: Partial<Console> = {};
  logConsole(log, target);
  target.error?.("Could not render the page");
  target.error?.("(library) Deprecation warning: use parse() instead");
  target.error?.(new Error("The option `strict` is deprecated"));
  target.warn?.("A retry is needed");
  expect(lines.map(({ level }) => level)).toEqual(["error", "warn", "warn", "warn"]);
});

it("warnings from Node.js and libraries are logged and alert nobody", () => {
  const { log, lines } = keepLines();
  const source = new EventEmitter();
  const printed: unknown[] = [];
  source.on("warning", (warning) => printed.push(warning));
  logWarnings(log, source);
  const warning = new Error("punycode is no longer supported");
  source.emit("warning", Object.assign(warning, { name: "DeprecationWarning", code: "DEP0040" }));
  expect(printed).toEqual([]);
  expect(lines).toMatchObject([
    {
      level: "warn",
      msg: "Warning from Node.js or a library",
      err: { message: "punycode is no longer supported", code: "DEP0040" },
    },
  ]);
});
