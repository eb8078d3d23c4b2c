import type { ReactNode } from "react";
import { cardLook } from "../card-look.ts";
import type { FormName } from "../forms/account-forms.ts";

interface AccountCardProps {
  name: FormName;
  title: string;
  intro?: string;
  children: ReactNode;
  /** Content below the form, such as a link to another form. */
  footer?: ReactNode;
}

export function AccountCard({ name, title, intro, children, footer }: AccountCardProps) {
  return (
    <section data-view={name} className={cardLook.page}>
      <header className="grid gap-1 pe-8">
        <h1 id={`${name}-title`} className="text-2xl">
          {title}
        </h1>
        {intro !== undefined && (
          <div data-intro className="muted text-sm">
            {intro}
          </div>
        )}
      </header>
      {children}
      {footer && <footer className="muted text-center text-sm">{footer}</footer>}
    </section>
  );
}
