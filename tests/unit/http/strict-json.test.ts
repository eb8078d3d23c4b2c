import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { AppEnv } from "#server/http/app-env.ts";
import { optionalBody, strictJson } from "#server/http/bodies/strict-json.ts";
import { onError } from "#server/http/on-error.ts";
import { validate } from "#server/http/validate.ts";

const app = new Hono<AppEnv>()
  .use(strictJson)
  .post(
    "/optional",
    optionalBody,
    validate("json", z.object({ amount: z.optional(z.number()) })),
    (c) => c.json(c.req.valid("json")),
  )
  .post("/needed", validate("json", z.object({ name: z.string("Name is required.") })), (c) =>
    c.json(c.req.valid("json")),
  );
app.onError(onError);

const json = { "content-type": "application/json" };
const send = (path: string, init: RequestInit) => app.request(path, { method: "POST", ...init });

describe("a request without a body", () => {
  it.each([{}, json])(
    "is accepted where every field is optional, with the headers %j",
    async (headers) => {
      const answer = await send("/optional", { headers });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({});
    },
  );

  it("gets an error that names the required fields", async () => {
    const answer = await send("/needed", {});
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ field: "name" }] });
  });

  it("is rejected where fields are required and JSON was announced", async () => {
    expect((await send("/needed", { headers: json })).status).toBe(400);
  });
});

it("a body of whitespace is not JSON", async () => {
  expect((await send("/optional", { headers: json, body: " " })).status).toBe(400);
});

describe("a JSON body with very many values", () => {
  it.each([
    ["keys", `{${Array.from({ length: 30_000 }, (_, i) => `"k${i}":1`).join(",")}}`],
    ["numbers", `[${"1,".repeat(30_000)}1]`],
    ["levels", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
    ["empty objects", `{"name":[${"{},".repeat(30_000)}{}]}`],
  ])("is rejected before it is parsed: %s", async (_, body) => {
    const answer = await send("/optional", { headers: json, body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: "The request body has too many values." });
  });

  it("is distinguished from a long text with the same characters", async () => {
    const body = JSON.stringify({ name: `${'\\",:[{'.repeat(10_000)}` });
    const answer = await send("/needed", { headers: json, body });
    expect(await answer.text()).not.toContain("too many values");
  });
});
