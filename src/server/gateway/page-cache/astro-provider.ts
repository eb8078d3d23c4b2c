/**
 * Connects Astro's route caching to the gateway's page cache: `Astro.cache.set` sets the headers that
 * CDNs read, and the gateway caches the page.
 */
import type { CacheProvider } from "astro";
import { getContext } from "#server/context.ts";

export default (): CacheProvider => ({
  name: "halaqa-front",
  async invalidate({ tags = [], path }) {
    if (path) throw new Error("Pages are purged by tag. Give the page a tag, and purge the tag.");
    await getContext().purgePages(typeof tags === "string" ? [tags] : tags);
  },
});
