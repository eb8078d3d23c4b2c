/**
 * Navigation within the site, in functions that tests can observe. Paths lead to pages in the language
 * of this page.
 */
import { localizePath } from "../site/locale.ts";

let leaving = false;
let redirectedTo: string | undefined;

/**
 * Opens a page, unless the current page is already being redirected there. Later redirects of the
 * current page are ignored.
 */
export function goTo(path: string): void {
  leaving = true;
  if (path !== redirectedTo) location.assign(localizePath(path));
}

/** Redirects to a page without adding the current one to the history. */
export function replaceWith(path: string): void {
  if (leaving) return;
  redirectedTo = path;
  location.replace(localizePath(path));
}

/** Reloads the page for the user who is now logged in. */
export function reloadPage(): void {
  location.reload();
}

/** Allows redirects again when the browser restores the page from its back/forward cache. */
export function stay(): void {
  leaving = false;
  redirectedTo = undefined;
}

/**
 * Opens another page with a state that is stored in the history entry and not in the URL. The
 * browser treats both entries as one document, so each page must call `followHistory`.
 */
export function goWithState(path: string, state: Record<string, string>): void {
  history.pushState(state, "", localizePath(path));
  location.reload();
}

/**
 * Loads the page when the user goes back or forward and the browser changes only the URL.
 * @returns a function that stops listening.
 */
export function followHistory(): () => void {
  // The user may have navigated before this listener was added, so compare with the URL that was
  // loaded.
  const [loaded] = performance.getEntriesByType("navigation");
  const shown = loaded ? new URL(loaded.name).pathname : location.pathname;
  const follow = () => {
    if (location.pathname !== shown) location.reload();
  };
  follow();
  addEventListener("popstate", follow);
  return () => removeEventListener("popstate", follow);
}

/** A string from the state of the history entry, or "" if it is missing. */
export function readState(key: string): string {
  const state: unknown = history.state;
  if (typeof state !== "object" || state === null) return "";
  const value = (state as Record<string, unknown>)[key];
  return typeof value === "string" ? value : "";
}
