interface NeedsScriptProps {
  title: string;
  /** Use `h1` if this is the page's only content without scripts. */
  heading?: "h1" | "h2";
}

/**
 * Shown instead of interactive content if scripts are disabled. It is part of the page's HTML, and
 * `not-scripted:hidden` hides content that would load forever.
 */
export function NeedsScript({ title, heading: Heading = "h2" }: NeedsScriptProps) {
  return (
    <noscript>
      <section className="panel grid gap-3 p-6 sm:p-8">
        <Heading className="text-xl">{title}</Heading>
        <p>
          Your browser has JavaScript switched off, or keeps it from this site. We need it to send
          what you type and to keep you signed in; there is nothing else in it, and no tracker.
          Please allow it for this site and load the page again.
        </p>
        <p className="muted text-sm">
          Without it you can read about all <Reading path="/courses">courses</Reading> and{" "}
          <Reading path="/teachers">teachers</Reading>, and{" "}
          <Reading path="/contact">write to us</Reading>.
        </p>
      </section>
    </noscript>
  );
}

function Reading({ path, children }: { path: string; children: string }) {
  return (
    <a className="link link-secondary" href={path}>
      {children}
    </a>
  );
}
