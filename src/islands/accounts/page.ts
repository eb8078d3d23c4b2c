/** Starts the account forms of a page. The HTML works without this. */

import { guardGuestPage } from "#lib/accounts/client/guest-guard.ts";
import { continueFromPage } from "#lib/accounts/client/landing.ts";
import { withIntent } from "#lib/accounts/intents.ts";
import { rememberedInTab } from "#lib/client/browser-storage.ts";
import { followHistory, goWithState, readState } from "#lib/client/navigation.ts";
import { findRole } from "#lib/people/people.options.ts";
import { AccountForms, readField } from "./forms/account-forms.ts";
import { starts } from "./forms/starts.ts";

/** @returns a function that stops watching the session and the history. */
export function startAccountPage(root: HTMLElement): () => void {
  const query = new URLSearchParams(location.search);
  const proposedRole = findRole(query.get("role"));
  const forms = new AccountForms(
    root,
    {
      opensForms: false,
      proceed: continueFromPage,
      verify(email, resendAfter) {
        const resendAt = String(Date.now() + resendAfter * 1000);
        const intent = { returnTo: query.get("returnTo"), proposedRole };
        goWithState(withIntent("/verify-otp", intent), { email, resendAt });
      },
    },
    starts,
  );
  const stopGuard = guardGuestPage(() => {
    if (proposedRole) rememberedInTab.set("selectedRole", proposedRole);
  });
  const stopFollowing = followHistory();
  startShown(root, forms);
  return () => {
    stopGuard();
    stopFollowing();
  };
}

function startShown(root: HTMLElement, forms: AccountForms): void {
  const name = root.dataset.accountForms;
  if (name === "log-in") forms.startShown("log-in", {});
  if (name === "sign-up") forms.startShown("sign-up", {});
  if (name !== "verify") return;
  // The address comes from the navigation state, or from a form that was posted.
  const email = readState("email") || readField(root, "email");
  const wait = (Number(readState("resendAt")) - Date.now()) / 1000;
  forms.startShown("verify", { email, resendAfter: Math.max(0, Math.ceil(wait)) });
  // Entering the code is the person's only task.
  if (email !== "") root.querySelector<HTMLInputElement>("input[name=code]")?.focus();
}
