import { type MouseEvent, type ReactNode, useId } from "react";
import { Icon } from "./Icon.tsx";

interface RowMenuProps {
  /** The visible name of the button. */
  label: string;
  /** The name for screen readers, which says what the menu belongs to. */
  name: string;
  /** Links and buttons. */
  children: ReactNode;
}

/** The look of a link or button in the menu. */
export const rowMenuItem =
  "flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-field px-3 text-start text-sm hover:bg-base-200";

/** The rarer actions of a row, with their names. A native popover, beside its button. */
export function RowMenu({ label, name, children }: RowMenuProps) {
  const id = useId();
  // Returns the focus to the menu's button, so that a dialog opened by an item returns it there
  // too.
  const close = ({ currentTarget, target }: MouseEvent<HTMLDivElement>) => {
    if (target instanceof Element && target.closest("a, button")) currentTarget.hidePopover?.();
  };
  return (
    <>
      <button type="button" popoverTarget={id} className="btn btn-ghost btn-sm" aria-label={name}>
        {label}
        <Icon name="down" className="size-4" />
      </button>
      <div id={id} popover="auto" className="row-menu" onClickCapture={close}>
        {children}
      </div>
    </>
  );
}
