/** The limits of decoding: one person's images neither delay those of others nor fill the memory. */
import { setImmediate as nextTurn } from "node:timers/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { AppError } from "#lib/errors.ts";
import { encodeImage } from "#server/media/image.ts";

const drawn = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: "#0a5" } });

/** A PNG with sixteen bits for each color. */
const deep = (width: number, height: number) =>
  drawn(width, height, 4).toColorspace("rgb16").png().toBuffer();

test("a small file that decodes to too many bytes is rejected", async () => {
  const bomb = await deep(5_000, 5_000);
  expect(bomb.byteLength).toBeLessThan(5 * 1024 * 1024);
  expect((await sharp(bomb).metadata()).depth).toBe("ushort");
  expect(await encodeImage(bomb, { source: "usr_1" })).toBeUndefined();
});

/** A progressive JPEG of 64 × 64 gray pixels: one scan that is needed, and empty ones. */
function layered(emptyScans: number): Buffer {
  const segment = (marker: number, ...body: number[]) => [
    0xff,
    marker,
    0,
    body.length + 2,
    ...body,
  ];
  const oneCode = [1, ...Array<number>(15).fill(0)];
  const scan = (coefficient: number, data: number[]) => [
    ...segment(0xda, 1, 1, 0, coefficient, coefficient, 0),
    ...data,
  ];
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, 0, ...Array<number>(64).fill(1)),
    ...segment(0xc2, 8, 0, 64, 0, 64, 1, 1, 0x11, 0),
    // The only codes mean "no difference" and "no coefficients in the next 16,384 blocks".
    ...segment(0xc4, 0x00, ...oneCode, 0x00),
    ...segment(0xc4, 0x10, ...oneCode, 0xe0),
    ...scan(0, Array<number>(8).fill(0)),
    ...Array.from({ length: emptyScans }, (_, index) => scan(1 + (index % 63), [0, 1])).flat(),
    ...[0xff, 0xd9],
  ]);
}

test("a progressive JPEG with more scans than any program writes is rejected", async () => {
  expect(await encodeImage(layered(20), { source: "usr_1" })).toMatchObject({ width: 64 });
  expect(await encodeImage(layered(150), { source: "usr_1" })).toBeUndefined();
});

test.each([
  ["a JPEG of 48 megapixels", () => drawn(8_064, 6_048).jpeg().toBuffer()],
  [
    "a progressive JPEG of 12 megapixels",
    () => drawn(4_032, 3_024).jpeg({ progressive: true }).toBuffer(),
  ],
  ["a PNG of 12 megapixels", () => drawn(4_032, 3_024, 4).png().toBuffer()],
])(
  "%s, as phones produce, is accepted",
  async (_, draw) => {
    const image = await encodeImage(await draw(), { source: "usr_1" });
    expect(image).toMatchObject({ width: 1_600, height: 1_200 });
  },
  30_000,
);

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "an image with EXIF orientation %i is stored upright",
  async (orientation) => {
    const pixels = Buffer.from([
      255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0, 0, 255, 255, 255, 0, 255,
    ]);
    const large = await sharp(pixels, { raw: { width: 3, height: 2, channels: 3 } })
      .resize({ width: 2_400, height: 1_600, kernel: "nearest" })
      .withMetadata({ orientation })
      .png()
      .toBuffer();
    const image = await encodeImage(large, { source: "usr_1" });
    const [columns, rows] = orientation < 5 ? [3, 2] : [2, 3];
    const read = (bytes: Uint8Array, autoOrient: boolean) =>
      sharp(bytes, { autoOrient })
        .removeAlpha()
        .resize(columns, rows, { fit: "fill" })
        .raw()
        .toBuffer();
    const [stored, expected] = [
      await read(image?.content ?? large, false),
      await read(large, true),
    ];
    const largest = Math.max(...stored.map((value, i) => Math.abs(value - (expected[i] ?? 0))));
    // Compression changes the colors a little. Any two of these six differ by 255 in some channel.
    expect(largest).toBeLessThan(64);
    expect(Math.max(image?.width ?? 0, image?.height ?? 0)).toBe(1_600);
  },
);

test("a flood of one person's images is rejected, and another person's image waits only for one turn", async () => {
  const picture = await drawn(2_000, 2_000).png().toBuffer();
  const finished: string[] = [];
  const send = (source: string) =>
    encodeImage(picture, { source }).then(
      () => finished.push(source),
      (error: unknown) => {
        expect(error).toBeInstanceOf(AppError);
        expect(error).toMatchObject({ code: "rate_limited" });
        return "rejected";
      },
    );
  const flood = Array.from({ length: 30 }, () => send("flood"));
  const other = send("other");
  const outcomes = await Promise.all(flood);
  await other;
  expect(outcomes.filter((outcome) => outcome === "rejected")).toHaveLength(22);
  expect(finished.indexOf("other")).toBeLessThanOrEqual(4);
});

test("the waiting images of a client that has disconnected are not decoded", async () => {
  const picture = await drawn(3_000, 3_000).png().toBuffer();
  const busy = ["usr_1", "usr_2"].map((source) => encodeImage(picture, { source }));
  const client = new AbortController();
  const waiting = encodeImage(picture, { source: "usr_3", signal: client.signal });
  await nextTurn();
  client.abort();
  await expect(waiting).rejects.toThrow("aborted");
  await Promise.all(busy);
});
