/** Where an account form stands: on a page of its own, or in a dialog over any other page. */
import { createContext, useContext } from "react";
import { findLanding } from "#lib/accounts/page-guards.ts";
import { goTo, reloadPage, replaceWith } from "#lib/client/navigation.ts";
import type { ProfileState } from "#lib/people/profile.store.ts";
import { safeReturnPath } from "#lib/site/routes.ts";

/** The forms that lead to each other. */
export type AccountForm =
  | { name: "log-in" }
  | { name: "sign-up" }
  /** @property resendAfter in how many seconds another code may be asked for. */
  | { name: "verify"; email: string; resendAfter: number };

export interface AccountFormContextValue {
  /** The id of the form's title, where it names a dialog. */
  titleId?: string;
  /** Opens another form here. Where there is none, other forms have pages of their own. */
  open?: (form: AccountForm) => void;
  /** What outlives the closing of the dialog. */
  memory?: Map<string, unknown>;
  /** Goes where somebody goes after signing in. */
  goOn: (profile: ProfileState) => void;
}

/** Whoever's profile can't be looked up just now is taken for complete: the next page asks again. */
const land = (profile: ProfileState, returnTo: string | null): string =>
  profile.status === "none" ? findLanding(null, returnTo) : safeReturnPath(returnTo);

/** From a page: back to where the person came from, to the dashboard, or to complete the profile. */
function goOnFromPage(profile: ProfileState): void {
  replaceWith(land(profile, new URLSearchParams(location.search).get("returnTo")));
}

/** From a dialog: on with the page below it, seen anew, or where its link wanted to lead back to. */
export function goOnFromDialog(profile: ProfileState, returnTo: string | null): void {
  const here = location.pathname + location.search;
  const target = land(profile, safeReturnPath(returnTo ?? here, here));
  if (target === here) reloadPage();
  else goTo(target);
}

export const AccountFormContext = createContext<AccountFormContextValue>({ goOn: goOnFromPage });

export const useAccountFormContext = (): AccountFormContextValue => useContext(AccountFormContext);
