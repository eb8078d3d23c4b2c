import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { writeSessionCookie } from "#server/accounts/sessions/session-cookie.ts";
import { startSession } from "#server/accounts/sessions/sessions.ts";
import { uploads } from "#server/db/tables/media.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addAccount, addStudent } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "100" } });
});
afterAll(() => app.close());

/** An SVG that tries to include a local file. */
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><image href="file:///etc/passwd" width="99" height="99"/><script>alert(1)</script></svg>';
const pngStart = Buffer.from("89504e470d0a1a0a", "hex");
const jpegStart = Buffer.from("ffd8ffe0", "hex");

const wrongType = "Please select a valid image file (JPEG, PNG, GIF, or WebP)";

async function upload(
  content: Uint8Array | undefined,
  { token, type = "image/png", headers = {} }: Options = {},
) {
  const form = new FormData();
  if (content) form.set("file", new Blob([Buffer.from(content)], { type }), "../../x.php");
  const response = await app.app.request("/api/media/upload/single", {
    method: "POST",
    body: form,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
  });
  return { status: response.status, body: await response.json() };
}
interface Options {
  token?: string;
  type?: string;
  headers?: Record<string, string>;
}

const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: "#0a5" } });

const filesOnDisk = async (): Promise<string[]> =>
  readdir(join(app.config.dataDir, "uploads")).catch(() => []);

