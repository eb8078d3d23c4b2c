import { type RefObject, useLayoutEffect } from "react";

/** From this width on, the panel is beside the page. On narrower screens it covers the page. */
const beside = "(width >= 40rem)";

/**
 * When the panel covers the page, makes the page inert and fits the panel to the space above the
 * on-screen keyboard.
 */
export function useCover(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = panel.current;
    const own = element?.parentElement;
    if (!element || !own) return;
    const wide = matchMedia(beside);
    const behind = [...document.body.children].filter((other) => other !== own);
    const { visualViewport } = window;
    const adjust = () => {
      const covers = !wide.matches;
      for (const other of behind) other.toggleAttribute("inert", covers);
      document.documentElement.style.overflow = covers ? "hidden" : "";
      element.style.height = covers && visualViewport ? `${visualViewport.height}px` : "";
      element.style.top = covers && visualViewport ? `${visualViewport.offsetTop}px` : "";
    };
    adjust();
    wide.addEventListener("change", adjust);
    visualViewport?.addEventListener("resize", adjust);
    visualViewport?.addEventListener("scroll", adjust);
    return () => {
      wide.removeEventListener("change", adjust);
      visualViewport?.removeEventListener("resize", adjust);
      visualViewport?.removeEventListener("scroll", adjust);
      for (const other of behind) other.removeAttribute("inert");
      document.documentElement.style.overflow = "";
    };
  }, [panel]);
}
