import { callApi } from "../client/api-client.ts";
import { readNumber, requireObject } from "../client/readers.ts";
import type { LivePage } from "./live-pages.responses.ts";
import type { LivePageCommand } from "./live-pages.ts";

const pathOf = (classId: string) => `/classes/${encodeURIComponent(classId)}/page`;

export async function fetchLivePage(classId: string): Promise<LivePage> {
  const body = await callApi(pathOf(classId), { fallback: "Failed to load the class" });
  return requireObject(body);
}

/** Commands that change nothing that another page shows. */
const passing: readonly LivePageCommand["command"][] = ["here", "point"];

/** @returns the number of the page's state. */
export async function sendLivePageCommand(
  classId: string,
  command: LivePageCommand,
): Promise<number> {
  const body = await callApi(pathOf(classId), {
    method: "POST",
    body: command,
    fallback: "This could not be sent. Please try again.",
    changesNothing: passing.includes(command.command),
  });
  return readNumber(body, "seq") ?? 0;
}

/** The path of the events, relative to /api. */
export const livePageEventsPath = (classId: string): string => `${pathOf(classId)}/events`;
