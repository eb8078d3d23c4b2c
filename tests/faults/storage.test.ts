import { once } from "node:events";
import { rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { addStudent, type Person } from "../support/people.ts";
import { type Product, startProduct } from "../support/processes/product.ts";
import { report } from "../support/processes/report.ts";
import { ask } from "./support/records/ask.ts";
import { setUpForFile } from "./support/shared-setup.ts";

/** Users get a response within ten seconds. On a busy machine, the tests wait longer. */
const patience = 30_000;

let product: Product;
let student: Person;
let picture: Uint8Array<ArrayBuffer>;
setUpForFile(
  async () => {
    product = await startProduct({ LOG_LEVEL: "fatal" });
    student = await product.withContext((context) => addStudent(context));
    const canvas = { width: 1_400, height: 1_400, channels: 3 as const, background: "#0a5" };
    picture = new Uint8Array(await sharp({ create: canvas }).png().toBuffer());
  },
  async () => product?.stop(),
);

async function upload(url: string): Promise<Response> {
  const form = new FormData();
  form.set("file", new Blob([picture], { type: "image/png" }), "face.png");
  return fetch(`${url}/api/media/upload/single`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${student.token}` },
    signal: AbortSignal.timeout(patience),
  });
}

const look = (url: string, path: string) =>
  fetch(url + path, { signal: AbortSignal.timeout(patience) });

async function expectLater(response: Response): Promise<void> {
  expect(response.status, await response.text()).toBe(503);
  expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
}

describe("the image folder", () => {
  it("cannot be written or read: uploads get 503 and everything else works", async () => {
    const { url, dataDir } = product;
    const kept = (await (await upload(url)).json()).data.url;
    expect((await look(url, kept)).status).toBe(200);
    // Replacing the folder with a file makes it unusable even for root, which ignores permissions.
    const folder = join(dataDir, "uploads");
    const aside = join(dataDir, "uploads-aside");
    await rename(folder, aside);
    await writeFile(folder, "");
    await expectLater(await upload(url));
    await expectLater(await look(url, kept));
    for (const path of ["/courses", "/api/courses", "/readyz"]) {
      expect((await look(url, path)).status, path).toBe(200);
    }
    await rm(folder);
    await rename(aside, folder);
    expect((await look(url, kept)).status).toBe(200);
    expect((await upload(url)).status).toBe(201);
    report({
      fault: "a folder of pictures that can be neither read nor written",
      times: "1",
      found:
        "uploads and pictures 503 with Retry-After, all else 200; works again without a restart",
    });
  });
});

describe("the image bucket", () => {
  let bucket: Awaited<ReturnType<typeof startBucket>>;
  let url: string;
  setUpForFile(
    async () => {
      bucket = await startBucket();
      const server = await product.addServer({
        S3_BUCKET: "pictures",
        S3_ENDPOINT: bucket.endpoint,
        S3_ACCESS_KEY_ID: "key",
        S3_SECRET_ACCESS_KEY: "secret",
      });
      url = server.url;
    },
    async () => bucket?.close(),
  );
  afterEach(() => bucket.recover());

  it.each(["silent", "failing", "hanging up"] as const)(
    "is %s from the second file on: 503 in time, no file is lost, and it recovers",
    async (trouble) => {
      const kept = (await (await upload(url)).json()).data.url;
      expect((await look(url, kept)).status).toBe(200);
      const before = bucket.keys();
      expect(before.length).toBeGreaterThan(1);

      bucket.fail(trouble, { after: 1 });
      await expectLater(await upload(url));
      bucket.fail(trouble, { after: 0 });
      await Promise.all(
        [kept, `${kept}?w=640`].map(async (path) => expectLater(await look(url, path))),
      );
      expect((await look(url, "/readyz")).status).toBe(200);

      bucket.recover();
      expect((await look(url, kept)).status).toBe(200);
      // The files of a rejected image are deleted, at the latest by the purge job.
      const rows = () => ask<{ key: string }>(product, "select key from uploads");
      const known = async () =>
        (await rows()).flatMap(({ key }) =>
          bucket.keys().filter((name) => name.startsWith(key.replace(".webp", ""))),
        );
      expect((await known()).toSorted()).toEqual(bucket.keys());
      expect((await upload(url)).status).toBe(201);
      report({
        fault: `a bucket that is ${trouble} in the middle of a picture`,
        times: "1",
        found:
          "upload and pictures 503 with Retry-After within 10 s; no file without a row by which it is purged; works again without a restart",
      });
    },
  );
});

type BucketFault = "silent" | "failing" | "hanging up";

/** A minimal S3 server for one bucket, with faults that tests can set. */
async function startBucket() {
  const files = new Map<string, Buffer>();
  let trouble: BucketFault | undefined;
  let good = 0;
  const server = createServer(async (req, res) => {
    const key = (req.url ?? "").split("?")[0]?.split("/").at(-1) ?? "";
    const body = await buffer(req);
    if (trouble && good-- <= 0) {
      if (trouble === "silent") return;
      if (trouble === "hanging up") return res.destroy();
      return res.writeHead(500).end();
    }
    if (req.method === "PUT") {
      files.set(key, body);
      return res.end();
    }
    if (req.method === "DELETE") {
      files.delete(key);
      return res.writeHead(204).end();
    }
    const file = files.get(key);
    if (file) return res.setHeader("content-length", file.length).end(file);
    res.writeHead(404, { "content-type": "application/xml" });
    return res.end("<Error><Code>NoSuchKey</Code><Message>There is none.</Message></Error>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    keys: () => [...files.keys()].sort(),
    fail(kind: BucketFault, { after }: { after: number }) {
      trouble = kind;
      good = after;
    },
    recover() {
      trouble = undefined;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
