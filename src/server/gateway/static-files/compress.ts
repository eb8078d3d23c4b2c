/** Compresses content that is sent repeatedly. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export interface Compressed {
  br: Buffer;
  gzip: Buffer;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** The Brotli quality of content that may soon be purged. */
export const quickQuality = 6;

// Smaller content fits into a single packet anyway.
const minBytes = 512;

const compressible =
  /^(text\/|application\/(json|javascript|xml|manifest\+json|[\w.-]+\+(json|xml))|image\/svg)/;

/**
 * Compresses off the main thread. `effort` is `best` for built files and `quick` for pages that may
 * soon be purged. Returns undefined if compression isn't worthwhile, because the content is small
 * or already compressed.
 */
export async function compress(
  body: Buffer,
  contentType: string,
  effort: "best" | "quick",
): Promise<Compressed | undefined> {
  if (body.length < minBytes || !compressible.test(contentType)) return undefined;
  const [br, zipped] = await Promise.all([
    toBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: effort === "best" ? 11 : quickQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
    toGzip(body, { level: effort === "best" ? 9 : 6 }),
  ]);
  return br.length < body.length && zipped.length < body.length ? { br, gzip: zipped } : undefined;
}
