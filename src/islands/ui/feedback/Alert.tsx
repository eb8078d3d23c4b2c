import type { ReactNode } from "react";
import { type AlertKind, alertLook } from "../looks.ts";

interface AlertProps {
  kind?: AlertKind;
  children: ReactNode;
}

/** A message that screen readers announce when it appears. Errors are announced immediately. */
export function Alert({ kind = "error", children }: AlertProps) {
  const { role, className } = alertLook(kind);
  return (
    <div role={role} className={className}>
      {children}
    </div>
  );
}
