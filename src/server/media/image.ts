/**
 * Processes uploaded images. They are decoded within limits and re-encoded, and are never stored as
 * uploaded.
 */
import pLimit from "p-limit";
import { servedWidths } from "#lib/media/media.ts";
import { isPicture, sharp } from "./decoders.ts";

/** More than any camera's image of 5 MB has. Each decoded pixel takes four bytes. */
const maxPixels = 50_000_000;
const maxSide = 1_600;

/** Limits concurrent decoding, so that memory stays bounded. */
const oneOfTwo = pLimit(2);

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
 * aren't a JPEG, PNG, GIF or WebP, are corrupt, or have too many pixels.
 */
export function encodeImage(bytes: Uint8Array): Promise<EncodedImage | undefined> {
  return oneOfTwo(async () => {
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
 */
export function encodeAttachment(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  return oneOfTwo(async () => {
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

async function decode(bytes: Uint8Array) {
  if (!isPicture(bytes)) return undefined;
  try {
    return await sharp(bytes, {
      limitInputPixels: maxPixels,
      failOn: "error",
      autoOrient: true,
    })
      .timeout({ seconds: 10 })
      .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 85 })
      .toBuffer({ resolveWithObject: true });
  } catch {
    // Any decoder error means that the file isn't an acceptable image.
    return undefined;
  }
}
