import { useStore } from "@nanostores/react";
import { useEffect, useRef } from "react";
import { findRedirect } from "#lib/accounts/page-guards.ts";
import { replaceWith } from "#lib/client/navigation.ts";
import type { SessionUser } from "#lib/client/session/access-token.ts";
import { $session, findRenderedSession } from "#lib/client/session/session.store.ts";
import { refreshSession, startSession } from "#lib/client/session/session-refresh.ts";
import { findPageScope, pageLocation } from "#lib/page-scope.ts";
import {
  $profile,
  findRenderedProfile,
  loadProfile,
  type Profile,
  rememberRenderedProfile,
} from "#lib/people/profile.store.ts";
import { findRoute, requiresSession } from "#lib/site/routes.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";

export type Account =
  | { status: "checking" }
  | { status: "failed"; message: string; retry: () => void }
  | { status: "guest" }
  | { status: "signed-in"; user: SessionUser; profile: Profile | null };

/**
 * The current user. The server fully renders pages for a user, unless the user's time zone is
 * unknown. Otherwise the user is fetched once per page. The state is kept in sync with other
 * islands and tabs.
 */
export function useAccount(profileFallback?: string): Account {
  const session = useStore($session, { ssr: findRenderedSession });
  const profile = useStore($profile, { ssr: findRenderedProfile });
  const isHydrated = useHydrated();
  const isRendered = findPageScope()?.data.zone != null;
  const user = session.status === "signed-in" ? session.user : undefined;
  const missing = user && profile.status === "unknown" ? user.id : undefined;
  useEffect(() => {
    const access = findRoute(location.pathname)?.access ?? "public";
    void startSession(requiresSession(access));
    rememberRenderedProfile();
  }, []);
  useEffect(() => {
    if (missing) void loadProfile(missing, profileFallback);
  }, [missing, profileFallback]);

  if (!(isHydrated || isRendered) || session.status === "unknown") return { status: "checking" };
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
 * Like `useAccount`, for restricted pages: redirects users without access. Until then the state is
 * 'checking', so that the wrong screen never appears.
 */
export function useGuardedAccount(profileFallback?: string): Account {
  const account = useAccount(profileFallback);
  const isSignedIn = account.status === "signed-in";
  const wasSignedIn = useRef(false);
  if (isSignedIn) wasSignedIn.current = true;
  const page = pageLocation();
  const decided = account.status === "guest" || isSignedIn;
  const redirect = decided
    ? findRedirect(
        page.pathname + page.search,
        { signedIn: isSignedIn, role: (isSignedIn && account.profile?.role) || null },
        wasSignedIn.current ? "ended" : undefined,
      )
    : undefined;
  useEffect(() => {
    if (redirect) replaceWith(redirect);
  }, [redirect]);
  return redirect ? { status: "checking" } : account;
}
