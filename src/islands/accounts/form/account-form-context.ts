/** The context of an account form: its own page, or a dialog over another page. */
import { createContext, useContext } from "react";
import { findLanding } from "#lib/accounts/page-guards.ts";
import { goTo, reloadPage, replaceWith } from "#lib/client/navigation.ts";
import type { ProfileState } from "#lib/people/profile.store.ts";
import { safeReturnPath } from "#lib/site/routes.ts";

/** The forms that link to each other. */
export type AccountForm =
  | { name: "log-in" }
  | { name: "sign-up" }
  /** @property resendAfter seconds until another code can be requested. */
  | { name: "verify"; email: string; resendAfter: number };

export interface AccountFormContextValue {
  /** The ID of the form's title, if the title labels a dialog. */
  titleId?: string;
  /** Opens another form in the dialog. Missing on pages, where forms link to their own pages. */
  open?: (form: AccountForm) => void;
  /** State that survives closing the dialog. */
  memory?: Map<string, unknown>;
  /** Navigates after logging in. */
  proceed: (profile: ProfileState) => void;
}

/** If the profile lookup fails, treat it as complete. The next page checks again. */
const land = (profile: ProfileState, returnTo: string | null): string =>
  profile.status === "none" ? findLanding(null, returnTo) : safeReturnPath(returnTo);

/** On a page: go to the return path, the dashboard, or the profile form. */
function goOnFromPage(profile: ProfileState): void {
  replaceWith(land(profile, new URLSearchParams(location.search).get("returnTo")));
}

/** In a dialog: reload the page below it, or go to the link's return path. */
export function continueFromDialog(profile: ProfileState, returnTo: string | null): void {
  const here = location.pathname + location.search;
  const target = land(profile, safeReturnPath(returnTo ?? here, here));
  if (target === here) reloadPage();
  else goTo(target);
}

export const AccountFormContext = createContext<AccountFormContextValue>({ proceed: goOnFromPage });

export const useAccountFormContext = (): AccountFormContextValue => useContext(AccountFormContext);
