/** Copies parts of a fetched page into the current page. */

/**
 * Replaces the contents of all `data-live` parts, and sets the form's controls as in the fetched
 * page. Unchanged parts are kept, so that they don't flicker and aren't announced again.
 * @param activeField a text field in use, which keeps its content.
 */
export function replaceParts(
  page: Document,
  form: HTMLFormElement,
  activeField?: Element | null,
): void {
  const source = page.querySelector<HTMLFormElement>(`form#${form.id}`);
  // Must run before the options are replaced.
  const state = source ? new FormData(source) : undefined;
  for (const part of page.querySelectorAll<HTMLElement>("[data-live]")) {
    const shown = document.querySelector(`[data-live="${CSS.escape(part.dataset.live ?? "")}"]`);
    if (!shown || shown.innerHTML === part.innerHTML) continue;
    // The option that was just chosen keeps the focus. Its count is a separate part.
    if (shown.matches("fieldset *") && shown.contains(document.activeElement)) continue;
    shown.replaceChildren(...document.adoptNode(part).childNodes);
  }
  if (state) setControls(form, state, activeField);
}

function setControls(form: HTMLFormElement, state: FormData, activeField?: Element | null): void {
  for (const control of form.elements) {
    if (control === activeField && control.matches("[type=search]")) continue;
    if (control instanceof HTMLSelectElement) control.value = String(state.get(control.name) ?? "");
    if (!(control instanceof HTMLInputElement)) continue;
    const value = String(state.get(control.name) ?? "");
    if (control.type === "radio" || control.type === "checkbox") {
      control.checked = state.getAll(control.name).includes(control.value);
    } else control.value = value;
  }
}
