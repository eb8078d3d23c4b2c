/**
 * A form in the page's HTML that works without scripts. This adds what `useSchemaForm` and `Form`
 * do in islands, but without React: errors at the fields, messages, and the busy state.
 */
import type * as z from "zod/mini";
import type { FieldError } from "#lib/errors.ts";
import {
  type AlertKind,
  alertLook,
  describeOffline,
  fieldErrorLook,
  outcomeLook,
  passwordToggle,
  spinnerLook,
} from "../looks.ts";

export interface PlainForm {
  readonly element: HTMLFormElement;
  /** Replaces the messages above the fields. */
  showOutcome(outcome: { problem?: string | undefined; success?: string | undefined }): void;
  /** Shows errors at their fields and focuses the first one. */
  showErrors(errors: readonly FieldError[]): void;
  /** Focuses a field and selects its text, so that typing replaces it. */
  select(name: string): void;
}

interface PlainFormOptions<Output> {
  schema: z.ZodMiniType<Output, unknown>;
  /**
   * @returns true if the form stays busy, because the page is about to change, and `done` if it only
   * shows its outcome until something else replaces it.
   */
  submit: (input: Output, form: PlainForm) => Promise<boolean | "done">;
}

export function enhanceForm<Output>(
  element: HTMLFormElement,
  { schema, submit }: PlainFormOptions<Output>,
): PlainForm {
  const form: PlainForm = {
    element,
    showOutcome: (outcome) => showOutcome(element, outcome),
    showErrors: (errors) => showErrors(element, errors),
    select(name) {
      const field = findField(element, name);
      field?.focus();
      field?.select();
    },
  };
  let isBusy = false;
  let wasSubmitted = false;

  const send = async () => {
    const { success, data, error } = schema.safeParse(readValues(element));
    wasSubmitted = true;
    showErrors(element, error ? toFieldErrors(error.issues) : []);
    if (!success) return;
    isBusy = true;
    setBusy(element, true);
    let next: boolean | "done" = false;
    try {
      next = await submit(data, form);
    } finally {
      isBusy = next !== false;
      setBusy(element, next === true);
      if (next === "done") findSubmit(element)?.setAttribute("aria-disabled", "true");
    }
  };
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!isBusy) void send();
  });
  // As in islands, a field is checked after each change once the form has been submitted.
  element.addEventListener("input", ({ target }) => {
    if (!wasSubmitted || !(target instanceof HTMLInputElement)) return;
    const { error } = schema.safeParse(readValues(element));
    const errors = error ? toFieldErrors(error.issues) : [];
    setFieldError(target, errors.find(({ field }) => field === target.name)?.message);
  });
  for (const toggle of element.querySelectorAll<HTMLElement>("[data-show-password]")) {
    toggle.addEventListener("click", () => togglePassword(toggle));
  }
  watchConnection(element);
  return form;
}

const readValues = (element: HTMLFormElement) => Object.fromEntries(new FormData(element));

const toFieldErrors = (issues: readonly { path: PropertyKey[]; message: string }[]): FieldError[] =>
  issues.map(({ path, message }) => ({ field: path.map(String).join("."), message }));

function findField(element: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const field = element.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field : undefined;
}

function showErrors(element: HTMLFormElement, errors: readonly FieldError[]): void {
  let first: HTMLInputElement | undefined;
  for (const field of element.querySelectorAll<HTMLInputElement>("input[name]")) {
    const message = errors.find((error) => error.field === field.name)?.message;
    setFieldError(field, message);
    if (message !== undefined) first ??= field;
  }
  first?.focus();
}

/** The elements are those of `FieldFrame`. */
function setFieldError(field: HTMLInputElement, message: string | undefined): void {
  const id = `${field.id}-error`;
  const others = (field.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .filter((each) => each && each !== id);
  const shown = document.getElementById(id);
  if (message === undefined) {
    shown?.remove();
    field.removeAttribute("aria-invalid");
  } else {
    const error = shown ?? document.createElement("p");
    Object.assign(error, { id, className: fieldErrorLook, textContent: message });
    error.setAttribute("role", "alert");
    if (!shown) field.labels?.[0]?.parentElement?.append(error);
    field.setAttribute("aria-invalid", "true");
    others.push(id);
  }
  if (others.length > 0) field.setAttribute("aria-describedby", others.join(" "));
  else field.removeAttribute("aria-describedby");
}

function makeAlert(kind: AlertKind, text: string): HTMLElement {
  const { role, className } = alertLook(kind);
  const alert = document.createElement("div");
  alert.setAttribute("role", role);
  alert.className = className;
  alert.textContent = text;
  return alert;
}

function showOutcome(
  element: HTMLFormElement,
  { problem, success }: { problem?: string | undefined; success?: string | undefined },
): void {
  element.querySelector("[data-outcome]")?.remove();
  for (const notice of element.querySelectorAll<HTMLElement>("[data-notice]")) {
    notice.hidden = problem !== undefined || notice.textContent === "";
  }
  if (problem === undefined && success === undefined) return;
  const outcome = document.createElement("div");
  outcome.className = outcomeLook;
  outcome.dataset.outcome = "";
  element.querySelector("fieldset")?.prepend(outcome);
  // Screen readers announce what is added to an element that is already there.
  if (problem !== undefined) outcome.append(makeAlert("error", problem));
  if (success !== undefined) outcome.append(makeAlert("success", success));
  // In a long form, the submit button is far below the message.
  outcome.scrollIntoView?.({ block: "nearest" });
}

function setBusy(element: HTMLFormElement, isBusy: boolean): void {
  element.setAttribute("aria-busy", String(isBusy));
  const button = findSubmit(element);
  if (button) setButtonBusy(button, isBusy);
}

const findSubmit = (element: HTMLFormElement) =>
  element.querySelector<HTMLButtonElement>("button[type=submit]");

/** Shows the label in `data-busy-label` while the button is busy. The button keeps the focus. */
export function setButtonBusy(button: HTMLButtonElement, isBusy: boolean): void {
  const { dataset } = button;
  if (isBusy === button.hasAttribute("aria-disabled")) return;
  if (isBusy) {
    dataset.label = button.textContent;
    const spinner = document.createElement("span");
    spinner.className = spinnerLook;
    spinner.setAttribute("aria-hidden", "true");
    button.replaceChildren(spinner, dataset.busyLabel ?? dataset.label);
    button.setAttribute("aria-disabled", "true");
  } else {
    button.textContent = dataset.label ?? "";
    button.removeAttribute("aria-disabled");
  }
}

function togglePassword(toggle: HTMLElement): void {
  const field = document.getElementById(toggle.getAttribute("aria-controls") ?? "");
  if (!(field instanceof HTMLInputElement)) return;
  const isShown = field.type === "password";
  const { label, text } = passwordToggle(isShown);
  field.type = isShown ? "text" : "password";
  toggle.textContent = text;
  toggle.setAttribute("aria-label", label);
  toggle.setAttribute("aria-pressed", String(isShown));
}

function watchConnection(element: HTMLFormElement): void {
  const notice = document.createElement("div");
  notice.className = "col-span-full";
  const update = () => {
    notice.remove();
    if (navigator.onLine) return;
    notice.replaceChildren(makeAlert("warning", describeOffline()));
    const outcome = element.querySelector("[data-outcome]");
    if (outcome) outcome.after(notice);
    else element.querySelector("fieldset")?.prepend(notice);
  };
  addEventListener("online", update);
  addEventListener("offline", update);
  update();
}
