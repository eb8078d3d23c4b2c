/** Actions of the header's links and buttons. Loaded on the first click. */

/** Runs the element's action: `data-log-out`, or `data-dialog` on a link. */
export async function act(element: HTMLElement): Promise<void> {
  if (element.dataset.logOut !== undefined) {
    const { confirmLogOut } = await import("./study/shared/confirm-log-out.ts");
    const { logOut } = await import("#lib/client/session/log-out.ts");
    if (await confirmLogOut()) await logOut();
  } else if (element.dataset.dialog === "messages") {
    const { togglePanel } = await import("./messages/panel/open-panel.tsx");
    togglePanel(element);
  } else if (element instanceof HTMLAnchorElement) {
    const { open } = await import("./accounts/dialog/open.ts");
    await open(element);
  }
}
