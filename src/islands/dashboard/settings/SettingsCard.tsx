import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";

interface SettingsCardProps {
  title: string;
  hint: string;
  /** The path with the fragment that links in emails and on other pages use. */
  path?: string;
  /** Ref of the heading, for cards that return the focus to it. */
  heading?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

/** A section of the settings that can be linked to. */
export function SettingsCard({ title, hint, path, heading, children }: SettingsCardProps) {
  const section = useRef<HTMLElement>(null);
  const ownHeading = useRef<HTMLHeadingElement>(null);
  const headingRef = heading ?? ownHeading;
  const anchor = path?.split("#")[1];
  const id = useId();

  // The card renders after the page has loaded, so the browser can't scroll to it.
  useEffect(() => {
    if (!anchor || location.hash !== `#${anchor}`) return;
    section.current?.scrollIntoView?.();
    headingRef.current?.focus({ preventScroll: true });
  }, [anchor, headingRef]);

  return (
    <section
      ref={section}
      id={anchor}
      className="panel grid scroll-mt-24 gap-4 p-5"
      aria-labelledby={id}
    >
      <div className="grid gap-1">
        <h2
          id={id}
          ref={headingRef}
          tabIndex={-1}
          className="justify-self-start rounded-sm text-base"
        >
          {title}
        </h2>
        <p className="muted text-sm">{hint}</p>
      </div>
      {children}
    </section>
  );
}
