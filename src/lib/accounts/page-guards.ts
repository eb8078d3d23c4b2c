/** Where somebody is sent who may not be on a page. Pure, for the browser and for tests. */
import type { Role } from "../people/people.options.ts";
import { findRoute, profileCompletionPaths, safeReturnPath } from "../site/routes.ts";

export interface Visitor {
  signedIn: boolean;
  /** Null until the profile is completed. */
  role: Role | null;
}

const isCompletion = (path: string): boolean =>
  profileCompletionPaths.some((known) => path === known || path.startsWith(`${known}/`));

/** Why somebody is asked to log in, and the words for it. */
export const logInNotices = {
  enroll: "Please log in to enroll in this course.",
  ended: "Your session has ended. Please log in again.",
} as const;
export type LogInReason = keyof typeof logInNotices;

/** The words for the `reason` of a log-in address, if it is a known one. */
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
 * Where somebody goes on after signing in: to where they came from, else to the dashboard; without
 * a profile to its completion, in whose steps they may have been.
 */
export function findLanding(role: Role | null, returnTo: string | null): string {
  const path = safeReturnPath(returnTo);
  const isAllowed = role !== null || isCompletion(new URL(path, "https://site.invalid").pathname);
  return isAllowed ? path : "/role-selection";
}

/**
 * The path to go to instead, or undefined when the visitor may stay.
 * @param path with its query, which a return after log-in keeps.
 * @param reason what log-in tells somebody who isn't signed in.
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
