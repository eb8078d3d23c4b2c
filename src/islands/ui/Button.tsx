import type { ButtonHTMLAttributes } from "react";
import { Spinner } from "./feedback/Spinner.tsx";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: "main" | "quiet" | "plain" | "danger";
  /** While true, the button shows the busy label and ignores clicks, but keeps the focus. */
  busy?: boolean;
  busyLabel?: string | undefined;
}

const looks = {
  main: "btn btn-secondary",
  quiet: "btn btn-outline border-base-300 hover:border-base-300 hover:bg-base-200",
  plain: "btn btn-ghost",
  danger: "btn btn-error btn-outline",
};

/**
 * A button. If it submits a form, or has a busy state, it ignores the second click of a double
 * click, which comes before it is rendered as busy.
 */
export function Button({
  look = "main",
  busy,
  busyLabel,
  className = "",
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const mayRepeat = busy === undefined && type !== "submit";
  return (
    <button
      {...rest}
      type={type}
      className={`${looks[look]} ${className}`}
      aria-disabled={busy || rest["aria-disabled"] || undefined}
      onClick={(event) => {
        if (busy || (event.detail > 1 && !mayRepeat)) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy && <Spinner />}
      {busy ? (busyLabel ?? children) : children}
    </button>
  );
}
