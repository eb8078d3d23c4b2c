/**
 * Processes uploaded images. They are decoded within limits and re-encoded, and are never stored as
 * uploaded.
 */

import type { AppError } from "#lib/errors.ts";
import { servedWidths, uploadMessages } from "#lib/media/media.ts";
import { getTexts } from "#translations/translate.ts";
import { createFairQueue } from "../fair-queue.ts";
import { requireClient } from "../http/client-abort.ts";
import { tooManyAttempts } from "../rate-limits.ts";
import { hasColorSteps, hasTooManyChunks, stripPng } from "./containers.ts";
import { isPicture, sharp } from "./decoders.ts";

const t = getTexts("media");

/** More pixels than any camera's image of 5 MB has. */
const maxPixels = 50_000_000;
/**
 * The maximum number of bytes that the decoder may hold of one image: a picture of 12 megapixels
 * with 16 bits for each of three colors. Two images are decoded at the same time.
 */
const maxDecodedBytes = 75_000_000;
const maxSide = 1_600;
/**
 * The maximum width and height that JPEG and GIF have. The decoder keeps several rows in memory, so
 * two PNGs of 46 kB with 49 million columns took 650 MB. One with as many rows took 7 s.
 */
const maxDecodedSide = 65_535;

/**
 * People take turns, so that a flood of images from one person delays other people's by only one
 * image. A person who waits has at most a handful of images.
 */
const queue = createFairQueue({
  concurrency: 2,
  maxWaiting: 60,
  maxWaitingPerSource: 6,
  refuse: tooManyPictures,
});

export function tooManyPictures(): AppError {
  return tooManyAttempts(10, t("server.tooMany"));
}

/** Who sent the image. */
export interface ImageSender {
  /** An account or a client address. Each waits for its own images. */
  source: string;
  /** Aborted when the client disconnects. Its waiting images are then skipped. */
  signal?: AbortSignal | undefined;
}

export interface EncodedImage {
  content: Uint8Array;
  width: number;
  height: number;
  /** Smaller copies for thumbnails. Only widths below that of the image. */
  copies: { width: number; content: Uint8Array }[];
}

/**
 * Encodes an image as WebP with at most 1,600 pixels per side, upright and without metadata, and
 * creates its smaller copies. Only the first frame of an animation is used. Undefined if the bytes
 * aren't a JPEG, PNG, GIF or WebP, are corrupt, or would take too much memory.
 *
 * @throws AppError `rate_limited` if too many images are waiting, or if the server is too busy to
 * decode this one. An `AbortError` if the client disconnected.
 */
export function encodeImage(
  bytes: Uint8Array,
  sender: ImageSender,
): Promise<EncodedImage | undefined> {
  return takeTurn(sender, async () => {
    const upright = await decode(bytes);
    if (!upright) return undefined;
    const { data, info } = upright;
    const copies = await Promise.all(
      servedWidths
        .filter((width) => width < info.width)
        .map(async (width) => ({
          width,
          content: await sharp(data).resize({ width }).webp({ quality: 80 }).toBuffer(),
        })),
    );
    return { content: data, width: info.width, height: info.height, copies };
  });
}

/**
 * The maximum size of email attachments, because mail servers reject emails of more than a few
 * megabytes.
 */
const maxAttachmentBytes = 1024 * 1024;

/**
 * Encodes an image like `encodeImage`, but of at most one megabyte. Larger ones are scaled down.
 * Undefined if `encodeImage` would return undefined.
 *
 * @throws like `encodeImage`.
 */
export function encodeAttachment(
  bytes: Uint8Array,
  sender: ImageSender,
): Promise<Uint8Array | undefined> {
  return takeTurn(sender, async () => {
    let content = (await decode(bytes))?.data;
    for (const side of [maxSide, 1_000, 600]) {
      if (!content || content.byteLength <= maxAttachmentBytes) break;
      content = await sharp(content)
        .flatten({ background: "#fff" })
        .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
        .webp({ quality: 60 })
        .toBuffer();
    }
    return content;
  });
}

function takeTurn<Result>({ source, signal }: ImageSender, work: () => Promise<Result>) {
  return queue.run(source, () => {
    requireClient(signal);
    return work();
  });
}

/**
 * Each scan of a progressive JPEG is decoded over the whole image, even if it has only a few bytes,
 * and the decoder's timeout doesn't stop this. Cameras and programs write up to 20 scans.
 */
const maxScans = 100;

async function decode(file: Uint8Array) {
  if (!isPicture(file)) return undefined;
  if (isJpeg(file) && countScans(file) > maxScans) return undefined;
  if (isWebp(file) && hasTooManyChunks(file)) return undefined;
  const bytes = isPng(file) ? stripPng(file) : file;
  const options = { limitInputPixels: maxPixels, failOn: "error" } as const;
  try {
    const metadata = await sharp(bytes, options).metadata();
    if (Math.max(metadata.width, metadata.height) > maxDecodedSide) return undefined;
    if (countDecodedBytes(metadata) > maxDecodedBytes) return undefined;
    if (hasColorSteps(metadata.icc)) return undefined;
    const { orientation = 1 } = metadata;
    const small = sharp(bytes, options)
      .timeout({ seconds: 10 })
      .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true });
    if (orientation === 1) {
      return await small.webp({ quality: 85 }).toBuffer({ resolveWithObject: true });
    }
    // Rotating needs the whole image in memory, so it is done after resizing.
    const tilted = await small
      .withMetadata({ orientation })
      .png({ compressionLevel: 0 })
      .toBuffer();
    return await sharp(tilted, { autoOrient: true })
      .webp({ quality: 85 })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (isTimeout(error)) throw tooManyAttempts(10, uploadMessages.tooSlow);
    // Any other decoder error means that the file isn't an acceptable image.
    return undefined;
  }
}

/** A busy server decodes an acceptable image too slowly. The decoder's errors have no code. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout: \d+% complete/.test(error.message);
}

/**
 * How often the marker that begins a scan occurs. Metadata may contain it by chance, but fewer
 * than 80 times in a file of the maximum size.
 */
function countScans(bytes: Uint8Array): number {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  let at = content.indexOf(scanMarker);
  while (at >= 0 && count <= maxScans) {
    count += 1;
    at = content.indexOf(scanMarker, at + scanMarker.length);
  }
  return count;
}

const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff;
const isPng = (bytes: Uint8Array): boolean => bytes[0] === 0x89;
const isWebp = (bytes: Uint8Array): boolean => bytes[0] === 0x52;
const scanMarker = Buffer.from([0xff, 0xda]);

type Metadata = Awaited<ReturnType<ReturnType<typeof sharp>["metadata"]>>;

/** The maximum number of bytes that the decoder holds of the whole image. */
function countDecodedBytes(metadata: Metadata): number {
  const { format, width, height, channels, depth, isProgressive, chromaSubsampling } = metadata;
  if (format === "jpeg") {
    // Other images are decoded row by row and scaled down immediately.
    if (!isProgressive) return 0;
    // Two bytes for each coefficient. Chroma has a quarter of the pixels of luma in most photos.
    return width * height * (chromaSubsampling === "4:2:0" ? 1.5 : channels) * 2;
  }
  return width * height * channels * (depth === "ushort" ? 2 : 1);
}
