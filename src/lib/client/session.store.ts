/**
 * Who is signed in, on this page. The access token lives in this module's memory only; what
 * survives a page is the session cookie and a flag in local storage. Written in the browser only.
 */
import { atom } from "nanostores";
import { readAccessToken, type SessionUser } from "./access-token.ts";
import { ApiError } from "./api-error.ts";
import { remembered, rememberedInTab } from "./browser-storage.ts";
import { sendRequest } from "./http.ts";
import { goTo, stay } from "./navigation.ts";
import { requireText } from "./readers.ts";

export type Session =
  | { status: "unknown" }
  | { status: "signed-out" }
  /** The server gave no usable answer: nobody knows yet, and trying again may help. */
  | { status: "unreachable"; message: string }
  | { status: "signed-in"; user: SessionUser; accessToken: string };

/** How long before its end a token is replaced, in milliseconds. */
export const refreshAhead = 60_000;

export const $session = atom<Session>({ status: "unknown" });

let expiresAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let refreshing: Promise<Session> | undefined;
let watching = false;

const set = (session: Session): Session => {
  $session.set(session);
  return session;
};

/** The application's key, which every account call carries. */
export function appKey(): string {
  return document.documentElement.dataset.appKey ?? "";
}

/** Takes a fresh access token into use and remembers that somebody is signed in. */
export function acceptToken(accessToken: string): Session {
  const read = readAccessToken(accessToken);
  if (!read) throw new ApiError("Invalid response format from server", 200);
  expiresAt = Date.now() + read.lifetime;
  clearTimeout(timer);
  timer = setTimeout(refreshSession, Math.max(read.lifetime - refreshAhead, 1_000));
  remembered.set("isAuthenticated", "true");
  return set({ status: "signed-in", user: read.user, accessToken });
}

/** Forgets who was signed in, in memory and in storage. */
export function forgetSession(): Session {
  clearTimeout(timer);
  expiresAt = 0;
  remembered.remove("isAuthenticated", "profileCompleted", "userRole", "userProfileId");
  rememberedInTab.remove("selectedRole");
  return set({ status: "signed-out" });
}

async function refresh(): Promise<Session> {
  try {
    const body = await sendRequest("/auth/refresh", {
      method: "POST",
      body: { appKey: appKey() },
      fallback: "Token refresh failed",
    });
    return acceptToken(requireText(body, "accessToken"));
  } catch (error) {
    if (error instanceof ApiError && !error.temporary) return forgetSession();
    const message = error instanceof Error ? error.message : "Token refresh failed";
    return set({ status: "unreachable", message });
  }
}

/** Gets a new access token by the session cookie. Never rejects; one call at a time per page. */
export function refreshSession(): Promise<Session> {
  refreshing ??= refresh().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** Sign-outs of other tabs count here too, and a machine that slept catches up. */
function watch(): void {
  if (watching) return;
  watching = true;
  addEventListener("storage", (event) => {
    const cleared = event.key === null || event.key === "isAuthenticated";
    if (cleared && remembered.get("isAuthenticated") !== "true") forgetSession();
  });
  const catchUp = () => {
    const { status } = $session.get();
    const due = status === "signed-in" && Date.now() > expiresAt - refreshAhead;
    if (document.visibilityState === "visible" && (due || status === "unreachable")) {
      void refreshSession();
    }
  };
  document.addEventListener("visibilitychange", catchUp);
  addEventListener("online", catchUp);
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    stay();
    if (remembered.get("isAuthenticated") !== "true") forgetSession();
  });
}

/**
 * Finds out who is signed in, once per page: asks the server only if the flag says somebody is.
 *
 * @param always asks in any case, on pages that the server shows to the signed-in only: there a
 *   cookie is known to be, whatever has become of the flag.
 */
export function startSession(always = false): Promise<Session> {
  watch();
  const session = $session.get();
  if (session.status !== "unknown") return Promise.resolve(session);
  if (!always && remembered.get("isAuthenticated") !== "true") {
    return Promise.resolve(set({ status: "signed-out" }));
  }
  return refreshSession();
}

/** A token that is good for the next call, or undefined when nobody is signed in. */
export async function freshToken(): Promise<string | undefined> {
  let session = await startSession();
  if (session.status === "signed-in" && Date.now() > expiresAt - 5_000) {
    session = await refreshSession();
  }
  return session.status === "signed-in" ? session.accessToken : undefined;
}

/** Ends the session and goes home. What is here is cleared even if the server can't be told. */
export async function signOut(): Promise<void> {
  const session = $session.get();
  const headers: Record<string, string> =
    session.status === "signed-in" ? { Authorization: `Bearer ${session.accessToken}` } : {};
  try {
    await sendRequest("/auth/logout", {
      method: "POST",
      body: { appKey: appKey() },
      headers,
      fallback: "Logout failed",
    });
  } catch (error) {
    // Signed out is what the person asked for; a session that the server still holds is idle.
    if (!(error instanceof ApiError)) throw error;
  } finally {
    goTo("/");
    forgetSession();
  }
}
