/** API calls about a user's calendar link. */

import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { readText, requireText } from "../client/readers.ts";
import { generalMessages } from "../general-messages.ts";
import type { CalendarFeed, NewCalendarFeed } from "./calendar-feeds.responses.ts";

const needed = generalMessages.notAuthenticated;
const path = "/calendar/feed";

/**
 * When the user's link was created and last used, without the link itself. Null if there is no
 * link.
 */
export async function fetchCalendarFeed(): Promise<CalendarFeed | null> {
  const fallback = "Your calendar link could not be loaded.";
  const body = await callApi(path, { fallback }, needed);
  const createdAt = readText(body, "createdAt");
  return createdAt ? { createdAt, lastReadAt: readText(body, "lastReadAt") } : null;
}

/** Creates a link and revokes the previous one. */
export async function createCalendarFeed(): Promise<NewCalendarFeed> {
  const fallback = "The link could not be created. Please try again.";
  const body = await callApi(path, { method: "POST", fallback }, needed);
  const url = requireText(body, "url");
  if (!/^https?:\/\//.test(url)) throw new ApiError(fallback, 200);
  return { url, createdAt: requireText(body, "createdAt") };
}

export async function deleteCalendarFeed(): Promise<void> {
  const fallback = "The link could not be turned off. Please try again.";
  await callApi(path, { method: "DELETE", fallback }, needed);
}
