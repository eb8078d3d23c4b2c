import { type RefObject, useEffect, useRef } from "react";

/** What somebody can type into. */
const typable = "input:not([readonly], [hidden], [type=hidden])";

/**
 * Moves the focus into the element when one view takes the place of another: the button that was
 * pressed is gone. The first view is left alone.
 */
export function useFocusMove<E extends HTMLElement>(view: string): RefObject<E | null> {
  const element = useRef<E>(null);
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    element.current?.querySelector<HTMLElement>(typable)?.focus();
  }, [view]);
  return element;
}
