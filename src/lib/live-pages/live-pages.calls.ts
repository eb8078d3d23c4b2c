import { getTexts } from "#translations/live-pages.ts";
import { callApi } from "../client/api-client.ts";
import { readNumber, requireObject } from "../client/readers.ts";
import type { LivePage } from "./live-pages.responses.ts";
import type { LivePageCommand } from "./live-pages.ts";

const t = getTexts("livePages");

const pathOf = (classId: string) => `/classes/${encodeURIComponent(classId)}/page`;

export async function fetchLivePage(classId: string): Promise<LivePage> {
  const body = await callApi(pathOf(classId), { fallback: t("failed.load") });
  return requireObject(body);
}

/** Commands that don't affect what other pages show. */
const passing: readonly LivePageCommand["command"][] = ["here", "point"];

/** @returns the number of the page's state. */
export async function sendLivePageCommand(
  classId: string,
  command: LivePageCommand,
): Promise<number> {
  const body = await callApi(pathOf(classId), {
    method: "POST",
    body: command,
    fallback: t("failed.send"),
    changesNothing: passing.includes(command.command),
  });
  return readNumber(body, "seq") ?? 0;
}

/** The path of the event stream, relative to /api. */
export const livePageEventsPath = (classId: string): string => `${pathOf(classId)}/events`;
