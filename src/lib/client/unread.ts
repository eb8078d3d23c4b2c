/** How many messages wait to be read: shown beside the header's link, on this page and the next. */
import { ApiError } from "./api-error.ts";
import { remembered } from "./browser-storage.ts";
import { fetchUnread } from "./messages.calls.ts";
import { listenToMessages } from "./messages.live.ts";
import { markPage } from "./page-marks.ts";

/** Shows the number, in other tabs too; many are 'many'. */
export function showUnread(count: number): void {
  if (count === 0) remembered.remove("unreadMessages");
  else remembered.set("unreadMessages", count > 99 ? '"99+"' : `"${count}"`);
  markPage();
}

const rush = 500;
let stop: (() => void) | undefined;

/** Keeps the number right as long as the page is open; asking again changes nothing. */
export function watchUnread(): void {
  if (stop) return;
  let soon: ReturnType<typeof setTimeout> | undefined;
  stop = listenToMessages(({ type }) => {
    if (type === "typing") return;
    clearTimeout(soon);
    soon = setTimeout(() => void look(), rush);
  });
}

async function look(): Promise<void> {
  try {
    showUnread(await fetchUnread());
  } catch (error) {
    // The number of a moment ago stays until the next news.
    if (!(error instanceof ApiError)) throw error;
  }
}
