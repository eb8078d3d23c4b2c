import { type RefObject, useEffect, useRef } from "react";

/**
 * Gives the focus to the first button within an element when an editor has closed, because the pressed
 * button or the field has disappeared. The focus stays where it is if it is already elsewhere.
 */
export function useReturnedFocus<Place extends HTMLElement>(
  isOpen: boolean,
): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    if (isOpen || document.activeElement !== document.body) return;
    place.current?.querySelector("button")?.focus();
  }, [isOpen]);
  return place;
}
