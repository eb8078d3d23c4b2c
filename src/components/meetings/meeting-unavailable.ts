/** Why a join or start link failed, and the next step. */

import { livePagePath } from "#lib/live-pages/live-pages.rules.ts";
import { getTexts } from "#translations/translate.ts";

const t = getTexts("meetings");

/** Whether to show an error page to a person. Programs get the error as plain text. */
export function wantsPage(request: Request, answer: Response): boolean {
  return answer.status >= 400 && (request.headers.get("accept")?.includes("text/html") ?? false);
}

/**
 * Gives the page the status and headers of the rejected link, such as the time of the next attempt. Only the
 * page itself can call this: components are rendered after its headers were sent.
 */
export function answerLike(
  page: { status?: number | undefined; headers: Headers },
  { status, headers }: Response,
): void {
  page.status = status;
  for (const [name, value] of headers) {
    if (name !== "content-type") page.headers.set(name, value);
  }
}

/** @param path the path of the join or start link. */
export function nextStep(status: number, path: string): { label: string; href: string } {
  // Only teachers start meetings, and only they have the page of their meetings.
  if (status === 409 && path.startsWith("/start/"))
    return { label: t("server.unavailable.toMeetings"), href: "/dashboard/meetings" };
  if (status >= 500 || status === 429) return { label: t("tryAgain"), href: path };
  return { label: t("server.unavailable.toDashboard"), href: "/dashboard" };
}

/** The page where a class reads, which works without its meeting. @param path as for `nextStep`. */
export function findClassPage(path: string): string | undefined {
  const [, classId] = /^\/(?:join|start)\/(cls_\w+)$/.exec(path) ?? [];
  return classId && livePagePath(classId);
}
