import type { ClassView } from "#lib/classes/classes.responses.ts";
import { recapPath } from "#lib/live-pages/live-pages.rules.ts";

/** A link to what a class has read, if it has read something. */
export function RecapLink({ shown }: { shown: ClassView }) {
  if (!shown.hasRecap) return null;
  return (
    <a
      className="btn btn-sm btn-ghost"
      href={recapPath(shown._id)}
      aria-label={`Recap of class ${shown.number}`}
    >
      Recap
    </a>
  );
}
