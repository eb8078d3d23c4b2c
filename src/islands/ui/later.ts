/**
 * Code that the first view of a page doesn't need. It loads when the page is idle, or as soon as
 * someone moves the pointer or the focus to a control.
 */

type Load = () => Promise<void>;

/** The code that hasn't been loaded on this page. */
const waiting = new Set<Load>();

/** @param load never rejects. Called again until it is removed with `forgetLater`. */
export function loadLater(load: Load): void {
  if (typeof window === "undefined") return;
  if (waiting.size === 0) loadWhenIdle();
  waiting.add(load);
}

/** Removes code that has been loaded or isn't needed anymore. */
export function forgetLater(load: Load): void {
  waiting.delete(load);
}

/** Loads everything now. @returns whether the loaded code brought more to load. */
export async function loadAll(): Promise<boolean> {
  const loads = [...waiting];
  await Promise.all(loads.map((load) => load()));
  return [...waiting].some((load) => !loads.includes(load));
}

/** Calls the function when the page is idle, or at once in browsers that can't detect this. */
export function whenIdle(act: () => unknown): void {
  if ("requestIdleCallback" in window) requestIdleCallback(() => void act());
  else void act();
}

const controls = "button, a, summary, input, select, textarea";

/**
 * Waits until the page is idle (unless the browser is in data-saving mode) or until someone is
 * about to use a control.
 */
function loadWhenIdle(): void {
  const isSaving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
  const whenIdle = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => void loadAll());
    else setTimeout(() => void loadAll(), 1_000);
  };
  if (!isSaving && document.readyState === "complete") whenIdle();
  else if (!isSaving) addEventListener("load", whenIdle, { once: true });
  const stop = new AbortController();
  const look = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.closest(controls)) return;
    stop.abort();
    void loadAll();
  };
  for (const type of ["pointerover", "focusin"]) {
    document.addEventListener(type, look, { passive: true, signal: stop.signal });
  }
}
