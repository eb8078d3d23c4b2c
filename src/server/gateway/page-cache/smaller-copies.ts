/**
 * Compresses very long pages once more, as small as possible, after they have been sent and stored.
 * This takes a second, which only pays off for pages that stay in the cache for hours: the longest
 * surahs with their translations.
 */

import pLimit from "p-limit";
import type { Logger } from "pino";
import { type Answer, type AnswerParts, createAnswer } from "../answer.ts";
import { compress } from "../static-files/compress.ts";
import type { CacheDirectives } from "./directives.ts";
import type { PageStore } from "./page-store.ts";

/** Shorter pages are small enough with quick compression. */
const minBytes = 250_000;
const minFreshMs = 3_600_000;
/** More pages than this aren't queued, so that requests for many views can't occupy a processor. */
const maxQueued = 20;

/** Replaces the stored answer of a page with a smaller one later, if the page deserves it. */
export type PlanSmallerCopy = (
  key: string,
  stored: Answer,
  parts: AnswerParts,
  directives: CacheDirectives,
) => void;

export function createSmallerCopies({
  store,
  log,
}: {
  store: PageStore;
  log: Logger;
}): PlanSmallerCopy {
  const queue = pLimit(1);
  return (key, stored, parts, { freshMs }) => {
    if (parts.body.length < minBytes || !parts.compressed) return;
    if (freshMs < minFreshMs || queue.pendingCount >= maxQueued) return;
    queue(async () => {
      if (store.find(key)?.answer !== stored) return;
      const compressed = await compress(parts.body, contentTypeOf(parts), "best");
      if (compressed) store.replace(key, stored, createAnswer({ ...parts, compressed }));
    }).catch((error: unknown) => {
      log.warn({ err: error }, "A long page could not be compressed again; it is sent as it is");
    });
  };
}

function contentTypeOf({ headers }: AnswerParts): string {
  const name = headers.findIndex(
    (each, index) => index % 2 === 0 && each.toLowerCase() === "content-type",
  );
  return headers[name + 1] ?? "";
}
