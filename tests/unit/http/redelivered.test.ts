import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, it } from "vitest";
import { processRedelivered } from "#server/http/redelivered.ts";

const withCode = (code: string) => Object.assign(new Error("from the driver"), { code });
const isDelivered = (error: unknown) => processRedelivered(() => Promise.reject(error));

it("an event that waited too long for a lock is to be delivered again", async () => {
  const locked = withCode("55P03");
  const expected = { code: "database_unavailable", status: 503, retryAfter: 2 };
  await expect(isDelivered(locked)).rejects.toMatchObject(expected);
  const wrapped = new DrizzleQueryError("update webhook_events", [], locked);
  await expect(isDelivered(wrapped)).rejects.toMatchObject(expected);
});

it("the result of processing an event, and any other failure, stay unchanged", async () => {
  const other = withCode("23505");
  await expect(isDelivered(other)).rejects.toBe(other);
  expect(await processRedelivered(async () => "done")).toBe("done");
});
