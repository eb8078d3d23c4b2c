/**
 * The logged-in person on this page. The access token exists only in this module's memory. Only the
 * session cookie and a flag in local storage survive a page. Changed only in the browser.
 */
import { atom } from "nanostores";
import { findPageScope, type PageScope } from "../../page-scope.ts";
import { ApiError } from "../api-error.ts";
import { remembered, rememberedInTab } from "../browser-storage.ts";
import { forgetDraftsOfOthers } from "../drafts.ts";
import { reloadPage } from "../navigation.ts";
import { markPage } from "../page-marks.ts";
import { readAccessToken, type SessionUser } from "./access-token.ts";

export type Session =
  | { status: "unknown" }
  | { status: "signed-out" }
  /** The server gave no usable answer: nobody knows yet, and trying again may help. */
  | { status: "unreachable"; message: string }
  | {
      status: "signed-in";
      user: SessionUser;
      accessToken: string;
      /** By the clock here, in milliseconds since the epoch. */
      expiresAt: number;
      /** How long the token lasted when it came, in milliseconds. */
      lifetime: number;
    };

const unknown: Session = { status: "unknown" };
const rendered = new WeakMap<PageScope, Session>();

/** Who the server rendered the page for. Unknown on pages that it renders for everybody. */
export function findRenderedSession(): Session {
  const scope = findPageScope();
  if (!scope) return unknown;
  const session = rendered.get(scope) ?? readSession(scope.data.accessToken);
  rendered.set(scope, session);
  return session;
}

function readSession(accessToken: string): Session {
  const read = readAccessToken(accessToken);
  if (!read) return unknown;
  return { status: "signed-in", accessToken, ...read, expiresAt: Date.now() + read.lifetime };
}

/** A log-out that hasn't reached the server yet comes before what the server believes. */
const isSignOutPending = () => remembered.get("signOutPending") === "true";

export const $session = atom<Session>(
  typeof window === "undefined" || isSignOutPending() ? unknown : findRenderedSession(),
);

/** The application's key, which every account call carries. */
export function appKey(): string {
  return document.documentElement.dataset.appKey ?? "";
}

/**
 * Takes a fresh access token into use and remembers that somebody is signed in. When it is another
 * person than before, what was kept of the first one goes, and the page is reloaded.
 *
 * @throws ApiError if the token can't be read.
 */
export function acceptToken(accessToken: string): Session {
  const read = readAccessToken(accessToken);
  if (!read) throw new ApiError("Invalid response format from server", 200);
  const before = $session.get();
  const isAnother = before.status === "signed-in" && before.user.id !== read.user.id;
  if (isAnother) forgetSession();
  remembered.set("isAuthenticated", "true");
  remembered.remove("signOutPending");
  const { user, lifetime } = read;
  forgetDraftsOfOthers(user.id);
  $session.set({
    status: "signed-in",
    user,
    accessToken,
    expiresAt: Date.now() + lifetime,
    lifetime,
  });
  markPage();
  if (isAnother) reloadPage();
  return $session.get();
}

/** Forgets who was logged in, in memory and in storage. Listeners clear their data. */
export function forgetSession(): Session {
  remembered.remove(
    "isAuthenticated",
    "profileCompleted",
    "userRole",
    "userProfileId",
    "unreadMessages",
  );
  rememberedInTab.remove("selectedRole");
  $session.set({ status: "signed-out" });
  markPage();
  return $session.get();
}
