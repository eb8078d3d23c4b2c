import type { MouseEvent, ReactNode } from "react";
import { type AccountForm, useAccountFormContext } from "./account-form-context.ts";

interface FormLinkProps {
  form: AccountForm;
  /** URL of the form's page, used outside dialogs and for new tabs. */
  href: string;
  children: ReactNode;
}

/** A link to another account form. In a dialog, the form opens there. */
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
