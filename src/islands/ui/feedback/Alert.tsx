import { type ReactNode, useEffect, useRef } from "react";
import { type AlertKind, alertLook } from "../looks.ts";

interface AlertProps {
  kind?: AlertKind;
  children: ReactNode;
}

/**
 * A message that screen readers announce when it appears. Errors are announced immediately, and come
 * into view if they answer a press: the page may have bars that cover it, or be longer than a phone.
 */
export function Alert({ kind = "error", children }: AlertProps) {
  const element = useRef<HTMLDivElement>(null);
  const { role, className } = alertLook(kind);
  useEffect(() => {
    // Errors of pages that have only been opened must not move them.
    const isAnswer = kind === "error" && navigator.userActivation?.isActive;
    if (isAnswer) element.current?.scrollIntoView({ block: "nearest" });
  }, [kind]);
  return (
    <div ref={element} role={role} className={className}>
      {children}
    </div>
  );
}
