/**
 * The logged-in user of this page. The access token exists only in this module's memory. Only the
 * session cookie and a flag in local storage outlive a page. The store changes only in the browser.
 */

import { atom } from "nanostores";
import { getTexts } from "#translations/errors.ts";
import { findPageAge, findPageScope, type PageScope } from "../../page-scope.ts";
import { ApiError } from "../api-error.ts";
import { remembered, rememberedInTab } from "../browser-storage.ts";
import { forgetDraftsOfOthers } from "../drafts.ts";
import { reloadPage } from "../navigation.ts";
import { markPage } from "../page-marks.ts";
import { readAccessToken, type SessionUser } from "./access-token.ts";

const t = getTexts("errors");

export type Session =
  | { status: "unknown" }
  | { status: "signed-out" }
  /** The server sent no usable response, so the state is unknown and a retry may help. */
  | { status: "unreachable"; message: string }
  | {
      status: "signed-in";
      user: SessionUser;
      accessToken: string;
      /** Milliseconds since the epoch, by the browser's clock. */
      expiresAt: number;
      /** The validity period of the token, in milliseconds. */
      lifetime: number;
    };

const unknown: Session = { status: "unknown" };
const rendered = new WeakMap<PageScope, Session>();

/**
 * The user for whom the server rendered the page. Unknown on pages that are the same for everyone.
 */
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
  const lifetime = read.lifetime - findPageAge();
  return { status: "signed-in", accessToken, ...read, lifetime, expiresAt: Date.now() + lifetime };
}

/** A log-out that hasn't reached the server yet takes precedence over the server's session. */
const isLogOutPending = () => remembered.get("signOutPending") === "true";

export const $session = atom<Session>(
  typeof window === "undefined" || isLogOutPending() ? unknown : findRenderedSession(),
);

let isInMemory = false;

/**
 * Keeps the session of this page out of local storage, which it may share with pages that are signed
 * in by a cookie, perhaps as another user.
 */
export function keepSessionInMemory(): void {
  isInMemory = true;
}

/** The application key that every account request contains. */
export function appKey(): string {
  return document.documentElement.dataset.appKey ?? "";
}

/**
 * Stores a new access token and the flag that someone is logged in. If the user has changed, the
 * previous user's stored data is removed and the page reloaded.
 * @throws ApiError if the token can't be read.
 */
export function acceptToken(accessToken: string): Session {
  const read = readAccessToken(accessToken);
  if (!read) throw new ApiError(t("invalidResponse"), 200);
  const before = $session.get();
  const isAnother = before.status === "signed-in" && before.user.id !== read.user.id;
  if (isAnother) forgetSession();
  const { user, lifetime } = read;
  if (!isInMemory) {
    remembered.set("isAuthenticated", "true");
    remembered.set("userId", user.id);
    remembered.remove("signOutPending");
    forgetDraftsOfOthers(user.id);
  }
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

/** Removes the session from memory and storage. Listeners remove their data. */
export function forgetSession(): Session {
  if (!isInMemory) {
    remembered.remove(
      "isAuthenticated",
      "profileCompleted",
      "userRole",
      "userProfileId",
      "userId",
      "unreadMessages",
    );
    rememberedInTab.remove("selectedRole", "publishedCourse");
  }
  $session.set({ status: "signed-out" });
  markPage();
  return $session.get();
}
