/** What the log contains about an error: its kind and location, but no personal data. */
import { DrizzleQueryError } from "drizzle-orm/errors";
import pg from "pg";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { logConsole } from "#server/monitoring/console-log.ts";
import { createLog } from "#server/monitoring/log.ts";

const address = "amina.yusuf@school.example";
const hash = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaA";
const token = "kqG7vX2mPz0aYc4RtLw9uNb1dEfGh5jK";
const words = "Please call my mother tonight";

function databaseError(details: object): Error {
  return Object.assign(new pg.DatabaseError("the database's words", 9, "error"), details);
}

const wrapped = (cause: Error) =>
  new DrizzleQueryError(
    'insert into "users" ("email", "password_hash") values ($1, $2)',
    [address, hash, words],
    cause,
  );

function jsonError(): unknown {
  try {
    return JSON.parse(`${words} "${token}"`);
  } catch (error) {
    return error;
  }
}

const stripeError = Object.assign(new Error(`Invalid email address: ${address}`), {
  type: "StripeInvalidRequestError",
  rawType: "invalid_request_error",
  raw: { message: address, param: "customer_email", headers: { authorization: token } },
  requestId: "req_1",
  statusCode: 400,
});

const smtpError = Object.assign(
  new Error(`Can't send mail - all recipients were rejected: 550 5.1.1 <${address}>: unknown`),
  {
    code: "EENVELOPE",
    responseCode: 550,
    response: `550 5.1.1 <${address}> ${words}`,
    command: `RCPT TO:<${address}>`,
    rejected: [address],
    rejectedErrors: [new Error(address)],
  },
);

const cases: Record<string, unknown> = {
  "a query that timed out": wrapped(new Error("Query read timeout")),
  "a statement that was canceled": wrapped(databaseError({ code: "57014" })),
  "a duplicate": wrapped(
    databaseError({
      code: "23505",
      constraint: "users_email",
      table: "users",
      detail: `Key (email)=(${address}) already exists.`,
      message: `duplicate key value (${address}) violates unique constraint "users_email"`,
    }),
  ),
  "a value of the wrong kind": databaseError({
    code: "22P02",
    message: `invalid input syntax for type integer: "${words}"`,
    where: `unnamed portal parameter $1 = '${words}'`,
  }),
  "a mail that the server rejects": smtpError,
  "a rejected mail with a cause": new Error("A mail was not sent", { cause: smtpError }),
  "a refusal by Stripe": stripeError,
  "a refusal by Zoom": Object.assign(new Error(`Zoom: User does not exist: ${address}.`), {
    body: { access_token: token },
    request: { headers: { authorization: `Bearer ${token}` } },
  }),
  "a text that isn't JSON": jsonError(),
  "an input that is wrong": z.safeParse(z.object({ [address]: z.literal(1) }), { [address]: words })
    .error,
  "many at once": new AggregateError(
    [smtpError, wrapped(databaseError({ code: "08006" }))],
    `2 mails failed: "${words}"`,
  ),
  "causes within causes": new Error("outer", {
    cause: new Error("middle", { cause: wrapped(new AggregateError([stripeError])) }),
  }),
  "an address with credentials": new TypeError(
    `fetch failed: https://user:${token}@api.example/v1?email=${address}`,
  ),
  "several lines": new Error(`The message was refused:\n${words}\n    at ${address}`),
  "a line that looks like a frame": new Error(`x\n    at ${words} (/home/${address}:1:1)`),
  "a text": words,
  "an object": { message: words, email: address, toString: () => token },
  "a message that was changed later": Object.assign(new Error(`about ${address}`), {
    message: "about somebody",
  }),
};
// Errors may be circular.
const circular = new Error("circular", { cause: smtpError });
smtpError.cause = circular;
cases["a circle"] = circular;

const secrets = /amina|yusuf|school\.example|argon2id|c2FsdHNh|kqG7vX2m|mother|insert into|RCPT/i;

function startLog() {
  const lines: string[] = [];
  const log = createLog("trace", { write: (line) => void lines.push(line) });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? "{}") };
}

describe.for(Object.entries(cases))("the error %s", ([, error]) => {
  it("is logged without personal data", () => {
    const { log, lines } = startLog();
    log.error({ err: error }, "A call failed");
    log.child({ requestId: "1" }).warn({ err: error, jobId: "1" }, "A job failed");
    log.warn({ reason: error instanceof Error ? error : undefined }, "A reason");
    log.error({ error }, "Another name");
    if (error instanceof Error) log.fatal(error);
    if (error instanceof Error) log.error({ err: error });
    logConsoleTo(log).error("It failed:", error);
    if (error instanceof Error) logConsoleTo(log).error(`Could not render\n${error.stack}`);
    expect(lines.join("\n")).not.toMatch(secrets);
  });
});

const logConsoleTo = (log: ReturnType<typeof createLog>) => {
  const target: Pick<Console, "error"> = { error: () => {} };
  logConsole(log, target);
  return target;
};

it("an error record contains what an operator needs: kind, code, constraint, cause and location", () => {
  const { log, last } = startLog();
  log.error({ err: cases["a duplicate"] }, "A call failed");
  expect(last()).toMatchObject({
    msg: "A call failed",
    err: {
      type: "DrizzleQueryError",
      stack: expect.stringMatching(/^ {4}at .*error-record\.test\.ts\S*:\d+/m),
      cause: { type: "DatabaseError", code: "23505", constraint: "users_email", table: "users" },
    },
  });
  log.error({ err: new Error("connect ECONNREFUSED 127.0.0.1:5432") }, "x");
  expect(last().err.message).toBe("connect ECONNREFUSED 127.0.0.1:5432");
  log.error({ err: new AggregateError([smtpError]) }, "x");
  expect(last().err.errors[0]).toMatchObject({ code: "EENVELOPE", responseCode: 550 });
});

it("output of libraries is logged at its level, with the frames of a stack", () => {
  const { log, last } = startLog();
  logConsoleTo(log).error(
    `[ERROR] Could not render https://x.example/progress/${token}\n${new Error(words).stack}`,
  );
  expect(last()).toMatchObject({ level: "error", msg: "Console output from a library" });
  expect(last().printed[0].message).toBe("… Could not render …");
  expect(last().printed[0].stack).toMatch(/error-record\.test\.ts/);
});
