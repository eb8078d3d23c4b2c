import type { ReactNode } from "react";

interface AccountCardProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  /** What stands below the form: the way to another one. */
  footer?: ReactNode;
}

/** The frame of every account form. */
export function AccountCard({ title, intro, children, footer }: AccountCardProps) {
  return (
    <section className="panel grid gap-6 p-6 shadow-sm sm:p-8">
      <header className="grid gap-1">
        <h1 className="text-2xl">{title}</h1>
        {intro && <div className="muted text-sm">{intro}</div>}
      </header>
      {children}
      {footer && <footer className="muted text-center text-sm">{footer}</footer>}
    </section>
  );
}
