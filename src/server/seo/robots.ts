/** What crawlers may read. Pages that aren't for search engines say so themselves. */
import type { Context } from "../context.ts";

// Calls, links of the enrolled and calendars: nothing there is a page.
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
