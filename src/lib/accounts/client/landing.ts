/** Where a person continues after logging in. */
import { goTo, reloadPage, replaceWith } from "../../client/navigation.ts";
import type { ProfileState } from "../../people/profile.store.ts";
import { safeReturnPath } from "../../site/routes.ts";
import { findLanding } from "../page-guards.ts";

/** If the profile lookup fails, treat it as complete. The next page checks again. */
const land = (profile: ProfileState, returnTo: string | null): string =>
  profile.status === "none" ? findLanding(null, returnTo) : safeReturnPath(returnTo);

/** On an account page: go to the return path, the dashboard, or the profile form. */
export function continueFromPage(profile: ProfileState): void {
  replaceWith(land(profile, new URLSearchParams(location.search).get("returnTo")));
}

/** In a dialog: reload the page below it, or go to the link's return path. */
export function continueFromDialog(profile: ProfileState, returnTo: string | null): void {
  const here = location.pathname + location.search;
  const target = land(profile, safeReturnPath(returnTo ?? here, here));
  if (target === here) reloadPage();
  else goTo(target);
}
