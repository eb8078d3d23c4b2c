import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import type { SessionUser } from "#lib/client/access-token.ts";
import { replaceWith } from "#lib/client/navigation.ts";
import { $profile, loadProfile, type Profile } from "#lib/client/profile.store.ts";
import { $session, refreshSession, type Session, startSession } from "#lib/client/session.store.ts";
import { findRedirect } from "#lib/guards.ts";
import { findRoute } from "#lib/routes.ts";
import { useHydrated } from "./use-hydrated.ts";

export type Account =
  | { status: "checking" }
  | { status: "trouble"; message: string; retry: () => void }
  | { status: "guest" }
  | { status: "signed-in"; user: SessionUser; profile: Profile | null };

async function start(load: () => Promise<Session>): Promise<void> {
  const session = await load();
  if (session.status === "signed-in" && $profile.get().status === "unknown") {
    await loadProfile(session.user.id);
  }
}

/** Who is looking at the page: asks once per page, and follows what other islands and tabs do. */
export function useAccount(): Account {
  const session = useStore($session);
  const profile = useStore($profile);
  const hydrated = useHydrated();
  useEffect(() => {
    const access = findRoute(location.pathname)?.access;
    const guarded = access === "signed-in" || access === "teacher";
    void start(() => startSession(guarded));
  }, []);

  if (!hydrated || session.status === "unknown") return { status: "checking" };
  if (session.status === "signed-out") return { status: "guest" };
  if (session.status === "unreachable") {
    return {
      status: "trouble",
      message: session.message,
      retry: () => void start(refreshSession),
    };
  }
  const { user } = session;
  if (profile.status === "unknown") return { status: "checking" };
  if (profile.status === "trouble") {
    const { message } = profile;
    return { status: "trouble", message, retry: () => void loadProfile(user.id) };
  }
  return {
    status: "signed-in",
    user,
    profile: profile.status === "complete" ? profile.profile : null,
  };
}

/**
 * The same for pages that not everybody may see: whoever may not is sent on, and until then the
 * account is 'checking', so that no wrong screen flashes up.
 */
export function useGuardedAccount(): Account {
  const account = useAccount();
  const decided = account.status === "guest" || account.status === "signed-in";
  const redirect = decided
    ? findRedirect(location.pathname + location.search, {
        signedIn: account.status === "signed-in",
        role: account.status === "signed-in" ? (account.profile?.role ?? null) : null,
      })
    : undefined;
  useEffect(() => {
    if (redirect) replaceWith(redirect);
  }, [redirect]);
  return redirect ? { status: "checking" } : account;
}
