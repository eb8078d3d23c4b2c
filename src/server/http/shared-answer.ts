import type { Context as HonoContext } from "hono";

/**
 * Lets the front keep this answer for everybody, until one of the tags is purged or the seconds
 * are over. For answers that depend on nothing but the address.
 */
export function shareAnswer(c: HonoContext, seconds: number, tags: readonly string[]): void {
  c.header("CDN-Cache-Control", `max-age=${seconds}`);
  c.header("Cache-Tag", tags.join(","));
}
