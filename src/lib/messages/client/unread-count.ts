/** The number of unread messages, which the header shows on every page. */
import { ApiError } from "../../client/api-error.ts";
import { remembered } from "../../client/browser-storage.ts";
import { markPage } from "../../client/page-marks.ts";
import { $session } from "../../client/session/session.store.ts";
import { fetchUnread } from "../messages.calls.ts";

/** Shows the number in this tab and in others. */
export function showUnread(count: number): void {
  if (count === 0) remembered.remove("unreadMessages");
  else remembered.set("unreadMessages", count > 99 ? '"99+"' : `"${count}"`);
  markPage();
}

/** Delays the request so that the page's own content loads first. */
const notBefore = 1_000;
let isWatching = false;

/**
 * Fetches the number now and whenever the user returns to the page. Has an effect once per page.
 */
export function watchUnread(): void {
  if (isWatching) return;
  isWatching = true;
  setTimeout(() => void look(), notBefore);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void look();
  });
}

async function look(): Promise<void> {
  if ($session.get().status !== "signed-in") return;
  try {
    showUnread(await fetchUnread());
  } catch (error) {
    // The last known number stays until the next fetch.
    if (!(error instanceof ApiError)) throw error;
  }
}
