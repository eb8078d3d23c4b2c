/** API calls about a user's calendar link. */

import { getTexts } from "#translations/calendar-feeds.ts";
import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { readText, requireText } from "../client/readers.ts";
import { generalMessages } from "../general-messages.ts";
import type { CalendarFeed, NewCalendarFeed } from "./calendar-feeds.responses.ts";

const t = getTexts("calendarFeeds");

const path = "/calendar/feed";

/**
 * When the user's link was created and last used, without the link itself. Null if there is no
 * link.
 */
export async function fetchCalendarFeed(): Promise<CalendarFeed | null> {
  const fallback = t("failed.load");
  const body = await callApi(path, { fallback }, generalMessages.notAuthenticated);
  const createdAt = readText(body, "createdAt");
  return createdAt ? { createdAt, lastReadAt: readText(body, "lastReadAt") } : null;
}

/** Creates a link and revokes the previous one. */
export async function createCalendarFeed(): Promise<NewCalendarFeed> {
  const fallback = t("failed.create");
  const body = await callApi(path, { method: "POST", fallback }, generalMessages.notAuthenticated);
  const url = requireText(body, "url");
  if (!/^https?:\/\//.test(url)) throw new ApiError(fallback, 200);
  return { url, createdAt: requireText(body, "createdAt") };
}

export async function deleteCalendarFeed(): Promise<void> {
  const fallback = t("failed.end");
  await callApi(path, { method: "DELETE", fallback }, generalMessages.notAuthenticated);
}
