import type { MouseEvent, ReactNode } from "react";
import { type AccountForm, useAccountFormContext } from "./account-form-context.ts";

interface FormLinkProps {
  form: AccountForm;
  /** The page of that form, for everywhere but in a dialog, and for new tabs. */
  href: string;
  children: ReactNode;
}

/** A link to another account form: in a dialog it opens there. */
export function FormLink({ form, href, children }: FormLinkProps) {
  const { open } = useAccountFormContext();
  const follow = (event: MouseEvent) => {
    if (!open || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(form);
  };
  return (
    <a className="link link-secondary font-medium" href={href} onClick={follow}>
      {children}
    </a>
  );
}
