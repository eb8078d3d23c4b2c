/** Which formats the process decodes at all, and which of them strangers may send. */
import sharp from "sharp";

// The decoder itself knows nothing else, whatever a file claims to be.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadWebpBuffer",
    // For our own drawings; see `isPicture`.
    "VipsForeignLoadSvgBuffer",
  ],
});

export { sharp };

const signatures = [/^ffd8ff/, /^89504e470d0a1a0a/, /^47494638(37|39)61/, /^52494646.{8}57454250/];

/**
 * Whether the bytes begin like a JPEG, PNG, GIF or WebP. The decoder goes by these same bytes, so
 * what passes here is never read as a drawing, which could name files of this machine.
 */
export function isPicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("hex");
  return signatures.some((signature) => signature.test(start));
}
