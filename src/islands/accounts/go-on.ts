import { replaceWith } from "#lib/client/navigation.ts";
import type { ProfileState } from "#lib/client/profile.store.ts";
import { safeReturnPath } from "#lib/routes.ts";

/** Where somebody goes after signing in: back, to the dashboard, or to complete the profile. */
export function goOn(profile: ProfileState): void {
  const returnTo = new URLSearchParams(location.search).get("returnTo");
  replaceWith(profile.status === "none" ? "/role-selection" : safeReturnPath(returnTo));
}
