/** Decides where to redirect users who may not see a page. Pure, for the browser and for tests. */
import { legalUpdatePath } from "../agreements/legal-documents.ts";
import { findRole, type Role, roles } from "../people/people.options.ts";
import {
  findRoute,
  isProfileCompletion,
  requiresSession,
  type SessionAccess,
  safeReturnPath,
} from "../site/routes.ts";
import { findIntent, withIntent } from "./intents.ts";
import type { LogInReason } from "./log-in-notices.ts";

export interface Visitor {
  signedIn: boolean;
  /** Null until the profile is completed. */
  role: Role | null;
}

/**
 * Who may open pages of each kind. Everyone else is redirected to the dashboard. The middleware
 * decides about pages for staff.
 */
const allowedRoles: Record<Exclude<SessionAccess, "staff">, readonly Role[]> = {
  "signed-in": roles,
  teacher: ["teacher"],
};

/** The path of the log-in page, which returns to `path` after log-in. */
export function logInPath(path: string, reason?: LogInReason): string {
  const query = new URLSearchParams({ returnTo: path });
  if (reason) query.set("reason", reason);
  return `/login?${query}`;
}

/**
 * The page to open after log-in: the page the user came from, or the dashboard. A user without a
 * profile completes it first, unless `returnTo` is already a page for that.
 * @param proposedRole the role that the user chose before signing up, so that they aren't asked
 * again.
 */
export function findLanding(
  role: Role | null,
  returnTo: string | null,
  proposedRole?: Role | undefined,
): string {
  const path = safeReturnPath(returnTo);
  const { pathname } = new URL(path, "https://site.invalid");
  if (role || isProfileCompletion(pathname) || isStaffPage(pathname)) return path;
  const next = proposedRole ? (`/register-${proposedRole}` as const) : "/role-selection";
  return withIntent(next, { returnTo: findIntent(returnTo) ?? null });
}

/** Staff can use the console without a profile. */
const isStaffPage = (pathname: string): boolean => findRoute(pathname)?.access === "staff";

/** The terms apply to accounts without a profile too, such as those of staff. */
const isForAllAccounts = (pathname: string): boolean =>
  findRoute(pathname)?.path === legalUpdatePath;

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
  const returnTo = url.searchParams.get("returnTo");
  if (!requiresSession(access)) {
    if (!visitor.signedIn) return undefined;
    return findLanding(visitor.role, returnTo, findRole(url.searchParams.get("role")));
  }
  if (!visitor.signedIn) return logInPath(url.pathname + url.search, reason);
  if (access === "staff") return undefined;
  if (isProfileCompletion(url.pathname)) {
    return visitor.role ? (findIntent(returnTo) ?? "/dashboard") : undefined;
  }
  if (!visitor.role) return isForAllAccounts(url.pathname) ? undefined : "/role-selection";
  return allowedRoles[access].includes(visitor.role) ? undefined : "/dashboard";
}
