/**
 * Updates the catalog without a reload. All HTML still comes from the server: this script fetches
 * the next page and replaces the parts marked with `data-live`. Without it, the form and the links
 * do the same with a reload.
 */
import { replaceParts } from "./replace-parts.ts";

/** Delay after the last typed character before searching, in milliseconds. */
const typingPause = 300;

const form = document.querySelector<HTMLFormElement>("#catalog");
if (form) filterLiveSubscribers(form);

function filterLiveSubscribers(form: HTMLFormElement): void {
  const heading = document.getElementById("found");
  const courses = document.querySelector("[data-live=courses]");
  const loadError = document.getElementById("load-error");
  let request: AbortController | undefined;
  let typing: ReturnType<typeof setTimeout> | undefined;
  /** Whether the latest history entry came from typing. */
  let isTyped = false;

  // The buttons that apply the filters also close the drawer. On wide screens, the filters are
  // beside the list and there is no drawer.
  document.querySelector("[data-apply]")?.classList.add("md:hidden");

  /**
   * Shows the page at a URL. The old list stays visible while the page loads, or if loading fails.
   * @param activeField the text field in use, whose content is newer than the page.
   */
  const show = async (address: string, activeField?: Element | null): Promise<void> => {
    clearTimeout(typing);
    request?.abort();
    request = new AbortController();
    const { signal } = request;
    courses?.setAttribute("aria-busy", "true");
    const page = await readPage(address, signal);
    if (signal.aborted) return;
    courses?.removeAttribute("aria-busy");
    if (page) {
      replaceParts(page, form, activeField);
      document.title = page.title;
    }
    if (loadError) loadError.hidden = page !== undefined;
  };

  const goToChosen = (typed: boolean): Promise<void> => {
    const address = addressOf(form);
    // Pressing Enter after the search has run must not add a second history entry.
    const isSame = address === location.href;
    history[isSame || (typed && isTyped) ? "replaceState" : "pushState"](null, "", address);
    isTyped = typed;
    return show(address, document.activeElement);
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const drawer = document.getElementById("filters");
    if (drawer?.matches(":popover-open")) drawer.hidePopover();
    void goToChosen(false);
  });
  addEventListener("change", ({ target }) => {
    const isControl = target instanceof HTMLSelectElement || target instanceof HTMLInputElement;
    // The search field reacts as the user types.
    if (isControl && target.form === form && target.type !== "search") void goToChosen(false);
  });
  form.addEventListener("input", (event) => {
    clearTimeout(typing);
    if (event instanceof InputEvent && event.isComposing) return;
    typing = setTimeout(() => void goToChosen(true), typingPause);
  });
  addEventListener("click", (event) => {
    const link = findOwnLink(event);
    if (!link) return;
    event.preventDefault();
    isTyped = false;
    history.pushState(null, "", link.href);
    void show(link.href).then(() => {
      heading?.focus({ preventScroll: true });
      heading?.scrollIntoView({ block: "start", behavior: "instant" });
    });
  });
  document.querySelector("#load-error button")?.addEventListener("click", () => {
    void show(location.href);
  });
  addEventListener("popstate", () => {
    isTyped = false;
    void show(location.href);
  });
}

/** Fetches the page of a URL. Undefined if that fails. */
async function readPage(address: string, signal: AbortSignal): Promise<Document | undefined> {
  try {
    const answer = await fetch(address, { signal, headers: { Accept: "text/html" } });
    if (!answer.ok) return undefined;
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return undefined;
  }
}

/** The URL of the form's state, without empty fields and always page 1. */
function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const isDefault = name === "sort" && value === "newest";
    if (typeof value === "string" && value.trim() !== "" && !isDefault) query.append(name, value);
  }
  return query.size === 0 ? form.action : `${form.action}?${query}`;
}

/** Finds the link to another catalog page that was clicked without a modifier key. */
function findOwnLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return undefined;
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link?.closest("[data-live]") || link.pathname !== location.pathname) return undefined;
  return link;
}
