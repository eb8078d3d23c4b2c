import type { ComponentProps, MouseEvent } from "react";
import { Button } from "../Button.tsx";

/** Marks the container of rows and their buttons. */
export const rowList = { "data-rows": "" } as const;

type ButtonProps = ComponentProps<typeof Button>;

/** A button that adds a row. It is always present. */
export function AddRow({ look = "quiet", ...button }: Omit<ButtonProps, "className">) {
  return <Button {...button} data-adds-row="" look={look} className="btn-sm justify-self-start" />;
}

/** A button that removes a row and moves the focus to the button that adds rows. */
export function RemoveRow({ onRemove, ...button }: ButtonProps & { onRemove: () => void }) {
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const list = currentTarget.closest("[data-rows]");
    list?.querySelector<HTMLElement>("[data-adds-row]")?.focus();
    onRemove();
  };
  return <Button look="plain" {...button} onClick={remove} />;
}
