/**
 * Streams exports of people's own data. However long an export is, only a small part of it is in
 * memory. Accounts take turns, so that one of them delays the others by only one part at a time.
 */
import { LRUCache } from "lru-cache";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import { createFairQueue } from "../fair-queue.ts";
import { toStream } from "./text-stream.ts";

const t = getTexts("http");

/** Characters that are written in one turn. */
const partLength = 64_000;
/** An export that nobody has read for this time doesn't prevent the next one. */
const abandonedAfterMs = 30_000;
const maxExports = 1_000;

const refuse = (getMessage: () => string) => () =>
  new AppError("rate_limited", getMessage(), { retryAfter: 10 });

const turns = createFairQueue({
  concurrency: 2,
  // Each account has one export, which waits for one turn at a time.
  maxWaiting: maxExports,
  maxWaitingPerSource: 2,
  refuse: refuse(() => t("exportsBusy")),
});

/** The running exports by account. */
const running = new LRUCache<string, symbol>({ max: maxExports, ttl: abandonedAfterMs });
const refuseSecond = refuse(() => t("exportRunning"));

/**
 * Streams the export of an account. It is read as fast as the client reads.
 * @param open counts the export and finds what it needs. Later errors abort the stream.
 * @throws AppError `rate_limited` if another export of the account is running.
 */
export async function streamExport(
  userId: string,
  open: () => Promise<AsyncGenerator<string, void>>,
): Promise<ReadableStream<Uint8Array>> {
  if (running.has(userId)) throw refuseSecond();
  const own = Symbol("export");
  const renew = () => running.set(userId, own);
  const end = () => {
    if (running.get(userId) === own) running.delete(userId);
  };
  renew();
  try {
    return toStream(writeParts(userId, await open(), renew, end));
  } catch (error) {
    end();
    throw error;
  }
}

async function* writeParts(
  userId: string,
  pieces: AsyncGenerator<string, void>,
  renew: () => void,
  end: () => void,
): AsyncGenerator<string, void> {
  try {
    for (let isOver = false; !isOver; ) {
      renew();
      const part = await turns.run(userId, async () => {
        const texts: string[] = [];
        for (let length = 0; length < partLength; ) {
          const { done, value } = await pieces.next();
          if (done) {
            isOver = true;
            break;
          }
          texts.push(value);
          length += value.length;
        }
        return texts.join("");
      });
      if (part !== "") yield part;
    }
  } finally {
    end();
    await pieces.return();
  }
}

/** Writes a JSON array, one element at a time. */
export async function* writeArray(elements: AsyncIterable<object>): AsyncGenerator<string, void> {
  let separator = "[";
  for await (const element of elements) {
    yield `${separator}${JSON.stringify(element)}`;
    separator = ",\n";
  }
  yield separator === "[" ? "[]" : "]";
}
