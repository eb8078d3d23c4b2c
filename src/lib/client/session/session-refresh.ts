/** Refreshes access tokens with the session cookie before they expire. */

import { getTexts } from "#translations/errors.ts";
import { findPageScope } from "../../page-scope.ts";
import { browserZone } from "../../time/viewer-zone.ts";
import { ApiError } from "../api-error.ts";
import { remembered } from "../browser-storage.ts";
import { sendRequest } from "../http.ts";
import { reloadPage } from "../navigation.ts";
import { requireText } from "../readers.ts";
import { finishLogOut } from "./log-out.ts";
import {
  $session,
  acceptToken,
  appKey,
  forgetSession,
  keepSessionInMemory,
  type Session,
} from "./session.store.ts";
import { watchSession } from "./session-watch.ts";

const t = getTexts("errors");

/** How long before its expiry a token is replaced, in milliseconds. */
export const refreshAhead = 60_000;
/** A token that expires within this time is not used for another call. */
const minRemainingMs = 5_000;
/** The timeout of a refresh request, and of waiting for other tabs, in milliseconds. */
const timeoutMs = 10_000;
const firstRetry = 5_000;
const maxRetryDelay = 60_000;
/** The longest delay that browser timers support. */
const maxTimerDelay = 2 ** 31 - 1;

let refreshing: Promise<Session> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let retryAfter = firstRetry;
let failure: ApiError | undefined;
let isStarted = false;
let renewToken: (() => Promise<string>) | undefined;

/**
 * Replaces the session cookie as the source of access tokens, for apps that have no cookie.
 * @param renew gets a new token. It throws an ApiError if there is none.
 */
export function provideTokens(renew: () => Promise<string>): void {
  keepSessionInMemory();
  renewToken = renew;
}

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

/**
 * Lets only one tab refresh at a time. Where locks aren't available, the server accepts concurrent
 * refreshes.
 */
async function withRefreshLock<T>(work: () => Promise<T>): Promise<T> {
  if (!("locks" in navigator)) return work();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await navigator.locks.request("session-refresh", { signal }, work);
  } catch (error) {
    if (error instanceof DOMException) return work();
    throw error;
  }
}

/**
 * Only an explicit rejection by the server ends a session. A missing or unexpected response
 * doesn't.
 */
function isRefusal({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Keeps the user logged in after a missing response and retries with increasing delays. */
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

async function requestToken(): Promise<string> {
  if (renewToken) return renewToken();
  const body = await sendRequest("/auth/refresh", {
    method: "POST",
    body: { appKey: appKey() },
    fallback: t("refreshFailed"),
    signal: AbortSignal.timeout(timeoutMs),
    // A browser that misses the new cookie is logged out.
    keepalive: true,
    changesNothing: true,
  });
  return requireText(body, "accessToken");
}

async function refresh(before: Session): Promise<Session> {
  // Ignore the response if someone has logged in or out since the request was sent.
  const isStale = () => $session.get() !== before;
  if (isStale()) return $session.get();
  const logOutError = renewToken ? undefined : await finishLogOut();
  if (isStale()) return $session.get();
  if (logOutError) return retryRefreshLater(logOutError);
  try {
    const token = await requestToken();
    return isStale() ? $session.get() : acceptToken(token);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isStale()) return $session.get();
    return isRefusal(error) ? forgetSession() : retryRefreshLater(error);
  }
}

/**
 * Gets a new access token with the session cookie, in one request at a time across all tabs. A
 * rejection logs the user out. If there is no response, the user stays logged in and the request is
 * retried.
 */
export function refreshSession(): Promise<Session> {
  if (refreshing) return refreshing;
  const before = $session.get();
  const work = () => refresh(before);
  refreshing = (renewToken ? work() : withRefreshLock(work)).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/**
 * Reloads the page if the browser's time zone has changed, because the server rendered the times in
 * the previous one.
 */
function followZone(): void {
  const zone = findPageScope()?.data.reportedZone;
  const [loaded] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (zone && zone !== browserZone() && loaded?.type !== "reload") reloadPage();
}

/** Refreshes a token that expired while the device was asleep or offline. */
function catchUp(): void {
  const session = $session.get();
  const isDue = session.status === "signed-in" && Date.now() > session.expiresAt - refreshAhead;
  if (isDue || session.status === "unreachable") void refreshSession();
}

/**
 * Determines who is logged in, once per page. The server is asked only if the flag in local storage
 * is set.
 * @param always asks the server regardless of the flag, for pages that only logged-in users can
 * load: they have a session cookie.
 */
export async function startSession(always = false): Promise<Session> {
  if (renewToken) return $session.get().status === "unknown" ? refreshSession() : $session.get();
  watchSession({ catchUp, signedInElsewhere: () => void refreshSession() });
  const session = $session.get();
  if (session.status === "signed-in" && !isStarted) {
    isStarted = true;
    followZone();
    const accepted = acceptToken(session.accessToken);
    if (findPageScope()?.data.isRefreshDue) void refreshSession();
    return accepted;
  }
  isStarted = true;
  if (session.status !== "unknown") return session;
  const logOutError = await finishLogOut();
  if ($session.get().status !== "unknown") return $session.get();
  if (logOutError && always) return retryRefreshLater(logOutError);
  if (!always && remembered.get("isAuthenticated") !== "true") {
    $session.set({ status: "signed-out" });
    return $session.get();
  }
  return refreshSession();
}

/**
 * Returns a valid token for the next request, or undefined if nobody is logged in.
 * @throws ApiError if the server can't be reached.
 */
export async function freshToken(): Promise<string | undefined> {
  const spent = (session: Session) =>
    session.status === "signed-in" && Date.now() > session.expiresAt - minRemainingMs;
  let session = await startSession();
  if (spent(session) || session.status === "unreachable") session = await refreshSession();
  if (session.status === "unreachable") throw new ApiError(session.message, 0);
  if (session.status !== "signed-in") return undefined;
  if (spent(session) && failure) throw failure;
  return session.accessToken;
}