describe("POST /api/media/upload/single", () => {
  it("asks to try again if the server is too busy to decode a picture in time", async () => {
    const { token } = await addStudent(app.context);
    const content = await picture().png().toBuffer();
    const decode = vi
      .spyOn(sharp.prototype, "toBuffer")
      .mockRejectedValueOnce(new Error("timeout: 42% complete"));
    const { status, body } = await upload(content, { token });
    decode.mockRestore();
    expect([status, body.message]).toEqual([
      429,
      "The server is too busy to process the image. Please try again soon.",
    ]);
    expect((await upload(content, { token })).status).toBe(201);
  });

  it.each(["jpeg", "png", "gif", "webp"] as const)(
    "accepts a %s and serves it as WebP",
    async (format) => {
      const { token } = await addStudent(app.context);
      const { status, body } = await upload(await picture().toFormat(format).toBuffer(), { token });
      expect(status).toBe(201);
      expect(body).toMatchObject({ success: true, data: { url: expect.any(String) } });
      const served = await app.app.request(body.data.url);
      expect(served.status).toBe(200);
      expect(Object.fromEntries(served.headers)).toMatchObject({
        "content-type": "image/webp",
        "x-content-type-options": "nosniff",
        "cache-control": "public, max-age=31536000, immutable",
        "content-disposition": "inline",
      });
      const image = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
      expect(image).toMatchObject({ format: "webp", width: 40, height: 30 });
    },
  );

  it("rotates pictures upright, shrinks them and removes camera metadata", async () => {
    const { token } = await addStudent(app.context);
    const content = await picture(3000, 1000)
      .withExif({ IFD0: { Copyright: "secret place" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { body } = await upload(content, { token });
    const served = await app.app.request(body.data.url);
    const image = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
    expect(image).toMatchObject({ width: 533, height: 1600 });
    expect(image.exif).toBeUndefined();
    expect(image.orientation).toBeUndefined();
  });

  it("serves smaller copies, and the original for any other width", async () => {
    const { token } = await addStudent(app.context);
    const { body } = await upload(await picture(1000, 500).png().toBuffer(), { token });
    const widthOf = async (query: string) => {
      const served = await app.app.request(`${body.data.url}${query}`);
      return (await sharp(Buffer.from(await served.arrayBuffer())).metadata()).width;
    };
    expect(await widthOf("?w=320")).toBe(320);
    expect(await widthOf("?w=960")).toBe(960);
    expect(await widthOf("?w=1280")).toBe(1000);
    expect(await widthOf("?w=7")).toBe(1000);
    for (const odd of ["../../etc", "%E2%82%AC", "%0A", "3e2", "0x140", "320&w=960", "%FF", "[]"]) {
      expect(await widthOf(`?w=${odd}`), odd).toBe(odd.startsWith("320") ? 320 : 1000);
    }
  });

  it("returns 304 to a client that has the picture", async () => {
    const { token } = await addStudent(app.context);
    const { body } = await upload(await picture().png().toBuffer(), { token });
    const etag = (await app.app.request(body.data.url)).headers.get("etag") ?? "";
    const again = await app.app.request(body.data.url, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
  });

  it("allows uploads before the profile is complete", async () => {
    const { token } = await addAccount(app.context);
    expect((await upload(await picture().png().toBuffer(), { token })).status).toBe(201);
  });

  it("accepts the session cookie only from the site's own pages", async () => {
    const { userId } = await addAccount(app.context);
    const session = await startSession(app.config, app.context.db, userId, undefined);
    const [cookie = ""] = writeSessionCookie(app.config, session.token, session.endsAt).split(";");
    const content = await picture().png().toBuffer();
    const from = (headers: Record<string, string>) =>
      upload(content, { headers: { cookie, ...headers } });
    const [origin = ""] = app.config.ownOrigins;
    expect((await from({ origin })).status).toBe(201);
    expect((await from({ origin: "https://evil.example" })).status).toBe(403);
    expect((await from({ origin, "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await from({})).status).toBe(403);
    expect((await upload(content, { headers: { cookie: `${cookie}x`, origin } })).status).toBe(401);
  });

  it("rejects visitors and invalid tokens", async () => {
    const content = await picture().png().toBuffer();
    expect((await upload(content)).status).toBe(401);
    expect((await upload(content, { token: "a.b.c" })).status).toBe(401);
  });

  it.each([
    ["an SVG that begins like a GIF", Buffer.from('GIF89a<svg width="9" height="9"></svg>')],
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    [
      "an SVG after whitespace",
      Buffer.from('\n\n<?xml version="1.0"?><svg width="9" height="9"/>'),
    ],
    [
      "a compressed SVG",
      gzipSync('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ["an SVG that begins like a WebP", Buffer.from(`RIFF9999WEBP${drawing}`)],
    ["an SVG that begins like a PNG", Buffer.concat([pngStart, Buffer.from(drawing)])],
    ["an SVG that begins like a JPEG", Buffer.concat([jpegStart, Buffer.from(drawing)])],
    ["an SVG in UTF-16", Buffer.from(`\uFEFF${drawing}`, "utf16le")],
    ["an HTML page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["an HTML page that begins like a GIF", Buffer.from("GIF89a/*<script>alert(1)</script>*/=1")],
    ["a PDF", Buffer.from("%PDF-1.7\n%âãÏÓ\n1 0 obj<</Type/Catalog>>endobj")],
    ["nothing", Buffer.alloc(0)],
    ["noise", Buffer.from("89504e470d0a1a0affffffff", "hex")],
    [
      "a picture without its end",
      picture(400, 400)
        .png()
        .toBuffer()
        .then((b) => b.subarray(0, 90)),
    ],
    ["a TIFF", picture().tiff().toBuffer()],
    ["an AVIF", picture(16, 16).avif().toBuffer()],
  ])("rejects %s, which is not a picture, and stores nothing", async (_what, content) => {
    const { token } = await addStudent(app.context);
    const before = await filesOnDisk();
    const { status, body } = await upload(await content, { token });
    expect(status).toBe(400);
    expect(body).toMatchObject({ message: wrongType, errors: [{ field: "file" }] });
    expect(await filesOnDisk()).toEqual(before);
  });

  it("stores nothing that is hidden behind a picture", async () => {
    const { token } = await addStudent(app.context);
    for (const format of ["png", "gif", "jpeg", "webp"] as const) {
      const whole = await picture().toFormat(format).toBuffer();
      const { status, body } = await upload(Buffer.concat([whole, Buffer.from(drawing)]), {
        token,
        type: "image/svg+xml",
      });
      expect(status, format).toBe(201);
      const served = await app.app.request(body.data.url);
      const bytes = Buffer.from(await served.arrayBuffer());
      expect(bytes.includes("svg"), format).toBe(false);
      expect((await sharp(bytes).metadata()).format).toBe("webp");
    }
  });

  it("never decodes an uploaded file as one of our own SVG drawings", async () => {
    const decoder = await import("#server/media/decoders.ts");
    for (const start of ["GIF89a", "RIFF9999WEBP", "\x89PNG\r\n\x1a\n", "\xff\xd8\xff\xe0"]) {
      const bytes = Buffer.concat([Buffer.from(start, "latin1"), Buffer.from(drawing)]);
      expect(decoder.isPicture(bytes)).toBe(true);
      // The decoder must either treat the file as the type its first bytes indicate, or reject it.
      const format = await decoder
        .sharp(bytes)
        .metadata()
        .then(
          (found) => found.format,
          () => "none",
        );
      expect(format, start).not.toBe("svg");
    }
    for (const bytes of [Buffer.from(drawing), Buffer.from(` ${drawing}`), gzipSync(drawing)]) {
      expect(decoder.isPicture(bytes)).toBe(false);
    }
  });

  it("rejects a small file that decodes to too many pixels", async () => {
    const { token } = await addStudent(app.context);
    const bomb = await picture(12_000, 12_000).png().toBuffer();
    expect(bomb.byteLength).toBeLessThan(5 * 1024 * 1024);
    expect((await upload(bomb, { token })).status).toBe(400);
  });

  it("rejects more than 5 MB with 413 for any kind of file", async () => {
    const { token } = await addStudent(app.context);
    for (const size of [5 * 1024 * 1024 + 1, 6 * 1024 * 1024]) {
      const { status, body } = await upload(Buffer.alloc(size), { token });
      expect(status).toBe(413);
      expect(body.message).toBe("File size should not exceed 5MB");
    }
  });

  it("rejects a form without a file, text in its place, and bodies that are not forms", async () => {
    const { token } = await addStudent(app.context);
    expect((await upload(undefined, { token })).status).toBe(400);
    const send = (body: string, type: string) =>
      app.app.request("/api/media/upload/single", {
        method: "POST",
        body,
        headers: { authorization: `Bearer ${token}`, "content-type": type },
      });
    expect((await send("{}", "application/json")).status).toBe(400);
    expect((await send("file=x", "application/x-www-form-urlencoded")).status).toBe(400);
    expect((await send("no parts", "multipart/form-data; boundary=x")).status).toBe(400);
    expect((await send("no parts", "multipart/form-data")).status).toBe(400);
    const empty = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(100);
    const manyParts = await send(`${empty}--x--`, "multipart/form-data; boundary=x");
    expect(await manyParts.json()).toMatchObject({ message: "The form could not be read." });
  });

  it("generates the name of the file", async () => {
    const { token, userId } = await addStudent(app.context);
    const { body } = await upload(await picture().png().toBuffer(), { token });
    expect(body.data.url).toMatch(/^\/media\/upl_\w{20}\.webp$/);
    const rows = await app.context.db.select().from(uploads);
    const row = rows.find((upload) => upload.userId === userId);
    expect(`/media/${row?.key}`).toBe(body.data.url);
  });

  it("leaves no file behind when the database fails", async () => {
    const { token, userId } = await addStudent(app.context);
    const before = await filesOnDisk();
    await app.database.pool.query(
      `alter table uploads add constraint broken check (user_id <> '${userId}') not valid`,
    );
    const { status } = await upload(await picture(1000, 1000).png().toBuffer(), { token });
    await app.database.pool.query("alter table uploads drop constraint broken");
    expect(status).toBe(500);
    expect(await filesOnDisk()).toEqual(before);
  });
});

describe("GET /media/{key}", () => {
  it.each([
    "/media/upl_missing.webp",
    "/media/..%2f..%2fsecrets.json",
    "/media/secrets.json",
    "/media/upl_x-640.webp",
    "/media/",
  ])("returns 404 for %s", async (path) => {
    expect((await app.app.request(path)).status).toBe(404);
  });
});

describe("the upload limit", () => {
  it("applies to each person separately, and says when to retry", async () => {
    const limited = await createTestApp({ env: { RATE_LIMIT_FACTOR: "0.04" } });
    const { token } = await addStudent(limited.context);
    const content = await picture().png().toBuffer();
    const send = () => {
      const form = new FormData();
      form.set("file", new Blob([Buffer.from(content)]));
      return limited.app.request("/api/media/upload/single", {
        method: "POST",
        body: form,
        headers: { authorization: `Bearer ${token}` },
      });
    };
    expect((await send()).status).toBe(201);
    expect((await send()).status).toBe(201);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await limited.close();
  });
});
