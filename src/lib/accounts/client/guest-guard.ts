/** Keeps users who are logged in away from pages for guests. */
import { replaceWith } from "../../client/navigation.ts";
import { $session } from "../../client/session/session.store.ts";
import { startSession } from "../../client/session/session-refresh.ts";
import { $profile, loadProfile } from "../../people/profile.store.ts";
import { findRedirect } from "../page-guards.ts";

/**
 * Redirects users who are logged in, including those who log in on this page or in another tab.
 * @param onGuest called once it is known that nobody is logged in.
 * @returns a function that stops watching.
 */
export function guardGuestPage(onGuest: () => void): () => void {
  const decide = () => {
    const session = $session.get();
    if (session.status === "signed-out") return onGuest();
    if (session.status !== "signed-in") return;
    const profile = $profile.get();
    if (profile.status === "unknown") void loadProfile(session.user.id);
    if (profile.status === "unknown" || profile.status === "failed") return;
    const role = profile.status === "complete" ? profile.profile.role : null;
    const target = findRedirect(location.pathname + location.search, { signedIn: true, role });
    if (target) replaceWith(target);
  };
  const stops = [$session.listen(decide), $profile.listen(decide)];
  void startSession().then(decide);
  return () => {
    for (const stop of stops) stop();
  };
}
