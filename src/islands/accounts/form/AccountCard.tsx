import type { ReactNode } from "react";
import { useAccountFormContext } from "./account-form-context.ts";

interface AccountCardProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  /** Content below the form, such as a link to another form. */
  footer?: ReactNode;
}

/** The frame of an account form: a card on a page, or the content of a dialog. */
export function AccountCard({ title, intro, children, footer }: AccountCardProps) {
  const { titleId } = useAccountFormContext();
  const Title = titleId ? "h2" : "h1";
  return (
    <section className={titleId ? "grid gap-6" : "panel grid gap-6 p-6 shadow-sm sm:p-8"}>
      <header className="grid gap-1 pe-8">
        <Title id={titleId} className="text-2xl">
          {title}
        </Title>
        {intro && <div className="muted text-sm">{intro}</div>}
      </header>
      {children}
      {footer && <footer className="muted text-center text-sm">{footer}</footer>}
    </section>
  );
}
