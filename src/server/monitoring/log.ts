/** The process's log: JSON lines on standard output, without secrets. */
import { type Logger, type LoggerOptions, pino } from "pino";
import { recordError } from "./error-record.ts";

/** Properties with these names are secret at any depth of our own objects. */
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

/** `err.code` isn't listed because error codes such as ECONNREFUSED are useful. */
const redacted = secretNames.flatMap((name) => [
  path("", name),
  path("headers", name),
  path("body", name),
  path("input", name),
  path("data", name),
  path("req.headers", name),
  path("res.headers", name),
]);

/** Reasons are either short texts of our own or errors. */
const recordReason = (reason: unknown): unknown =>
  reason instanceof Error ? recordError(reason) : reason;

/** The options shared by all logs. Tests provide their own destination. */
export const logOptions = {
  base: { service: "halaqa" },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (level) => ({ level }) },
  redact: { paths: redacted, censor: "[redacted]" },
  serializers: { err: recordError, error: recordError, reason: recordReason },
  hooks: {
    // Without a message of ours, pino logs the message of the error, which may contain anything.
    logMethod([first, ...rest], method) {
      const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
      if (rest.length === 0 && error instanceof Error) {
        return method.apply(this, [{ err: error }, "An error was reported"]);
      }
      return method.apply(this, [first, ...rest] as Parameters<typeof method>);
    },
  },
} satisfies LoggerOptions;

/** @param destination receives every line instead of standard output. */
export function createLog(level: string, destination?: { write(line: string): void }): Logger {
  const options = { ...logOptions, level };
  return destination ? pino(options, destination) : pino(options);
}

/** A destination of a log: standard output, and others for the levels `error` and `fatal`. */
export function withAlerts(...others: { write(line: string): void }[]): {
  write(line: string): void;
} {
  return pino.multistream([
    { level: "trace", stream: pino.destination(1) },
    ...others.map((stream) => ({ level: "error" as const, stream })),
  ]);
}
