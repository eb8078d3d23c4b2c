import { codeLength, findCode } from "#lib/accounts/one-time-code.ts";

/**
 * Extracts one-time codes from pasted text, such as a whole line of the email, and submits the form
 * as soon as the code is complete.
 */
export function enhanceCodeField(form: HTMLFormElement): void {
  const field = form.elements.namedItem("code");
  if (!(field instanceof HTMLInputElement)) return;
  field.addEventListener("paste", (event) => {
    const code = findCode(event.clipboardData?.getData("text") ?? "");
    if (code === "") return;
    event.preventDefault();
    field.setRangeText(code, 0, field.value.length, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  field.addEventListener("input", () => {
    const code = findCode(field.value);
    if (code !== field.value) field.value = code;
    if (code.length === codeLength) form.requestSubmit();
  });
}
