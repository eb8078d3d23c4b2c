import type { ReactNode } from "react";

interface TabHeadProps {
  title: string;
  intro?: string;
  /** Actions of the tab. */
  children?: ReactNode;
}

/** A tab's heading with its actions. */
export function TabHead({ title, intro, children }: TabHeadProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <h1 className="text-title">{title}</h1>
        {intro && <p className="muted mt-1">{intro}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}
