import type { SubmitEvent } from "react";

/** What somebody can fill in. */
const fields =
  "input:not([readonly], [hidden], [type=hidden]), textarea:not([readonly]), select, [contenteditable=true]";

/** A click beside a dialog closes it, unless it has a form: what was typed isn't lost by accident. */
function keepForms(event: SubmitEvent<HTMLFormElement>): void {
  if (event.currentTarget.closest("dialog")?.querySelector(fields)) event.preventDefault();
}

/** What lies behind a dialog, and closes it when it is clicked. */
export function Backdrop() {
  return (
    <form method="dialog" className="modal-backdrop" onSubmit={keepForms}>
      <button type="submit" tabIndex={-1} aria-hidden="true">
        Close
      </button>
    </form>
  );
}
