import { Hono } from "hono";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { startGateway } from "../../support/gateway.ts";
import { addStudent } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("a picture can be uploaded and read through the gateway, which rejects files that are too large", async () => {
  const { url } = await startGateway({ api: new Hono().route("/", app.app) });
  const { token } = await addStudent(app.context);
  const upload = (content: Uint8Array) => {
    const body = new FormData();
    body.set("file", new Blob([Buffer.from(content)], { type: "image/png" }));
    return fetch(`${url}/api/media/upload/single`, {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${token}` },
    });
  };
  const create = { width: 20, height: 20, channels: 3, background: "#0a5" } as const;
  const taken = await upload(await sharp({ create }).png().toBuffer());
  expect(taken.status).toBe(201);
  const { data } = (await taken.json()) as { data: { url: string } };
  const served = await fetch(new URL(data.url, url));
  expect(served.status).toBe(200);
  expect(Object.fromEntries(served.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
  expect((await fetch(`${url}/media/upl_missing.webp`)).status).toBe(404);
  const refused = await upload(new Uint8Array(6 * 1024 * 1024));
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ message: "File size should not exceed 5MB" });
});
