import type { ComponentProps, MouseEvent } from "react";
import { Button } from "./Button.tsx";

/** Marks the element around rows with their buttons. */
export const rowList = { "data-rows": "" } as const;

type ButtonProps = ComponentProps<typeof Button>;

/** Adds a row; it is there however many rows there are. */
export function AddRow({ look = "quiet", ...button }: Omit<ButtonProps, "className">) {
  return <Button {...button} data-adds-row="" look={look} className="btn-sm justify-self-start" />;
}

/** Takes a row away. The focus, which would go with it, moves to the button that adds rows. */
export function RemoveRow({ onRemove, ...button }: ButtonProps & { onRemove: () => void }) {
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const list = currentTarget.closest("[data-rows]");
    list?.querySelector<HTMLElement>("[data-adds-row]")?.focus();
    onRemove();
  };
  return <Button look="plain" {...button} onClick={remove} />;
}
