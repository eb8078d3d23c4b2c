/** Compresses responses while they are written. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:zlib";
import compression from "compression";

type Compress = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** @param quality of Brotli; the library's default is for content that only one client receives. */
export function createCompressor({ quality }: { quality?: number }): Compress {
  const params = quality === undefined ? {} : { [constants.BROTLI_PARAM_QUALITY]: quality };
  const compressor = compression({ threshold: 1_024, brotli: { params } });
  return (req, res) =>
    new Promise((resolve, reject) => {
      // The library's types are for Express, but it uses nothing specific to Express.
      compressor(req as never, res as never, (error?: unknown) =>
        error ? reject(error) : resolve(),
      );
      flushWritten(res);
    });
}

/** Flushes the compressor whenever a handler pauses, because pages are streamed. */
function flushWritten(res: ServerResponse & { flush?(): void }): void {
  const write = res.write.bind(res) as (...values: unknown[]) => boolean;
  let planned = false;
  res.write = ((...values: unknown[]) => {
    if (!planned) {
      planned = true;
      setImmediate(() => {
        planned = false;
        if (!res.writableEnded) res.flush?.();
      });
    }
    return write(...values);
  }) as typeof res.write;
}
