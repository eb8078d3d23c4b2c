/** Going to other pages of the site. Behind functions, so that tests can watch them. */
let leaving = false;

/** Goes to a page. From then on redirects of the page that is being left don't count. */
export function goTo(path: string): void {
  leaving = true;
  location.assign(path);
}

/** Redirects: goes to a page without leaving the present one in the history. */
export function replaceWith(path: string): void {
  if (!leaving) location.replace(path);
}

/** Reloads the page for the person who is logged in now. */
export function reloadPage(): void {
  location.reload();
}

/** A page that is restored from the browser's memory is no longer being left. */
export function stay(): void {
  leaving = false;
}

/**
 * Goes to another page with a state that belongs to its history entry and stays out of its URL. To
 * the browser both entries are one page: each must `followHistory`.
 */
export function goWithState(path: string, state: Record<string, string>): void {
  history.pushState(state, "", path);
  location.reload();
}

/**
 * Loads the page when the person goes back or forward and the browser only changes the address.
 *
 * @returns a function that stops this.
 */
export function followHistory(): () => void {
  // They may have gone before this page could listen, so what counts is what it was loaded for.
  const [loaded] = performance.getEntriesByType("navigation");
  const shown = loaded ? new URL(loaded.name).pathname : location.pathname;
  const follow = () => {
    if (location.pathname !== shown) location.reload();
  };
  follow();
  addEventListener("popstate", follow);
  return () => removeEventListener("popstate", follow);
}

/** A text of the history entry's state; empty if there is none. */
export function readState(key: string): string {
  const state: unknown = history.state;
  if (typeof state !== "object" || state === null) return "";
  const value = (state as Record<string, unknown>)[key];
  return typeof value === "string" ? value : "";
}
