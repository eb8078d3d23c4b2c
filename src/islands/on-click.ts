/** Actions of the header's links and buttons. Loaded on the first click. */

/** Runs the element's action: `data-log-out`, or `data-dialog` on a link. */
export async function act(element: HTMLElement): Promise<void> {
  if (element.dataset.logOut !== undefined) {
    const { confirmSignOut } = await import("./study/shared/confirm-sign-out.ts");
    const { signOut } = await import("#lib/client/session/sign-out.ts");
    if (await confirmSignOut()) await signOut();
  } else if (element.dataset.dialog === "messages") {
    const { togglePanel } = await import("./messages/panel/open-panel.tsx");
    togglePanel(element);
  } else if (element instanceof HTMLAnchorElement) {
    const { open } = await import("./accounts/dialog/open.ts");
    await open(element);
  }
}
