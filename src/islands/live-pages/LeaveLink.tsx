import type { ReactNode } from "react";
import { localizePath } from "#lib/site/locale.ts";

interface LeaveLinkProps {
  /** A path of the site. */
  path: string;
  className?: string;
  /** Opens the page in the panel of a meeting, where an ordinary link would leave the panel. */
  onLeave: ((path: string) => void) | undefined;
  children: ReactNode;
}

/** A link from a live page to another page of the site. All such links use this component. */
export function LeaveLink({ path, className, onLeave, children }: LeaveLinkProps) {
  return (
    <a
      href={localizePath(path)}
      className={className}
      onClick={(event) => {
        if (!onLeave) return;
        event.preventDefault();
        onLeave(path);
      }}
    >
      {children}
    </a>
  );
}
