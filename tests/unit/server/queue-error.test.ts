import pg from "pg";
import { expect, test } from "vitest";
import { findQueueError } from "#server/jobs/queue-error.ts";
import { recordError } from "#server/monitoring/error-record.ts";

/** Copies an error as the queue does with errors of its workers. */
const copy = (error: Error) => ({
  ...error,
  message: error.message,
  stack: error.stack,
  queue: "send-mail",
  worker: "f8a1",
});

test("a copied database error is logged with its code, table and location", () => {
  const error = Object.assign(new pg.DatabaseError("canceling statement", 9, "error"), {
    code: "57014",
    table: "job",
  });
  const logged = recordError(findQueueError(copy(error)));
  expect(logged).toMatchObject({
    type: "Error",
    message: "canceling statement",
    code: "57014",
    table: "job",
  });
  expect(logged.stack).toContain("queue-error.test.ts");
});

test("a copied network error is logged with its code", () => {
  const error = Object.assign(new Error("connect ECONNREFUSED"), {
    code: "ECONNREFUSED",
    syscall: "connect",
  });
  expect(recordError(findQueueError(copy(error)))).toMatchObject({
    code: "ECONNREFUSED",
    syscall: "connect",
  });
});

test("an Error is kept, and other values reveal nothing", () => {
  const error = new TypeError("no");
  expect(findQueueError(error)).toBe(error);
  expect(recordError(findQueueError({ detail: "private" }))).toEqual({ type: "Object" });
  expect(recordError(findQueueError(undefined))).toEqual({ type: "undefined" });
});
