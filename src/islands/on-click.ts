/** Actions of the header's links and buttons. Loaded on the first click. */

import { remembered } from "#lib/client/browser-storage.ts";
import { withTexts } from "#translations/load.ts";

/**
 * Runs the element's action: `data-close-hint` (with the revision of a banner), `data-zone`, `data-log-out`, or `data-dialog` on a
 * link.
 */
export async function act(element: HTMLElement): Promise<void> {
  if (element.dataset.closeHint) {
    remembered.set("announcement", element.dataset.closeHint);
    document.documentElement.dataset.closed = element.dataset.closeHint;
  } else if (element.dataset.closeHint !== undefined) {
    remembered.set("languageHint", "closed");
    delete document.documentElement.dataset.hint;
  } else if (element.dataset.zone !== undefined) {
    const { answerZoneQuestion } = await withTexts(import("./people/zone-question.ts"));
    await answerZoneQuestion(element);
  } else if (element.dataset.logOut !== undefined) {
    const { confirmLogOut } = await withTexts(import("./study/shared/confirm-log-out.ts"));
    const { logOut } = await withTexts(import("#lib/client/session/log-out.ts"));
    if (await confirmLogOut()) await logOut();
  } else if (element.dataset.dialog === "messages") {
    const { togglePanel } = await withTexts(import("./messages/panel/open-panel.tsx"));
    togglePanel(element);
  } else if (element instanceof HTMLAnchorElement) {
    const { open } = await withTexts(import("./accounts/dialog/open.ts"));
    await open(element);
  }
}
