/** The process's log: JSON lines on standard output, without secrets. */
import { type Logger, type LoggerOptions, pino } from "pino";

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

/** The options of every log; tests give a destination of their own. */
export const logOptions = {
  base: { service: "halaqa" },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (level) => ({ level }) },
  redact: { paths: redacted, censor: "[redacted]" },
} satisfies LoggerOptions;

export function createLog(level: string, destination?: { write(line: string): void }): Logger {
  const options = { ...logOptions, level };
  return destination ? pino(options, destination) : pino(options);
}
