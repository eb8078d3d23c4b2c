/**
 * Opens the account forms in a dialog over any page, for links with `data-dialog`. The forms are
 * those of the log-in page, whose HTML is fetched on first use. Closed dialogs keep what was typed.
 */

import { continueFromDialog } from "#lib/accounts/client/landing.ts";
import { findLogInNotice } from "#lib/accounts/log-in-notices.ts";
import { remembered, rememberedInTab } from "#lib/client/browser-storage.ts";
import { startSession } from "#lib/client/session/session-refresh.ts";
import { splitLanguagePrefix } from "#lib/languages.ts";
import { findRole } from "#lib/people/people.options.ts";
import { authPagePaths } from "#lib/site/routes.ts";
import { cardLook } from "../card-look.ts";
import { AccountForms, type FormName, readField, setIntro } from "../forms/account-forms.ts";
import { starts } from "../forms/starts.ts";
import { signUpIntro } from "../intros.ts";

const names: Record<string, "log-in" | "sign-up" | "verify"> = {
  login: "log-in",
  signup: "sign-up",
  verify: "verify",
};

/** What is open: a form that a log-in link or a sign-up link opened, or a later step of it. */
type Track = "log-in" | "sign-up";

/**
 * Opens the link's dialog over the page. The link's URL contains the return path and the reason.
 * The link is followed instead on the account pages, and also if the user has logged in from
 * another tab: the log-in page then redirects to the return path.
 * @throws if the forms can't be loaded.
 */
export async function open(link: HTMLAnchorElement): Promise<void> {
  const name = names[link.dataset.dialog ?? ""];
  const isAccountPage = authPagePaths.some(
    (path) => path === splitLanguagePrefix(location.pathname).path,
  );
  if (!name || isAccountPage || remembered.get("isAuthenticated") === "true") {
    location.assign(link.href);
    return;
  }
  const dialog = await findDialog();
  dialog.open(name, link);
}

let container: HTMLElement | undefined;
let loading: Promise<AccountDialog> | undefined;

function findDialog(): Promise<AccountDialog> {
  if (loading && container?.isConnected) return loading;
  const place = document.body.appendChild(document.createElement("div"));
  container = place;
  loading = loadDialog(place);
  loading.catch(() => {
    place.remove();
  });
  return loading;
}

async function loadDialog(place: HTMLElement): Promise<AccountDialog> {
  const response = await fetch("/login", { method: "GET" });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const root = page.querySelector<HTMLElement>("[data-account-forms]");
  const frame = page.querySelector<HTMLTemplateElement>("template[data-account-dialog]");
  const dialog = frame?.content.querySelector("dialog");
  if (!root || !dialog) throw new Error("The log-in page could not be loaded.");
  return new AccountDialog(place, document.adoptNode(dialog), document.adoptNode(root));
}

class AccountDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #forms: AccountForms;
  readonly #place: HTMLElement;
  /** The last open form for each kind of link. */
  readonly #left = new Map<Track, { name: FormName; view: HTMLElement }>();
  #track: Track = "log-in";
  #link: HTMLAnchorElement | undefined;

  /** @param place contains the dialog while it is open. */
  constructor(place: HTMLElement, dialog: HTMLDialogElement, root: HTMLElement) {
    this.#place = place;
    this.#dialog = dialog;
    this.#forms = new AccountForms(
      root,
      {
        opensForms: true,
        proceed: (profile) => continueFromDialog(profile, this.#query),
        verify: (email, resendAfter) => this.#forms.open("verify", { email, resendAfter }),
        onShow: (view, name) => this.#noteShown(view, name),
      },
      starts,
    );
    dialog.querySelector("[data-forms]")?.replaceWith(root);
    dialog.querySelector("button[aria-label=Close]")?.addEventListener("click", () => {
      dialog.close();
    });
    // The dialog contains a form, so a click beside it would lose what was typed.
    dialog.querySelector(".modal-backdrop")?.addEventListener("submit", (event) => {
      event.preventDefault();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (this.#link) giveFocusBack(this.#link);
    });
    void startSession();
  }

  get #query(): URLSearchParams {
    return new URL(this.#link?.href ?? location.href).searchParams;
  }

  open(name: "log-in" | "sign-up" | "verify", link: HTMLAnchorElement): void {
    this.#link = link;
    this.#track = name === "log-in" ? "log-in" : "sign-up";
    const left = this.#left.get(this.#track);
    if (left) {
      this.#forms.show(left.name, left.view);
      this.#adapt(left.view, left.name);
    } else if (name === "verify") {
      this.#forms.open("verify", { email: "", resendAfter: 0 });
    } else {
      this.#forms.open(name, {});
    }
    this.#place.append(this.#dialog);
    this.#dialog.showModal();
  }

  #noteShown(view: HTMLElement, name: FormName): void {
    if (name === "log-in" || name === "sign-up") this.#track = name;
    // A pending verification stays open until the person starts over.
    if (name === "sign-up") this.#left.delete("sign-up");
    else if (name !== "verify" || readField(view, "email") !== "") {
      this.#left.set(this.#track, { name, view });
    }
    this.#adapt(view, name);
  }

  /** Adapts what a form shows on a page to this dialog and its link. */
  #adapt(view: HTMLElement, name: FormName): void {
    view.className = cardLook.dialog;
    const title = view.querySelector("h1, h2");
    if (title?.tagName === "H1") {
      const heading = document.createElement("h2");
      heading.id = title.id;
      heading.className = title.className;
      heading.append(...title.childNodes);
      title.replaceWith(heading);
    }
    this.#dialog.setAttribute("aria-labelledby", title?.id ?? "");
    const { search } = new URL(this.#link?.href ?? location.href);
    const proposedRole = findRole(this.#query.get("role"));
    if (name === "log-in") {
      setNotice(view, findLogInNotice(this.#query.get("reason")) ?? "");
      view.querySelector("a[data-opens]")?.setAttribute("href", `/signup${search}`);
    } else if (name === "sign-up") {
      setIntro(view, signUpIntro(proposedRole));
      view.querySelector("a[data-opens]")?.setAttribute("href", `/login${search}`);
      if (proposedRole) rememberedInTab.set("selectedRole", proposedRole);
    }
  }
}

function setNotice(view: HTMLElement, text: string): void {
  const notice = view.querySelector<HTMLElement>("[data-notice]");
  if (!notice?.firstElementChild) return;
  notice.firstElementChild.textContent = text;
  notice.hidden = text === "" || view.querySelector("[data-outcome]") !== null;
}

/**
 * Returns the focus to the link, which not all browsers focus on click, or to the menu button if
 * the link was in a menu that has closed.
 */
function giveFocusBack(link: HTMLElement): void {
  const menu = link.closest("[popover]");
  const button = menu && document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`);
  (button ?? link).focus();
}
