import { getTexts } from "#translations/timeline.ts";
import { callApi } from "../client/api-client.ts";
import { readList } from "../client/readers.ts";
import { meetingMessages } from "../meetings/meetings.rules.ts";
import type { TimelineEntry } from "./timeline.responses.ts";

const t = getTexts("timeline");

/** Fetches the user's upcoming classes, meetings and trial lessons, ordered by start. */
export async function fetchTimeline(): Promise<TimelineEntry[]> {
  const body = await callApi("/timeline", { fallback: t("failed") }, meetingMessages.logInToFetch);
  return readList<TimelineEntry>(body, "timeline");
}
