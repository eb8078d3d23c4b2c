/** What staff may read while they view the site as another person. Nothing else is shown to them. */
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../../actor.ts";

const t = getTexts("staffViews");

/**
 * Pages, without the prefix of a language. Messages, settings, calendar addresses, payment methods,
 * personal notes and everything that acts when it is opened, such as a link to join, aren't listed.
 */
const pages: readonly RegExp[] = [
  /^\/dashboard$/,
  /^\/dashboard\/enrolled-courses\/[^/]+$/,
  /^\/dashboard\/progress\/[^/]+$/,
  /^\/dashboard\/receipts(\/[^/]+)?$/,
  /^\/dashboard\/classes\/[^/]+$/,
  /^\/dashboard\/recitations\/[^/]+$/,
];

const hiddenTabs = ["settings"];

/** The calls that these pages make for their first view. */
const calls: readonly RegExp[] = [
  /^\/api\/users\/authUser\/[^/]+$/,
  /^\/api\/timeline$/,
  /^\/api\/trials$/,
  /^\/api\/teachers\/[^/]+(\/timeslots)?$/,
  /^\/api\/courses(\/(teacher|student))?(\/[^/]+)?$/,
  /^\/api\/connect\/accounts\/standing$/,
  /^\/api\/enrollment\/(student\/enrollments|teacher\/students)$/,
  /^\/api\/zoom\/course\/[^/]+\/meetings$/,
  /^\/api\/classes\/course\/[^/]+$/,
  /^\/api\/recitations\/course\/[^/]+(\/student\/[^/]+)?$/,
];

/** Whether a view shows the page. @param path without the prefix of a language. */
export function isViewablePage(path: string, search = ""): boolean {
  const tab = new URLSearchParams(search).get("tab") ?? "";
  return pages.some((page) => page.test(path)) && !hiddenTabs.includes(tab);
}

/** @throws AppError `forbidden` if the actor is part of a view that may not make the call. */
export function requireViewAccess(
  { view }: Actor,
  { method, path }: { method: string; path: string },
): void {
  if (view === undefined) return;
  if (method === "GET" && calls.some((call) => call.test(path))) return;
  throw new AppError("forbidden", t("server.notShown"));
}
