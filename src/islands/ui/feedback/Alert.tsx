import { type ReactNode, useEffect, useRef } from "react";
import { type AlertKind, alertLook } from "../looks.ts";

interface AlertProps {
  kind?: AlertKind;
  children: ReactNode;
}

/** The field with the focus, if it shows an error. It stays in view, wherever other messages are. */
export const findInvalidField = () => document.activeElement?.closest("[aria-invalid=true]");

/**
 * A message that screen readers announce when it appears. Errors are announced immediately, and are
 * scrolled into view if they follow a user action: the page may have bars that cover it, or be
 * longer than a phone.
 */
export function Alert({ kind = "error", children }: AlertProps) {
  const element = useRef<HTMLDivElement>(null);
  const { role, className } = alertLook(kind);
  useEffect(() => {
    // Errors on a page that has just been opened must not scroll the page.
    const isAnswer = kind === "error" && navigator.userActivation?.isActive;
    if (isAnswer && !findInvalidField()) element.current?.scrollIntoView({ block: "nearest" });
  }, [kind]);
  return (
    <div ref={element} role={role} className={className}>
      {children}
    </div>
  );
}
