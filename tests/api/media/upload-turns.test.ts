/** Forms that a person isn't allowed to upload now aren't read. */
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addStudent } from "../../support/people.ts";

/** The uploads that an account can send in an hour. */
const points = 12;

let app: TestApp;
let form: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "0.2" } });
  const create = { width: 40, height: 30, channels: 3, background: "#0a5" } as const;
  const picture = await sharp({ create }).png().toBuffer();
  form = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\n\r\n'),
    picture,
    Buffer.from("\r\n--b--\r\n"),
  ]);
});
afterAll(() => app.close());

/** Starts an upload. Its body is sent once the server reads it and `finish` has been called. */
function startUpload(token: string) {
  const upload = { isRead: false, finish: () => {} };
  const finished = new Promise<void>((resolve) => {
    upload.finish = resolve;
  });
  const body = new ReadableStream(
    {
      async pull(controller) {
        upload.isRead = true;
        await finished;
        controller.enqueue(form);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init = {
    method: "POST",
    body,
    duplex: "half",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "multipart/form-data; boundary=b",
      "content-length": String(form.byteLength),
    },
  };
  return Object.assign(upload, { response: app.app.request("/api/media/upload/single", init) });
}

describe("uploads", () => {
  it("over the person's limit are refused before they are read", async () => {
    const { token } = await addStudent(app.context);
    for (let time = 0; time < points; time += 1) {
      const upload = startUpload(token);
      upload.finish();
      expect((await upload.response).status).toBe(201);
    }
    const refused = startUpload(token);
    refused.finish();
    expect((await refused.response).status).toBe(429);
    expect(refused.isRead).toBe(false);
  });

  it("of one person are read one after the other, and don't delay other people", async () => {
    const { token } = await addStudent(app.context);
    const other = await addStudent(app.context);
    const first = startUpload(token);
    await expect.poll(() => first.isRead).toBe(true);
    const second = startUpload(token);
    second.finish();
    const foreign = startUpload(other.token);
    foreign.finish();
    expect((await foreign.response).status).toBe(201);
    expect(second.isRead).toBe(false);
    first.finish();
    expect((await first.response).status).toBe(201);
    expect((await second.response).status).toBe(201);
  });

  it("are refused while too many of the same person are waiting", async () => {
    const { token } = await addStudent(app.context);
    const uploads = Array.from({ length: 10 }, () => startUpload(token));
    const refused = await Promise.any(
      uploads.map(async ({ response }) => {
        expect((await response).status).toBe(429);
        return response;
      }),
    );
    expect(refused.headers.get("retry-after")).toBe("10");
    for (const { finish } of uploads) finish();
    const statuses = await Promise.all(
      uploads.map(async ({ response }) => (await response).status),
    );
    // An upload that arrives after others have ended isn't refused.
    const taken = statuses.filter((status) => status === 201).length;
    expect(taken).toBeGreaterThanOrEqual(7);
    expect(taken).toBeLessThan(statuses.length);
    expect(new Set(statuses)).toEqual(new Set([201, 429]));
  });
});
