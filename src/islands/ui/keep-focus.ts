/** Keeps the focus near its place when the control that had it disappears. */

/** Whether no element has the focus, because the one that had it was removed. */
export const isFocusLost = (): boolean => document.activeElement === document.body;

/** The element with the focus and its ancestors in the page, nearest first. */
export function findFocusPath(): HTMLElement[] {
  const path: HTMLElement[] = [];
  for (
    let each = document.activeElement;
    each instanceof HTMLElement && each !== document.body;
    each = each.parentElement
  ) {
    path.push(each);
  }
  return path;
}

/**
 * If the focus is lost, moves it to what is left of its place: the control itself, the first control
 * of the same row, list or section, or else the page's content, which can have the focus. What is
 * removed, disabled or hidden doesn't take it.
 */
export function restoreFocus(path: readonly HTMLElement[]): void {
  for (const place of path) {
    const controls = place.querySelectorAll<HTMLElement>("a,button,input,select,textarea");
    for (const each of [place, ...controls]) if (isFocusLost()) each.focus();
  }
}
