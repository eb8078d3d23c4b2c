/** Rendered pages in memory, and the record of purges that keeps outdated ones out. */
import { LRUCache } from "lru-cache";
import type { Answer } from "../answer.ts";
import type { CacheDirectives } from "./directives.ts";

export interface StoredPage {
  answer: Answer;
  tags: ReadonlySet<string>;
  freshUntil: number;
}

/** Marks the start of a render, so that a purge during the render counts. */
export interface RenderMark {
  /** Tags purged since the render started. */
  purged: Set<string>;
  everything: boolean;
}

export interface PageStore {
  find(key: string): StoredPage | undefined;
  /** Call before reading anything that the page shows. */
  begin(): RenderMark;
  /** Stores a page, unless one of its tags was purged since its render started. */
  put(key: string, answer: Answer, directives: CacheDirectives, mark: RenderMark): boolean;
  /** Call when the render has ended, successfully or not. */
  finish(mark: RenderMark): void;
  /** Removes the pages with one of the tags. */
  purge(tags: readonly string[] | "everything"): void;
}

export const defaultPageStoreBytes = 64 * 1024 * 1024;

/**
 * Pages with a query have half of the space for themselves: anyone can request any number of them, and
 * they must not push out the pages that everyone requests.
 */
export function createPageStore(maxBytes = defaultPageStoreBytes): PageStore {
  const plain = createHalf(maxBytes / 2);
  const queried = createHalf(maxBytes / 2);
  const halfOf = (key: string) => (key.includes("?") ? queried : plain);
  const renders = new Set<RenderMark>();

  return {
    find: (key) => halfOf(key).get(key),
    begin() {
      const mark: RenderMark = { purged: new Set(), everything: false };
      renders.add(mark);
      return mark;
    },
    put(key, answer, { freshMs, staleMs, tags }, mark) {
      if (mark.everything || !tags.isDisjointFrom(mark.purged)) return false;
      const ttl = freshMs + staleMs;
      if (ttl <= 0) return false;
      const half = halfOf(key);
      half.set(key, { answer, tags, freshUntil: Date.now() + freshMs }, { ttl });
      return half.has(key);
    },
    finish: (mark) => void renders.delete(mark),
    purge(tags) {
      if (tags === "everything") {
        for (const mark of renders) mark.everything = true;
        plain.clear();
        queried.clear();
        return;
      }
      for (const mark of renders) for (const tag of tags) mark.purged.add(tag);
      for (const half of [plain, queried]) {
        for (const [key, page] of half.entries()) {
          if (tags.some((tag) => page.tags.has(tag))) half.delete(key);
        }
      }
    },
  };
}

function createHalf(maxBytes: number): LRUCache<string, StoredPage> {
  return new LRUCache<string, StoredPage>({
    maxSize: Math.floor(maxBytes),
    // So that one page doesn't push out all the others.
    maxEntrySize: Math.floor(maxBytes / 4),
    sizeCalculation: ({ answer }) => answer.size,
    perf: { now: () => Date.now() },
  });
}
