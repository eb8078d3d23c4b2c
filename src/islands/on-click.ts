/** What the header's links and buttons do. Loaded when one of them is clicked, and not before. */

/** Does what the element is marked for: `data-log-out`, or `data-dialog` on a link. */
export async function act(element: HTMLElement): Promise<void> {
  if (element.dataset.logOut !== undefined) {
    const { signOut } = await import("#lib/client/session/sign-out.ts");
    await signOut();
  } else if (element.dataset.dialog === "messages") {
    const { togglePanel } = await import("./messages/open-panel.tsx");
    togglePanel(element);
  } else if (element instanceof HTMLAnchorElement) {
    const { open } = await import("./accounts/dialogs.tsx");
    open(element);
  }
}
