/**
 * Calendar feeds: a secret link through which calendar programs read a person's classes, meetings and
 * trial lessons.
 */

/** Where the feed is made and taken back. */
export const calendarSettingsPath = "/dashboard?tab=settings#calendar";

/** How long what no longer takes place stays in a feed, marked as canceled, in days. */
export const canceledDays = 30;

/** How far back a feed goes, in days. */
export const pastDays = 366;

/**
 * How many appointments a feed has at most: those nearest to now. Writing one takes the processor
 * about 0.05 ms, during which nobody else is answered, and teachers can have tens of thousands.
 */
export const maxFeedEvents = 2_000;

/** Ways to subscribe to a feed, each an address to open. */
export function subscribeLinks(url: string, name: string) {
  const webcal = url.replace(/^https?:/, "webcal:");
  return {
    webcal,
    google: `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: webcal })}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url, name })}`,
  };
}
