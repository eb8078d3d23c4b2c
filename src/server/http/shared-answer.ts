import type { Context as HonoContext } from "hono";

/**
 * Lets the gateway cache this response for all users, until one of the tags is purged or the
 * seconds have passed. Only for responses that depend on nothing but the URL.
 */
export function shareAnswer(c: HonoContext, seconds: number, tags: readonly string[]): void {
  c.header("CDN-Cache-Control", `max-age=${seconds}`);
  c.header("Cache-Tag", tags.join(","));
}
