/**
 * Shown instead of interactive content if scripts are disabled. It is part of the page's HTML, and
 * `not-scripted:hidden` hides content that would load forever.
 */
export function NeedsScript({ title }: { title: string }) {
  return (
    <noscript>
      <section className="panel grid gap-3 p-6 sm:p-8">
        <h2 className="text-xl">{title}</h2>
        <p>
          JavaScript is turned off in your browser or blocked for this site. We need it to submit
          forms and keep you logged in, and we use no trackers. Please allow JavaScript for this
          site and reload the page.
        </p>
        <p className="muted text-sm">
          Without it, you can still browse <Reading path="/courses">courses</Reading> and{" "}
          <Reading path="/teachers">teachers</Reading>, and{" "}
          <Reading path="/contact">contact us</Reading>.
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
