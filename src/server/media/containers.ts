/**
 * Checks the file formats that contain images. The decoder reads everything in a file, including
 * parts that aren't shown, and its timeout doesn't stop this: compressed texts in a PNG can expand
 * a thousandfold, and each frame of a WebP animation requires decoding all earlier frames.
 */

/** The parts of a PNG that affect the picture: pixels, transparency, colors and orientation. */
const shownChunks = new Set("IHDR PLTE IDAT IEND tRNS iCCP sRGB gAMA cHRM eXIf".split(" "));

/** The length and type before the data of a PNG chunk, and the checksum after it. */
const chunkOverhead = 12;

const signatureLength = 8;

const viewOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * The PNG without the chunks that don't affect the picture. An incomplete file remains incomplete.
 */
export function stripPng(bytes: Uint8Array): Uint8Array {
  const content = viewOf(bytes);
  const kept: Buffer[] = [];
  let from = 0;
  let at = signatureLength;
  while (at + chunkOverhead <= content.length) {
    const end = at + chunkOverhead + content.readUInt32BE(at);
    const type = content.toString("latin1", at + 4, at + 8);
    if (!shownChunks.has(type)) {
      if (from < at) kept.push(content.subarray(from, at));
      from = end;
    }
    at = end;
    if (type === "IEND") break;
  }
  if (kept.length === 0 && from === 0) return bytes;
  return Buffer.concat([...kept, content.subarray(from, at)]);
}

/**
 * Whether a color profile contains calculation steps, which the decoder runs for thousands of
 * colors. A profile can contain any number of them in a few bytes each. Cameras and programs write
 * tables instead.
 */
export function hasColorSteps(profile: Uint8Array | undefined): boolean {
  return profile !== undefined && viewOf(profile).includes("mpet", 0, "latin1");
}

/** No real animation of at most 5 MB has this many frames. */
const maxWebpChunks = 2_000;

/** Whether a WebP has so many parts that decoding it would take minutes. */
export function hasTooManyChunks(bytes: Uint8Array): boolean {
  const content = viewOf(bytes);
  let count = 0;
  // After "RIFF", a length and "WEBP".
  let at = 12;
  while (at + 8 <= content.length && count <= maxWebpChunks) {
    const length = content.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
    count += 1;
  }
  return count > maxWebpChunks;
}
