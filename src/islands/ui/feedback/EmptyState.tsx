import type { ReactNode } from "react";
import { Star } from "../Star.tsx";

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** A button or link for the next step. */
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="panel grid justify-items-center gap-3 px-6 py-12 text-center">
      <Star className="size-10 text-accent" />
      <p className="font-semibold">{title}</p>
      {children && <div className="muted max-w-prose text-sm">{children}</div>}
      {action}
    </div>
  );
}
