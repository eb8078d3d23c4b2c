/** Restricts which image formats the process decodes, and which of them users can upload. */
import sharp from "sharp";

// Blocks all other formats in the decoder itself, regardless of the file's claimed type.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadWebpBuffer",
    // Only for our own drawings. See `isPicture`.
    "VipsForeignLoadSvgBuffer",
  ],
});

export { sharp };

const signatures = [/^ffd8ff/, /^89504e470d0a1a0a/, /^47494638(37|39)61/, /^52494646.{8}57454250/];

/**
 * Whether the bytes start like a JPEG, PNG, GIF or WebP file. The decoder uses the same bytes to
 * detect the format, so accepted files are never read as SVG, which could refer to files on this
 * machine.
 */
export function isPicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("hex");
  return signatures.some((signature) => signature.test(start));
}
