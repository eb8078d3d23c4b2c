/**
 * The robots.txt file, which says what crawlers may read. Pages that search engines shouldn't index
 * say so themselves.
 */
import type { Context } from "../context.ts";

// API calls, private links and calendars, none of which are pages.
const closed = ["/api/", "/join/", "/start/", "/calendar/"];

export function writeRobots({ config }: Pick<Context, "config">): string {
  return [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${config.appUrl}/sitemap.xml`,
    "",
  ].join("\n");
}
