/** The process's log: JSON lines on standard output, without secrets. */
import { type Logger, type LoggerOptions, pino } from "pino";
import { recordError } from "./error-record.ts";

/** Whatever carries one of these names is secret, however deep our own objects nest it. */
const secretNames = [
  "password",
  "currentPassword",
  "newPassword",
  "confirmPassword",
  "token",
  "accessToken",
  "refreshToken",
  "resetToken",
  "code",
  "otp",
  "secret",
  "secretKey",
  "authorization",
  "cookie",
  '["set-cookie"]',
];

const path = (prefix: string, name: string): string =>
  name.startsWith("[") ? `${prefix}${name}` : prefix === "" ? name : `${prefix}.${name}`;

/** Error codes such as ECONNREFUSED are wanted, so `err.code` is not on the list. */
const redacted = secretNames.flatMap((name) => [
  path("", name),
  path("headers", name),
  path("body", name),
  path("input", name),
  path("data", name),
  path("req.headers", name),
  path("res.headers", name),
]);

/** Reasons are short texts of ours, or errors. */
const recordReason = (reason: unknown): unknown =>
  reason instanceof Error ? recordError(reason) : reason;

/** The options of every log; tests give a destination of their own. */
export const logOptions = {
  base: { service: "halaqa" },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (level) => ({ level }) },
  redact: { paths: redacted, censor: "[redacted]" },
  serializers: { err: recordError, error: recordError, reason: recordReason },
  hooks: {
    // Without a text of ours, pino takes the error's own, and that may hold anything.
    logMethod([first, ...rest], method) {
      const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
      if (rest.length === 0 && error instanceof Error) {
        return method.apply(this, [{ err: error }, "An error was reported"]);
      }
      return method.apply(this, [first, ...rest] as Parameters<typeof method>);
    },
  },
} satisfies LoggerOptions;

export function createLog(level: string, destination?: { write(line: string): void }): Logger {
  const options = { ...logOptions, level };
  return destination ? pino(options, destination) : pino(options);
}
