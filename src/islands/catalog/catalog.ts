/**
 * Lets the catalogue change without a reload. The server's HTML stays the only source: the page of
 * the next address is fetched, and what is marked `data-live` is taken over from it. Without this
 * script the form and the links do the same with a reload.
 */
import { replaceParts } from "./replace-parts.ts";

/** Milliseconds after the last letter before the search is asked. */
const typingPause = 300;

const form = document.querySelector<HTMLFormElement>("#catalogue");
if (form) keepLive(form);

function keepLive(form: HTMLFormElement): void {
  const heading = document.getElementById("found");
  const courses = document.querySelector("[data-live=courses]");
  const trouble = document.getElementById("trouble");
  let asked: AbortController | undefined;
  let typing: ReturnType<typeof setTimeout> | undefined;
  /** Whether the newest entry of the history came of letters typed one after another. */
  let isTyped = false;

  // What is pressed to apply the filters closes the drawer; beside the list nothing needs it.
  document.querySelector("[data-apply]")?.classList.add("md:hidden");

  /**
   * Shows the page of an address. The list stays while it comes, and if it doesn't.
   * @param written where somebody may be writing on: what is there is newer than the page.
   */
  const show = async (address: string, written?: Element | null): Promise<void> => {
    clearTimeout(typing);
    asked?.abort();
    asked = new AbortController();
    const { signal } = asked;
    courses?.setAttribute("aria-busy", "true");
    const page = await readPage(address, signal);
    if (signal.aborted) return;
    courses?.removeAttribute("aria-busy");
    if (page) {
      replaceParts(page, form, written);
      document.title = page.title;
    }
    if (trouble) trouble.hidden = page !== undefined;
  };

  const goToChosen = (typed: boolean): Promise<void> => {
    const address = addressOf(form);
    // Pressing Enter after the letters were taken is no second step to go back from.
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
    // Letters are taken as they come.
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
  document.querySelector("#trouble button")?.addEventListener("click", () => {
    void show(location.href);
  });
  addEventListener("popstate", () => {
    isTyped = false;
    void show(location.href);
  });
}

/** The page of an address; undefined when it can't be had. */
async function readPage(address: string, signal: AbortSignal): Promise<Document | undefined> {
  try {
    const answer = await fetch(address, { signal, headers: { Accept: "text/html" } });
    if (!answer.ok) return undefined;
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return undefined;
  }
}

/** The address of what the form says: without empty fields, and of the first page. */
function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const isDefault = name === "sort" && value === "newest";
    if (typeof value === "string" && value.trim() !== "" && !isDefault) query.set(name, value);
  }
  return query.size === 0 ? form.action : `${form.action}?${query}`;
}

/** The link to another page of the catalogue that was clicked in the list, as one clicks plainly. */
function findOwnLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return undefined;
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link?.closest("[data-live]") || link.pathname !== location.pathname) return undefined;
  return link;
}
