import type { SubmitEvent } from "react";
import { getTexts } from "#translations/ui.ts";

const t = getTexts("ui");

/** Elements that can be filled in. */
const fields =
  "input:not([readonly], [hidden], [type=hidden]), textarea:not([readonly]), select, [contenteditable=true]";

/**
 * A click outside a dialog closes it unless it contains a form, so that text isn't lost by
 * accident.
 */
function keepForms(event: SubmitEvent<HTMLFormElement>): void {
  if (event.currentTarget.closest("dialog")?.querySelector(fields)) event.preventDefault();
}

/** The backdrop of a dialog. Clicking it closes the dialog. */
export function Backdrop() {
  return (
    <form method="dialog" className="modal-backdrop" onSubmit={keepForms}>
      <button
        type="submit"
        tabIndex={-1}
        aria-hidden="true"
        // The second click of a double click that opened the dialog.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        {t("close")}
      </button>
    </form>
  );
}
