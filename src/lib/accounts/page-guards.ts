/** Decides where to redirect users who may not see a page. Pure, for the browser and for tests. */
import { splitLanguagePrefix } from "../languages.ts";
import { type Role, roles } from "../people/people.options.ts";
import {
  findRoute,
  profileCompletionPaths,
  requiresSession,
  type SessionAccess,
  safeReturnPath,
} from "../site/routes.ts";
import type { LogInReason } from "./log-in-notices.ts";

export interface Visitor {
  signedIn: boolean;
  /** Null until the profile is completed. */
  role: Role | null;
}

/** Who may open pages of each kind. Everyone else is redirected to the dashboard. */
const allowedRoles: Record<SessionAccess, readonly Role[]> = {
  "signed-in": roles,
  teacher: ["teacher"],
};

/** @param pathname the path in any language. */
function isCompletion(pathname: string): boolean {
  const { path } = splitLanguagePrefix(pathname);
  return profileCompletionPaths.some((known) => path === known || path.startsWith(`${known}/`));
}

/** The path of the log-in page, which returns to `path` after log-in. */
export function logInPath(path: string, reason?: LogInReason): string {
  const query = new URLSearchParams({ returnTo: path });
  if (reason) query.set("reason", reason);
  return `/login?${query}`;
}

/**
 * The page to open after log-in: the page the user came from, or the dashboard. A user without a
 * profile completes it first, unless `returnTo` is already a page for that.
 */
export function findLanding(role: Role | null, returnTo: string | null): string {
  const path = safeReturnPath(returnTo);
  const isAllowed = role !== null || isCompletion(new URL(path, "https://site.invalid").pathname);
  return isAllowed ? path : "/role-selection";
}

/**
 * The path to redirect to, or undefined if the visitor may stay.
 * @param path includes the query string; the user returns to it after log-in.
 * @param reason shown to visitors on the log-in page.
 */
export function findRedirect(
  path: string,
  visitor: Visitor,
  reason?: LogInReason,
): string | undefined {
  const url = new URL(path, "https://site.invalid");
  const access = findRoute(url.pathname)?.access ?? "public";
  if (access === "public") return undefined;
  if (!requiresSession(access)) {
    if (!visitor.signedIn) return undefined;
    return findLanding(visitor.role, url.searchParams.get("returnTo"));
  }
  if (!visitor.signedIn) return logInPath(url.pathname + url.search, reason);
  if (isCompletion(url.pathname)) return visitor.role ? "/dashboard" : undefined;
  if (!visitor.role) return "/role-selection";
  return allowedRoles[access].includes(visitor.role) ? undefined : "/dashboard";
}
