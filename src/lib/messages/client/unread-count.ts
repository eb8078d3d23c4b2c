/** The number of unread messages, shown beside the link in the header across page loads. */
import { ApiError } from "../../client/api-error.ts";
import { remembered } from "../../client/browser-storage.ts";
import { markPage } from "../../client/page-marks.ts";
import { $session } from "../../client/session/session.store.ts";
import { fetchUnread } from "../messages.calls.ts";

/** Shows the number here and in other tabs. */
export function showUnread(count: number): void {
  if (count === 0) remembered.remove("unreadMessages");
  else remembered.set("unreadMessages", count > 99 ? '"99+"' : `"${count}"`);
  markPage();
}

/** What the page is about comes first. */
const notBefore = 1_000;
let isWatching = false;

/** Fetches the number now and whenever the user returns to the page. Runs once per page. */
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
