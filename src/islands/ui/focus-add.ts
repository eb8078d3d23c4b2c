/** Keeps the focus in a list of rows from which one is taken. */
import type { MouseEvent } from "react";

/** Marks the list, and the button in it that adds a row and is always there. */
export const rowList = { "data-rows": "" } as const;
export const addsRow = { "data-adds-row": "" } as const;

/** Moves the focus from a row's button, which goes with the row, to the one that adds rows. */
export function focusAdd({ currentTarget }: MouseEvent<HTMLElement>): void {
  const list = currentTarget.closest("[data-rows]");
  list?.querySelector<HTMLElement>("[data-adds-row]")?.focus();
}
