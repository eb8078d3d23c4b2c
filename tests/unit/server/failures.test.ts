import { describe, expect, it } from "vitest";
import { isDatabaseDown, isRetryableRead } from "#server/db/failures.ts";
import { toAppError } from "#server/http/on-error.ts";

const driverError = (code: string, message: string) =>
  new Error("Failed query", { cause: Object.assign(new Error(message), { code }) });

describe("a full queue of notifications", () => {
  const full = driverError("54000", "too many notifications in the NOTIFY queue");

  it("counts as an outage, so that clients try again", () => {
    expect(isDatabaseDown(full)).toBe(true);
    expect(isRetryableRead(full)).toBe(true);
    expect(toAppError(full)).toMatchObject({ status: 503, retryAfter: 2 });
  });

  it.each([
    ["54000", "index row size 2800 exceeds btree version 4 maximum 2704"],
    ["54001", "stack depth limit exceeded"],
  ])("isn't confused with an exceeded limit of the request: %s %s", (code, message) => {
    expect(isDatabaseDown(driverError(code, message))).toBe(false);
    expect(toAppError(driverError(code, message))).toBeUndefined();
  });
});
