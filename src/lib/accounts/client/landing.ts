/** Where a person continues after logging in. */

import { goTo, reloadPage, replaceWith } from "../../client/navigation.ts";
import { splitLanguagePrefix } from "../../languages.ts";
import { findRole } from "../../people/people.options.ts";
import type { ProfileState } from "../../people/profile.store.ts";
import { safeReturnPath } from "../../site/routes.ts";
import { isOffer } from "../intents.ts";
import { findLanding } from "../page-guards.ts";

/** On an account page: go to the return path, the dashboard, or the profile form. */
export function continueFromPage(profile: ProfileState): void {
  const query = new URLSearchParams(location.search);
  const returnTo = query.get("returnTo");
  // If the profile lookup fails, treat it as complete. The next page checks again.
  replaceWith(
    profile.status === "none"
      ? findLanding(null, returnTo, findRole(query.get("role")))
      : safeReturnPath(returnTo),
  );
}

/**
 * In a dialog: reload the page below it, or go to the link's return path. People who log in on the
 * home page want their dashboard.
 * @param query the query of the link that opened the dialog.
 */
export function continueFromDialog(profile: ProfileState, query: URLSearchParams): void {
  const here = location.pathname + location.search;
  const given = safeReturnPath(query.get("returnTo"), "") || undefined;
  if (profile.status === "none") {
    const returnTo = given ?? (isOffer(here) ? here : null);
    goTo(findLanding(null, returnTo, findRole(query.get("role"))));
    return;
  }
  const target = given ?? here;
  const [page, section] = target.split("#");
  if (splitLanguagePrefix(page ?? "").path === "/") goTo("/dashboard");
  else if (page !== here) goTo(target);
  else {
    // Navigating to a section of the page wouldn't load the page again.
    if (section) location.hash = section;
    reloadPage();
  }
}
