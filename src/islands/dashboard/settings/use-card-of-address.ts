import { useEffect, useRef } from "react";

/**
 * Leads to a card of the settings that the address names. The card comes later than the page, so
 * that the browser finds nothing there by itself.
 */
export function useCardOfAddress(anchor: string) {
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (location.hash !== `#${anchor}`) return;
    section.current?.scrollIntoView?.();
    heading.current?.focus({ preventScroll: true });
  }, [anchor]);
  return { section, heading };
}
