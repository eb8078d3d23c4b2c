/** Where people are redirected who may not see a page. Pure, for the browser and for tests. */
import type { Role } from "../people/people.options.ts";
import { findRoute, profileCompletionPaths, safeReturnPath } from "../site/routes.ts";

export interface Visitor {
  signedIn: boolean;
  /** Null until the profile is completed. */
  role: Role | null;
}

const isCompletion = (path: string): boolean =>
  profileCompletionPaths.some((known) => path === known || path.startsWith(`${known}/`));

/** Why someone is asked to log in, with the message. */
export const logInNotices = {
  enroll: "Please log in to enroll in this course.",
  ended: "Your session has ended. Please log in again.",
} as const;
export type LogInReason = keyof typeof logInNotices;

/** The message for the `reason` parameter of the log-in page, if it is known. */
export function findLogInNotice(reason: string | null): string | undefined {
  return Object.entries(logInNotices).find(([known]) => known === reason)?.[1];
}

/** The log-in page that leads back to `path`. */
export function logInPath(path: string, reason?: LogInReason): string {
  const query = new URLSearchParams({ returnTo: path });
  if (reason) query.set("reason", reason);
  return `/login?${query}`;
}

/**
 * Where people continue after logging in: where they came from, or the dashboard. Without a profile,
 * they complete it first, if they weren't already on the way.
 */
export function findLanding(role: Role | null, returnTo: string | null): string {
  const path = safeReturnPath(returnTo);
  const isAllowed = role !== null || isCompletion(new URL(path, "https://site.invalid").pathname);
  return isAllowed ? path : "/role-selection";
}

/**
 * The path to redirect to, or undefined if the visitor may stay.
 *
 * @param path with its query, to return to after log-in.
 * @param reason shown on the log-in page to visitors.
 */
export function findRedirect(
  path: string,
  visitor: Visitor,
  reason?: LogInReason,
): string | undefined {
  const url = new URL(path, "https://site.invalid");
  const access = findRoute(url.pathname)?.access ?? "public";
  if (access === "public") return undefined;
  if (access === "guests") {
    if (!visitor.signedIn) return undefined;
    return findLanding(visitor.role, url.searchParams.get("returnTo"));
  }
  if (!visitor.signedIn) return logInPath(url.pathname + url.search, reason);
  if (isCompletion(url.pathname)) return visitor.role ? "/dashboard" : undefined;
  if (!visitor.role) return "/role-selection";
  return access === "teacher" && visitor.role !== "teacher" ? "/dashboard" : undefined;
}
