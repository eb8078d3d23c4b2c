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

export function Button({
  look = "main",
  busy = false,
  busyLabel,
  className = "",
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`${looks[look]} ${className}`}
      aria-disabled={busy || rest["aria-disabled"] || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy && <Spinner />}
      {busy ? (busyLabel ?? children) : children}
    </button>
  );
}
