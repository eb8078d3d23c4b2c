/**
 * Lets pages fade into each other, unless the user prefers reduced motion. It is part of the HTML and
 * not of the style sheets: the browser looks for it when the body begins, and skips the transition if
 * the style sheet that contains it hasn't arrived yet.
 */
import { createHash } from "node:crypto";

export const pageTransition =
  "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";

/** The style's hash for the content security policy. */
export const pageTransitionHash: `sha256-${string}` = `sha256-${createHash("sha256").update(pageTransition).digest("base64")}`;
