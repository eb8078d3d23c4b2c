/**
 * Calendar feeds: secret links through which calendar programs read a user's classes, meetings and
 * trial lessons.
 */

/** The page on which users create and revoke their feed. */
export const calendarSettingsPath = "/dashboard?tab=settings#calendar";

/** For how many days a canceled event stays in the feed, marked as canceled. */
export const canceledDays = 30;

/** How many past days a feed covers. */
export const pastDays = 366;

/**
 * The maximum number of events in a feed. The events nearest to the current time are included.
 * Writing one event takes about 0.05 ms and blocks the event loop, and teachers can have tens of
 * thousands of events.
 */
export const maxFeedEvents = 2_000;

/** Links that subscribe to a feed in common calendar programs. */
export function subscribeLinks(url: string, name: string) {
  const webcal = url.replace(/^https?:/, "webcal:");
  return {
    webcal,
    google: `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: webcal })}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url, name })}`,
  };
}
