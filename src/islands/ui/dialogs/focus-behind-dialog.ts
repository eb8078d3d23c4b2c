/** Focuses the element, after the open dialog has closed, because a modal dialog refuses it. */
export function focusBehindDialog(element: HTMLElement | null): void {
  const dialog = document.querySelector("dialog[open]");
  if (dialog) dialog.addEventListener("close", () => element?.focus(), { once: true });
  else element?.focus();
}
