/** How a session goes on: new access tokens by the session cookie, before the old ones end. */

import { findPageScope } from "../../page-scope.ts";
import { browserZone } from "../../time/viewer-zone.ts";
import { ApiError } from "../api-error.ts";
import { remembered } from "../browser-storage.ts";
import { sendRequest } from "../http.ts";
import { reloadPage } from "../navigation.ts";
import { requireText } from "../readers.ts";
import { $session, acceptToken, appKey, forgetSession, type Session } from "./session.store.ts";
import { watchSession } from "./session-watch.ts";
import { finishSignOut } from "./sign-out.ts";

/** How long before its end a token is replaced, in milliseconds. */
export const refreshAhead = 60_000;
/** A token that ends within this time is too old for another call. */
const tooLate = 5_000;
/** How long an answer may take, and how long other tabs are waited for. */
const patience = 10_000;
const firstRetry = 5_000;
const maxRetryDelay = 60_000;
/** What timers of browsers can hold. */
const maxTimerDelay = 2 ** 31 - 1;

let refreshing: Promise<Session> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let retryAfter = firstRetry;
let failure: ApiError | undefined;
let isStarted = false;

function plan(delay: number): void {
  clearTimeout(timer);
  timer = setTimeout(refreshSession, Math.min(delay, maxTimerDelay));
}

$session.listen((session) => {
  if (session.status === "unreachable") return;
  clearTimeout(timer);
  retryAfter = firstRetry;
  failure = undefined;
  if (session.status !== "signed-in") return;
  const { lifetime } = session;
  plan(Math.max(lifetime - refreshAhead, lifetime / 2, 1_000));
});

/** One tab at a time. Where that can't be had, the server bears with tabs that ask together. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (!("locks" in navigator)) return work();
  const signal = AbortSignal.timeout(patience);
  try {
    return await navigator.locks.request("session-refresh", { signal }, work);
  } catch (error) {
    if (error instanceof DOMException) return work();
    throw error;
  }
}

/** Only the server's own refusal ends a session; no answer, or a strange one, doesn't. */
function isRefusal({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** A missing response doesn't log anyone out. The refresh is retried, less and less often. */
function retryRefreshLater(error: ApiError): Session {
  const session = $session.get();
  failure = error;
  plan(retryAfter);
  retryAfter = Math.min(retryAfter * 2, maxRetryDelay);
  if (session.status === "signed-in") return session;
  const unreachable: Session = { status: "unreachable", message: error.message };
  $session.set(unreachable);
  return unreachable;
}

async function refresh(before: Session): Promise<Session> {
  // If someone has logged out or in since, a response for the previous session no longer counts.
  const isStale = () => $session.get() !== before;
  if (isStale()) return $session.get();
  try {
    const body = await sendRequest("/auth/refresh", {
      method: "POST",
      body: { appKey: appKey() },
      fallback: "Token refresh failed",
      signal: AbortSignal.timeout(patience),
    });
    return isStale() ? $session.get() : acceptToken(requireText(body, "accessToken"));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isStale()) return $session.get();
    return isRefusal(error) ? forgetSession() : retryRefreshLater(error);
  }
}

/**
 * Gets a new access token by the session cookie; one call at a time, among all tabs. A refusal
 * logs out. While no answer comes, the person stays logged in, and it is retried.
 */
export function refreshSession(): Promise<Session> {
  if (refreshing) return refreshing;
  const before = $session.get();
  refreshing = inTurn(() => refresh(before)).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** Reloads the page after a journey: the server rendered its times in the previous time zone. */
function followZone(): void {
  const zone = findPageScope()?.data.reportedZone;
  const [loaded] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (zone && zone !== browserZone() && loaded?.type !== "reload") reloadPage();
}

/** Refreshes what was missed while the machine slept or was offline. */
function catchUp(): void {
  const session = $session.get();
  const isDue = session.status === "signed-in" && Date.now() > session.expiresAt - refreshAhead;
  if (isDue || session.status === "unreachable") void refreshSession();
}

/**
 * Finds out who is logged in, once per page. Asks the server only if the flag says that someone is.
 *
 * @param always asks in any case, on pages that the server shows only to logged-in people: there is a
 * session cookie, whatever the flag says.
 */
export async function startSession(always = false): Promise<Session> {
  watchSession({ catchUp, signedInElsewhere: () => void refreshSession() });
  const session = $session.get();
  if (session.status === "signed-in" && !isStarted) {
    isStarted = true;
    followZone();
    return acceptToken(session.accessToken);
  }
  isStarted = true;
  if (session.status !== "unknown") return session;
  const signOutError = await finishSignOut();
  if ($session.get().status !== "unknown") return $session.get();
  if (signOutError && always) return retryRefreshLater(signOutError);
  if (!always && remembered.get("isAuthenticated") !== "true") {
    $session.set({ status: "signed-out" });
    return $session.get();
  }
  return refreshSession();
}

/**
 * A valid token for the next request, or undefined if no one is logged in.
 *
 * @throws ApiError if there is none because the server can't be reached.
 */
export async function freshToken(): Promise<string | undefined> {
  const spent = (session: Session) =>
    session.status === "signed-in" && Date.now() > session.expiresAt - tooLate;
  let session = await startSession();
  if (spent(session) || session.status === "unreachable") session = await refreshSession();
  if (session.status === "unreachable") throw new ApiError(session.message, 0);
  if (session.status !== "signed-in") return undefined;
  if (spent(session) && failure) throw failure;
  return session.accessToken;
}
