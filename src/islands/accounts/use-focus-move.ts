import { type RefObject, useEffect, useRef } from "react";

/** Fields that accept text. */
const typable = "input:not([readonly], [hidden], [type=hidden])";

/**
 * Moves the focus into the new view when views change, because the pressed button has disappeared.
 * Does nothing for the first view.
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
