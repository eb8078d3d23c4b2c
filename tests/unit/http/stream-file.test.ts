import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { streamFile } from "#server/http/stream-file.ts";

const from = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

describe("a file from the store", () => {
  it("is sent if it has the stated length, even an empty one", async () => {
    expect(await text(streamFile({ stream: from("ab", "c"), bytes: 3 }))).toBe("abc");
    expect(await text(streamFile({ stream: from(), bytes: 0 }))).toBe("");
  });

  it.each([
    ["shorter", 4],
    ["longer", 2],
  ])("closes the connection if it is %s than stated", async (_, bytes) => {
    const stream = from("ab", "c");
    await expect(text(streamFile({ stream, bytes }))).rejects.toThrow("another length");
    expect(stream.destroyed).toBe(true);
  });

  it("closes the connection if the store stops sending", async () => {
    const stream = new PassThrough();
    stream.write("ab");
    await expect(text(streamFile({ stream, bytes: 3, patienceMs: 20 }))).rejects.toThrow(
      "stopped sending",
    );
    expect(stream.destroyed).toBe(true);
  });

  it("is closed if the client disconnects", async () => {
    const stream = new PassThrough();
    const body = streamFile({ stream, bytes: 3 });
    await body.cancel();
    expect(stream.destroyed).toBe(true);
  });
});
