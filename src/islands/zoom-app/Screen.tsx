import { type ReactNode, useEffect, useRef } from "react";

interface ScreenProps {
  title: string;
  text?: ReactNode;
  /** What can be done next. */
  children?: ReactNode;
}

/**
 * A single message that fills the panel. Its heading gets the focus, because the screen replaces
 * another one.
 */
export function Screen({ title, text, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="mx-auto grid max-w-md gap-4 px-4 py-8">
      <h1 ref={heading} tabIndex={-1} className="rounded-sm text-xl font-semibold outline-none">
        {title}
      </h1>
      {text && <p className="muted text-sm">{text}</p>}
      {children && <div className="grid gap-2">{children}</div>}
    </section>
  );
}
