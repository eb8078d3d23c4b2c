/**
 * The account forms of one page or dialog. The HTML shows one of them and contains the others as
 * templates (`AccountForms.tsx`).
 */
import type { ResetGrant } from "#lib/accounts/accounts.calls.ts";
import type { ProfileState } from "#lib/people/profile.store.ts";

/**
 * The data that each form needs. `resendAfter` is in seconds, until another code can be requested.
 */
export interface Given {
  "log-in": { email?: string };
  "sign-up": object;
  verify: { email: string; resendAfter: number };
  forgot: { email: string };
  "reset-code": { email: string; resendAfter: number };
  "new-password": { email: string; grant: ResetGrant };
}
export type FormName = keyof Given;

/** Where the forms are: on their own page, or in a dialog over another page. */
export interface Place {
  /** Continues after a log-in. */
  proceed: (profile: ProfileState) => void;
  /** Continues after a sign-up. */
  verify: (email: string, resendAfter: number) => void;
  /** Called with each form that is shown. */
  onShow?: (view: HTMLElement, name: FormName) => void;
  /** Whether links to other forms open them in place instead of on their own pages. */
  opensForms: boolean;
}

/** Adds the behavior to a form's HTML. */
type Start<Name extends FormName> = (
  view: HTMLElement,
  forms: AccountForms,
  given: Given[Name],
) => void;
export type Starts = { readonly [Name in FormName]: Start<Name> };

export class AccountForms {
  readonly place: Place;
  readonly #root: HTMLElement;
  readonly #starts: Starts;
  readonly #templates = new Map<string, Node>();
  /** Forms that keep what was typed. */
  readonly #kept = new Map<FormName, HTMLElement>();

  /** @param root contains the shown form and the templates. */
  constructor(root: HTMLElement, place: Place, starts: Starts) {
    this.place = place;
    this.#root = root;
    this.#starts = starts;
    for (const child of root.querySelectorAll<HTMLElement>(":scope > [data-view]")) {
      const isTemplate = child instanceof HTMLTemplateElement;
      const view = isTemplate ? child.content.firstElementChild : child.cloneNode(true);
      if (view) this.#templates.set(child.dataset.view ?? "", view);
    }
  }

  /** Starts the form that the HTML shows. */
  startShown<Name extends FormName>(name: Name, given: Given[Name]): void {
    const view = this.#findShown();
    if (view) this.#start(name, view, given);
  }

  /** Opens a form in its previous state, or a new one. */
  open<Name extends FormName>(name: Name, given: Given[Name]): void {
    this.show(name, this.#kept.get(name) ?? this.#create(name, given));
  }

  /** Returns from the password reset to an empty log-in form. */
  returnToLogIn(email: string): void {
    this.show("log-in", this.#create("log-in", { email }));
  }

  isShown(view: HTMLElement): boolean {
    return this.#findShown() === view;
  }

  #findShown(): HTMLElement | null {
    return this.#root.querySelector<HTMLElement>(":scope > [data-view]:not(template)");
  }

  /** Shows a form that was started earlier. */
  show(name: FormName, view: HTMLElement): void {
    const shown = this.#findShown();
    if (shown === view) return;
    if (shown) shown.replaceWith(view);
    else this.#root.prepend(view);
    this.place.onShow?.(view, name);
    // The pressed button has disappeared. Filled fields are done, such as the address after a reset.
    const fields = [...view.querySelectorAll<HTMLInputElement>(typable)];
    (fields.find(({ value }) => value === "") ?? fields[0])?.focus();
  }

  #create<Name extends FormName>(name: Name, given: Given[Name]): HTMLElement {
    const view = this.#templates.get(name)?.cloneNode(true);
    if (!(view instanceof HTMLElement)) throw new Error(`The page has no form "${name}".`);
    this.#start(name, view, given);
    return view;
  }

  #start<Name extends FormName>(name: Name, view: HTMLElement, given: Given[Name]): void {
    if (name === "log-in" || name === "sign-up") this.#kept.set(name, view);
    const start: Start<Name> = this.#starts[name];
    start(view, this, given);
    if (this.place.opensForms) this.#openLinks(view);
  }

  #openLinks(view: HTMLElement): void {
    for (const link of view.querySelectorAll<HTMLAnchorElement>("a[data-opens]")) {
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        this.open(link.dataset.opens === "sign-up" ? "sign-up" : "log-in", {});
      });
    }
  }
}

/** Fields that accept text. */
const typable = "input:not([readonly], [hidden], [type=hidden])";

export function findForm(view: HTMLElement): HTMLFormElement {
  const form = view.querySelector("form");
  if (!form) throw new Error("An account form is missing.");
  return form;
}

export function fillField(view: HTMLElement, name: string, value: string): void {
  const field = view.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (field) field.value = value;
}

/** What a field contains, or an empty text. */
export function readField(view: HTMLElement, name: string): string {
  return view.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? "";
}

export function setIntro(view: HTMLElement, text: string): void {
  const intro = view.querySelector("[data-intro]");
  if (intro) intro.textContent = text;
}
