/** How many messages wait to be read: shown beside the header's link, on this page and the next. */
import { ApiError } from "../../client/api-error.ts";
import { remembered } from "../../client/browser-storage.ts";
import { markPage } from "../../client/page-marks.ts";
import { $session } from "../../client/session/session.store.ts";
import { fetchUnread } from "../messages.calls.ts";

/** Shows the number, in other tabs too; many are 'many'. */
export function showUnread(count: number): void {
  if (count === 0) remembered.remove("unreadMessages");
  else remembered.set("unreadMessages", count > 99 ? '"99+"' : `"${count}"`);
  markPage();
}

/** What the page is about comes first. */
const notBefore = 1_000;
let isWatching = false;

/** Looks the number up now and whenever the person comes back to the page; once for a page. */
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
    // The number of a moment ago stays until the next look.
    if (!(error instanceof ApiError)) throw error;
  }
}
