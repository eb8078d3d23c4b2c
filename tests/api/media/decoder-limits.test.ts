/** The limits of decoding: one person's images neither delay those of others nor fill the memory. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { AppError } from "#lib/errors.ts";
import { stripPng } from "#server/media/containers.ts";
import { encodeImage } from "#server/media/image.ts";

const drawn = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: "#0a5" } });

/** A PNG with 16 bits for each color. */
const deep = (width: number, height: number) =>
  drawn(width, height, 4).toColorspace("rgb16").png().toBuffer();

test("a small file that decodes to too many bytes is rejected", async () => {
  const bomb = await deep(5_000, 5_000);
  expect(bomb.byteLength).toBeLessThan(5 * 1024 * 1024);
  expect((await sharp(bomb).metadata()).depth).toBe("ushort");
  expect(await encodeImage(bomb, { source: "usr_1" })).toBeUndefined();
});

/** A black PNG, whose rows compress to few bytes. */
function blank(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Grayscale with 8 bits per pixel. Each row starts with its filter type.
  header[8] = 8;
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc((1 + width) * height))),
    chunk("IEND", new Uint8Array()),
  ]);
}

test.each([
  ["wider", 65_536, 1],
  ["far wider", 20_000_000, 2],
  ["taller", 1, 65_536],
])("a PNG that is %s than other formats can be is rejected", async (_, width, height) => {
  expect(await encodeImage(blank(width, height), { source: "usr_1" })).toBeUndefined();
});

test("a PNG as wide as other formats can be is accepted", async () => {
  expect(await encodeImage(blank(65_535, 50), { source: "usr_1" })).toMatchObject({ width: 1_600 });
});

/** A progressive JPEG of 64 × 64 gray pixels with one required scan, followed by empty ones. */
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

const chunk = (type: string, data: Uint8Array) => {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
};

/** A text that the decoder rejects only after it has decompressed all texts before it. */
const brokenText = Buffer.from("Comment\0\0no stream");

test.each([
  ["zTXt", brokenText],
  ["iTXt", Buffer.from("Comment\0\u0001\0\0\0no stream")],
  ["tEXt", Buffer.alloc(0)],
  ["fdAT", Buffer.alloc(0)],
])("a PNG is decoded without its chunks of type %s", async (type, data) => {
  const png = stripPng(await drawn(64, 32).png().toBuffer());
  // After the signature and the first chunk.
  const withChunk = Buffer.concat([png.subarray(0, 33), chunk(type, data), png.subarray(33)]);
  expect(Buffer.compare(stripPng(withChunk), png)).toBe(0);
  expect(stripPng(png)).toBe(png);
  expect(await encodeImage(withChunk, { source: "usr_1" })).toMatchObject({ width: 64 });
});

test("a PNG that ends within a chunk is rejected", async () => {
  const png = await drawn(640, 320).png().toBuffer();
  const cut = Buffer.concat([png.subarray(0, 33), chunk("tEXt", Buffer.alloc(0)).subarray(0, 9)]);
  expect(await encodeImage(cut, { source: "usr_1" })).toBeUndefined();
  expect(await encodeImage(png.subarray(0, -40), { source: "usr_1" })).toBeUndefined();
});

const profileOf = async (image: Buffer): Promise<Buffer> => {
  const { icc } = await sharp(image).metadata();
  if (!icc) throw new Error("The image has no color profile");
  return icc;
};

const uint32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

/** The profile with calculation steps for its colors. All of them are the same matrix. */
function addSteps(profile: Buffer, steps: number): Buffer {
  const count = profile.readUInt32BE(128);
  const [from, to] = [132, 132 + count * 12];
  const tags = Buffer.from(profile.subarray(from, to));
  for (let at = 4; at < tags.length; at += 12) tags.writeUInt32BE(tags.readUInt32BE(at) + 12, at);
  const channels = Buffer.from([0, 3, 0, 3]);
  const one = 0x3f800000;
  const matrix = [one, 0, 0, 0, one, 0, 0, 0, one, 0, 0, 0];
  const step = Buffer.concat([Buffer.from("matf\0\0\0\0"), channels, uint32(...matrix)]);
  const places = Array.from({ length: steps }, () => [16 + steps * 8, step.length]).flat();
  const list = Buffer.concat([channels, uint32(steps, ...places)]);
  const tag = Buffer.concat([Buffer.from("mpet\0\0\0\0"), list, step]);
  const data = profile.subarray(to);
  const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
  const start = to + 12 + data.length + padding.length;
  return Buffer.concat([
    uint32(start + tag.length),
    profile.subarray(4, 128),
    uint32(count + 1),
    tags,
    ...[Buffer.from("D2B0"), uint32(start, tag.length)],
    ...[data, padding, tag],
  ]);
}

test.each(["png", "jpeg", "webp"] as const)(
  "a %s whose color profile contains calculation steps is rejected",
  async (format) => {
    const image = await drawn(64, 32).withIccProfile("p3").png().toBuffer();
    const profile = addSteps(await profileOf(image), 20);
    const plain = stripPng(await drawn(64, 32).png().toBuffer());
    const content = Buffer.concat([Buffer.from("profile\0\0"), deflateSync(profile)]);
    const png = Buffer.concat([plain.subarray(0, 33), chunk("iCCP", content), plain.subarray(33)]);
    const file = await sharp(png).keepIccProfile().toFormat(format).toBuffer();
    expect(Buffer.compare(await profileOf(file), profile)).toBe(0);
    expect(await encodeImage(file, { source: "usr_1" })).toBeUndefined();
    const usual = await sharp(image).keepIccProfile().toFormat(format).toBuffer();
    expect(await encodeImage(usual, { source: "usr_1" })).toMatchObject({ width: 64 });
  },
);

test("a WebP animation with more frames than any program writes is rejected", async () => {
  const animate = async (frames: number) => {
    const strip = Buffer.alloc(8 * 8 * frames * 3);
    // Identical frames would be stored as one.
    for (let frame = 0; frame < frames; frame += 1) {
      strip.writeUIntBE((frame * 7919) % 0xffffff, frame * 8 * 8 * 3, 3);
    }
    const raw = { width: 8, height: 8 * frames, channels: 3, pageHeight: 8 } as const;
    return sharp(strip, { raw }).webp({ lossless: true, effort: 0 }).toBuffer();
  };
  expect(await encodeImage(await animate(50), { source: "usr_1" })).toMatchObject({ width: 8 });
  expect(await encodeImage(await animate(2_500), { source: "usr_1" })).toBeUndefined();
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
    // Wide enough to be scaled down, but not tall, because encoding many pixels takes long.
    const large = await sharp(pixels, { raw: { width: 3, height: 2, channels: 3 } })
      .resize({ width: 2_400, height: 96, fit: "fill", kernel: "nearest" })
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

test("a flood of one person's images is rejected, and another person's image waits for only one turn", async () => {
  const picture = await drawn(600, 600).png().toBuffer();
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
  const picture = await drawn(600, 600).png().toBuffer();
  const busy = ["usr_1", "usr_2"].map((source) => encodeImage(picture, { source }));
  const client = new AbortController();
  const waiting = encodeImage(picture, { source: "usr_3", signal: client.signal });
  await nextTurn();
  client.abort();
  await expect(waiting).rejects.toThrow("aborted");
  await Promise.all(busy);
});
