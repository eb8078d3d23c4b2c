import { useStore } from "@nanostores/react";
import { useEffect, useRef } from "react";
import { findRedirect } from "#lib/accounts/page-guards.ts";
import { replaceWith } from "#lib/client/navigation.ts";
import type { SessionUser } from "#lib/client/session/access-token.ts";
import { $session } from "#lib/client/session/session.store.ts";
import { refreshSession, startSession } from "#lib/client/session/session-refresh.ts";
import { $profile, loadProfile, type Profile } from "#lib/people/profile.store.ts";
import { findRoute } from "#lib/site/routes.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";

export type Account =
  | { status: "checking" }
  | { status: "failed"; message: string; retry: () => void }
  | { status: "guest" }
  | { status: "signed-in"; user: SessionUser; profile: Profile | null };

/** The current user. Fetched once per page and kept in sync with other islands and tabs. */
export function useAccount(profileFallback?: string): Account {
  const session = useStore($session);
  const profile = useStore($profile);
  const hydrated = useHydrated();
  const user = session.status === "signed-in" ? session.user : undefined;
  const missing = user && profile.status === "unknown" ? user.id : undefined;
  useEffect(() => {
    const access = findRoute(location.pathname)?.access;
    void startSession(access === "signed-in" || access === "teacher");
  }, []);
  useEffect(() => {
    if (missing) void loadProfile(missing, profileFallback);
  }, [missing, profileFallback]);

  if (!hydrated || session.status === "unknown") return { status: "checking" };
  if (session.status === "unreachable") {
    return {
      status: "failed",
      message: session.message,
      retry: () => void refreshSession(),
    };
  }
  if (!user) return { status: "guest" };
  if (profile.status === "unknown") return { status: "checking" };
  if (profile.status === "failed") {
    const { message } = profile;
    return { status: "failed", message, retry: () => void loadProfile(user.id, profileFallback) };
  }
  return {
    status: "signed-in",
    user,
    profile: profile.status === "complete" ? profile.profile : null,
  };
}

/**
 * The same for restricted pages. Redirects users without access. Until then the account is
 * 'checking', so that the wrong screen never flashes.
 */
export function useGuardedAccount(profileFallback?: string): Account {
  const account = useAccount(profileFallback);
  const isSignedIn = account.status === "signed-in";
  const wasSignedIn = useRef(false);
  if (isSignedIn) wasSignedIn.current = true;
  const decided = account.status === "guest" || isSignedIn;
  const redirect = decided
    ? findRedirect(
        location.pathname + location.search,
        { signedIn: isSignedIn, role: (isSignedIn && account.profile?.role) || null },
        wasSignedIn.current ? "ended" : undefined,
      )
    : undefined;
  useEffect(() => {
    if (redirect) replaceWith(redirect);
  }, [redirect]);
  return redirect ? { status: "checking" } : account;
}
