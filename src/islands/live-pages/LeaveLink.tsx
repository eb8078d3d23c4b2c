import type { ReactNode } from "react";

interface LeaveLinkProps {
  /** A path of the site. */
  path: string;
  className?: string;
  /** Opens the page, where a link would leave the panel of a meeting. */
  onLeave: ((path: string) => void) | undefined;
  children: ReactNode;
}

/** Every link of a live page to another page of the site. */
export function LeaveLink({ path, className, onLeave, children }: LeaveLinkProps) {
  return (
    <a
      href={path}
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
