/**
 * Converts errors to a form that can be logged. Libraries add query parameters, addresses, request
 * bodies and even whole connections to errors, so only listed properties are copied, and everything
 * that may come from a person is removed from texts.
 */

export interface ErrorRecord {
  type: string;
  message?: string;
  /** The stack trace: function names, files and lines. */
  stack?: string;
  cause?: ErrorRecord;
  /** The errors of an AggregateError. */
  errors?: ErrorRecord[];
  [detail: string]: unknown;
}

/** Properties that name a kind of failure or a part of the schema, and never contain a value. */
const safeDetails = [
  "code",
  "errno",
  "syscall",
  "status",
  "statusCode",
  "responseCode",
  "rawType",
  "decline_code",
  "requestId",
  "kind",
  "severity",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
];

const maxNested = 5;

/**
 * The error serializer of every log. It keeps only the parts of an error that contain no secrets.
 */
export function recordError(error: unknown): ErrorRecord {
  return record(error, 0);
}

function record(error: unknown, depth: number): ErrorRecord {
  if (!(error instanceof Error)) return { type: typeName(error) };
  const message = readMessage(error);
  const stack = readFrames(error);
  const nested = depth < maxNested;
  return {
    type: typeName(error),
    ...(message && { message }),
    ...readDetails(error),
    ...(stack && { stack }),
    ...(nested && error.cause !== undefined && { cause: record(error.cause, depth + 1) }),
    ...(nested &&
      error instanceof AggregateError && {
        errors: error.errors.slice(0, maxNested).map((each) => record(each, depth + 1)),
      }),
  };
}

const typeName = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return value.constructor?.name || "object";
};

function readDetails(error: Error): Record<string, string | number> {
  const details: Record<string, string | number> = {};
  for (const name of safeDetails) {
    const value = (error as unknown as Record<string, unknown>)[name];
    if (typeof value === "number") details[name] = value;
    if (typeof value === "string" && /^[A-Za-z][\w.-]{0,80}$|^[0-9A-Z]{5}$/.test(value)) {
      details[name] = value;
    }
  }
  return details;
}

function readMessage(error: Error): string | undefined {
  // Drizzle's message contains the statement with its parameters. The cause says what went wrong.
  if ("query" in error && "params" in error) return undefined;
  return scrubText(error.message);
}

/** The frames of the stack trace, without the message above them. */
function readFrames({ stack = "", message }: Error): string | undefined {
  const at = message === "" ? -1 : stack.indexOf(message);
  return scrubFrames(at < 0 ? stack : stack.slice(at + message.length));
}

const frame =
  /^ {4}at (?:async )?(?:new )?(?:[\w$.<>#]+ (?:\[as [\w$.]+\] )?\()?(?:file:\/\/|node:|\/)[^\s()]+:\d+:\d+\)?$/;

const scrubFrames = (text: string): string | undefined =>
  text
    .split("\n")
    .filter((line) => frame.test(line))
    .slice(0, 15)
    .join("\n") || undefined;

/**
 * Removes everything that a text quotes (values, addresses, tokens), and everything after its first
 * line.
 */
export function scrubText(text: string): string | undefined {
  const [line = ""] = text.split(/[\r\n\u2028\u2029]/, 1);
  return (
    line
      .replace(/\b(failed query|params|parameters|detail|response|key)\b\s*[:(=].*$/i, "$1: …")
      .replaceAll(/["'`«“‘].*["'`»”’]/g, "…")
      .replaceAll(/<.*>/g, "…")
      .replaceAll(/\{.*\}|\[.*\]/g, "…")
      .replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, "…")
      .replaceAll(/\S*@\S*/g, "…")
      .replaceAll(/[\w+/=-]{24,}/g, "…")
      .slice(0, 200)
      .trim() || undefined
  );
}

/** Scrubs a text that contains a stack trace, as libraries print them. */
export function scrubPrinted(text: string): ErrorRecord {
  const stack = scrubFrames(text);
  const message = scrubText(text);
  return { type: "printed", ...(message && { message }), ...(stack && { stack }) };
}
