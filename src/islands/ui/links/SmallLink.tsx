import type { AnchorHTMLAttributes } from "react";

interface SmallLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Opens another site in a new tab. */
  isExternal?: boolean;
}

/** A link that looks like a small quiet button, for several next to each other. */
export function SmallLink({ isExternal = false, children, ...rest }: SmallLinkProps) {
  const newTab = { target: "_blank", rel: "noopener noreferrer" };
  return (
    <a
      className="btn btn-sm btn-outline border-base-300 hover:border-base-300 hover:bg-base-200"
      {...(isExternal && newTab)}
      {...rest}
    >
      {children}
    </a>
  );
}
