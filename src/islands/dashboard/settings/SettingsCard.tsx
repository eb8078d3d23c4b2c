import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";

interface SettingsCardProps {
  title: string;
  hint: string;
  /** A path with the fragment by which mails and other pages lead here. */
  path?: string;
  /** For cards that give the focus back to their heading. */
  heading?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

/** A part of the settings. An address that names it leads to it. */
export function SettingsCard({ title, hint, path, heading, children }: SettingsCardProps) {
  const section = useRef<HTMLElement>(null);
  const ownHeading = useRef<HTMLHeadingElement>(null);
  const headingRef = heading ?? ownHeading;
  const anchor = path?.split("#")[1];
  const id = useId();

  // The card comes later than the page, so that the browser finds nothing there by itself.
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
        <h3
          id={id}
          ref={headingRef}
          tabIndex={-1}
          className="justify-self-start rounded-sm text-base"
        >
          {title}
        </h3>
        <p className="muted text-sm">{hint}</p>
      </div>
      {children}
    </section>
  );
}
