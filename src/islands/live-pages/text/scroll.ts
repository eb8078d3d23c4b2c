/** Scrolls within the area between the bars of a live page. */

interface Area {
  /** In pixels, relative to the window. */
  top: number;
  bottom: number;
}

/** The area between the bar at the top and the dock with the notices at the bottom of the window. */
export function findVisibleArea(): Area {
  const bar = document.querySelector(".live-bar")?.getBoundingClientRect();
  const dock = document.querySelector(".live-dock")?.getBoundingClientRect();
  const top = Math.max(0, bar?.height ?? 0);
  return { top, bottom: innerHeight - (dock?.height ?? 0) };
}

/** Whether any part of the element is in the area. */
export function isInArea(element: HTMLElement, { top, bottom }: Area): boolean {
  const box = element.getBoundingClientRect();
  return box.bottom > top && box.top < bottom;
}

/** Whether the element begins above the area. */
export function isAboveArea(element: HTMLElement, { top }: Area): boolean {
  return element.getBoundingClientRect().top < top;
}

/** The space above an element after scrolling to it, as a fraction of the area. */
const lead = 0.12;

/**
 * Scrolls the element to the upper part of the area or, if it is tall, its start to the top.
 * Scrolling isn't animated if the user prefers reduced motion or if it would pass several screens.
 */
export function scrollToElement(
  element: HTMLElement,
  { isInstant = false }: { isInstant?: boolean } = {},
): void {
  const { top, bottom } = findVisibleArea();
  const box = element.getBoundingClientRect();
  const height = bottom - top;
  const space = Math.min(height * lead, Math.max(0, height - box.height));
  const distance = box.top - top - space;
  if (Math.abs(distance) < 1) return;
  const isFar = Math.abs(distance) > innerHeight * 3;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scrollBy({ top: distance, behavior: isInstant || isFar || isCalm ? "instant" : "smooth" });
}
