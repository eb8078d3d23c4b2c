import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFileStore, type FileStore } from "#server/providers/files.ts";

const content = new Uint8Array([82, 73, 70, 70, 0, 255]);

async function keepsFiles(store: FileStore): Promise<void> {
  expect(await store.find("upl_a.webp")).toBeUndefined();
  await store.put("upl_a.webp", content, "image/webp");
  const file = await store.find("upl_a.webp");
  expect(file?.bytes).toBe(content.length);
  const stream = await file?.read();
  expect(await stream?.toArray()).toEqual([Buffer.from(content)]);
  await store.delete("upl_a.webp");
  await store.delete("upl_a.webp");
  expect(await store.find("upl_a.webp")).toBeUndefined();
}

describe("the local file storage", () => {
  it("creates its folder and keeps files", async () => {
    const parent = await mkdtemp(join(tmpdir(), "halaqa-files-"));
    onTestFinished(() => rm(parent, { recursive: true }));
    const folder = join(parent, "uploads");
    const store = createFileStore({ folder, s3: undefined });
    await keepsFiles(store);
    expect(await readdir(folder)).toEqual([]);
  });

  it("reports a file that cannot be read instead of calling it missing", async () => {
    const folder = await mkdtemp(join(tmpdir(), "halaqa-files-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const store = createFileStore({ folder, s3: undefined });
    await store.put("folder/upl_a.webp", content, "image/webp");
    await expect(store.find("folder")).rejects.toThrow();
  });
});

describe("the bucket storage", () => {
  it("keeps files over the S3 protocol, with signatures and without access lists", async () => {
    const { endpoint, requests } = await startBucket();
    const store = createFileStore({
      folder: "/unused",
      s3: {
        bucket: "pictures",
        endpoint,
        region: "eu-central-1",
        accessKeyId: "key",
        secretAccessKey: "secret",
      },
    });
    await keepsFiles(store);
    expect(requests.map(({ method }) => method)).toContain("PUT");
    for (const request of requests) {
      expect(request.url).toMatch(/^\/pictures\/upl_a\.webp/);
      expect(request.authorization).toContain("Credential=key/");
      expect(request.acl).toBeUndefined();
    }
  });
});

/** A minimal S3 server for one bucket. */
async function startBucket() {
  const files = new Map<string, Buffer>();
  const requests: { method?: string; url?: string; authorization?: string; acl?: unknown }[] = [];
  const server = createServer(async (req, res) => {
    const { method, url = "" } = req;
    const path = url.split("?")[0] ?? "";
    requests.push({
      method,
      url,
      authorization: req.headers.authorization,
      acl: req.headers["x-amz-acl"],
    });
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    if (method === "PUT") {
      files.set(path, readChunked(Buffer.concat(chunks), req.headers["content-encoding"]));
      return res.end();
    }
    if (method === "DELETE") {
      files.delete(path);
      return res.writeHead(204).end();
    }
    const file = files.get(path);
    if (file) return res.setHeader("content-length", file.length).end(file);
    res.writeHead(404, { "content-type": "application/xml" });
    return res.end("<Error><Code>NoSuchKey</Code><Message>There is none.</Message></Error>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, requests };
}

/** The client may send the body in chunks with size headers (`aws-chunked`). */
function readChunked(body: Buffer, encoding: string | undefined): Buffer {
  if (!encoding?.includes("aws-chunked")) return body;
  const headEnd = body.indexOf("\r\n");
  const size = Number.parseInt(body.subarray(0, headEnd).toString(), 16);
  return body.subarray(headEnd + 2, headEnd + 2 + size);
}
