/** Pictures from strangers: decoded within limits and re-encoded, never stored as uploaded. */
import pLimit from "p-limit";
import { servedWidths } from "#lib/media/media.ts";
import { isPicture, sharp } from "./decoders.ts";

/** Larger than any camera's picture of 5 MB; a decoded one takes four bytes for each. */
const maxPixels = 50_000_000;
const maxSide = 1_600;

/** Pictures that come together wait for each other, so that memory stays bounded. */
const oneOfTwo = pLimit(2);

export interface EncodedImage {
  content: Uint8Array;
  width: number;
  height: number;
  /** Smaller copies for small places, without those that would not be smaller. */
  copies: { width: number; content: Uint8Array }[];
}

/**
 * A WebP of at most 1,600 pixels on each side, upright, without metadata, and its smaller copies. Only
 * the first frame of an animation is used. Undefined if the bytes aren't a JPEG, PNG, GIF or WebP, are
 * broken, or have too many pixels.
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

/** What is attached to emails; mailboxes refuse emails of more than a few megabytes. */
const maxAttachmentBytes = 1024 * 1024;

/**
 * A WebP as `encodeImage` makes it, of at most a megabyte: what would be larger is made smaller.
 * Undefined for whatever `encodeImage` refuses.
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
    // Whatever the decoder has against the file, it is not a picture that we take.
    return undefined;
  }
}
