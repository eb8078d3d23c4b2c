/** Stores rendered pages in memory, and tracks purges so that outdated pages aren't stored. */
import { LRUCache } from "lru-cache";
import type { Answer } from "../answer.ts";
import type { CacheDirectives } from "./directives.ts";

export interface StoredPage {
  answer: Answer;
  tags: ReadonlySet<string>;
  freshUntil: number;
}

/** Tracks the purges during a render. */
export interface RenderMark {
  /** The tags purged since the render started. */
  purged: Set<string>;
  everything: boolean;
}

export interface PageStore {
  find(key: string): StoredPage | undefined;
  /** Call before reading any data that the page shows. */
  begin(): RenderMark;
  /** Stores a page, unless one of its tags was purged since its render started. */
  put(key: string, answer: Answer, directives: CacheDirectives, mark: RenderMark): boolean;
  /** Replaces the answer of a page with an equivalent one, unless it is no longer stored. */
  replace(key: string, answer: Answer, by: Answer): void;
  /** Call when the render has ended, whether it succeeded or not. */
  finish(mark: RenderMark): void;
  /** Removes the pages with one of the tags. */
  purge(tags: readonly string[] | "everything"): void;
}

export const defaultPageStoreBytes = 64 * 1024 * 1024;

/**
 * Creates a store in which pages with a query have a separate half of the space. Anyone can request
 * any number of them, and they must not evict the pages that everyone requests.
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
    replace(key, answer, by) {
      const half = halfOf(key);
      const page = half.peek(key);
      if (page?.answer !== answer) return;
      half.set(key, { ...page, answer: by }, { ttl: half.getRemainingTTL(key) });
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
    // Prevents a single page from evicting all the others.
    maxEntrySize: Math.floor(maxBytes / 4),
    sizeCalculation: ({ answer }) => answer.size,
    perf: { now: () => Date.now() },
  });
}
