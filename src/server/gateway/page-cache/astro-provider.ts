/**
 * Astro's route caching on the front's page cache: `Astro.cache.set({ maxAge, swr, tags })` becomes
 * the headers that CDNs read, which Astro writes by default, and the front keeps the page.
 */
import type { CacheProvider } from "astro";
import { getContext } from "#server/context.ts";

export default (): CacheProvider => ({
  name: "halaqa-front",
  async invalidate({ tags = [], path }) {
    if (path) throw new Error("Pages are purged by tag: give the page a tag, and purge that.");
    await getContext().purgePages(typeof tags === "string" ? [tags] : tags);
  },
});
