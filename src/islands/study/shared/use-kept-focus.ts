import { useEffect } from "react";
import { findFocusPath, isFocusLost, restoreFocus } from "../../ui/keep-focus.ts";

/** The place of the focus after the last click or move of the focus. */
let path: readonly HTMLElement[] = [];
let isWatching = false;

/** A click beside all controls takes the focus from them, so it isn't returned to them later. */
function watchFocus(): void {
  if (isWatching) return;
  isWatching = true;
  const remember = () => {
    path = findFocusPath();
  };
  for (const type of ["focusin", "click"]) document.addEventListener(type, remember, true);
}

/**
 * Keeps the focus nearby when the component is rendered without the control that had it, such as a
 * pressed button or the field of a closed editor.
 */
export function useKeptFocus(): void {
  useEffect(watchFocus, []);
  useEffect(() => {
    const [last] = path;
    if (last && !last.isConnected && isFocusLost()) restoreFocus(path);
  });
}
