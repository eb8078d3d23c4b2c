/**
 * Why a person logs in or signs up: the page they came for, and the role that they have chosen. Both
 * are in the URLs of the account forms and of the pages on which people complete their profile.
 */
import { splitLanguagePrefix } from "../languages.ts";
import { messagesPath } from "../messages/conversation-path.ts";
import type { Role } from "../people/people.options.ts";
import { savedPath } from "../saved/saved.rules.ts";
import { findRoute, isProfileCompletion, requiresSession, safeReturnPath } from "../site/routes.ts";

export interface Intent {
  returnTo: string | null;
  proposedRole?: Role | undefined;
}

/** Adds the intent to the path of a form. */
export function withIntent(path: string, { returnTo, proposedRole }: Intent): string {
  const query = new URLSearchParams();
  if (returnTo) query.set("returnTo", safeReturnPath(returnTo));
  if (proposedRole) query.set("role", proposedRole);
  const search = query.toString();
  return search ? `${path}?${search}` : path;
}

const pathnameOf = (path: string): string =>
  splitLanguagePrefix(new URL(path, "https://site.invalid").pathname).path;

/** Whether a page has a purpose of its own. Others lead to the dashboard after sign-up. */
function isDestination(pathname: string): boolean {
  if (pathname === "/" || pathname === "/dashboard" || isProfileCompletion(pathname)) return false;
  const access = findRoute(pathname)?.access ?? "guests";
  return access !== "guests";
}

/**
 * The page to open once the profile is complete. Undefined if there is none, so that the person
 * starts on the dashboard.
 */
export function findIntent(returnTo: string | null): string | undefined {
  const path = safeReturnPath(returnTo, "/");
  return isDestination(pathnameOf(path)) ? path : undefined;
}

/** Whether a page describes something to book: a course, or a teacher with trial lessons. */
export const isOffer = (path: string): boolean =>
  /^\/(?:courses|teachers)\/[^/]+/.test(pathnameOf(path));

/** Whether a page opens the conversation with a person. Without an account, it is with a teacher. */
const isConversation = (path: string): boolean =>
  pathnameOf(path) === messagesPath && new URL(path, "https://site.invalid").searchParams.has("to");

/** The role for which the person's destination is meant, if there is one. */
export function findIntentRole(returnTo: string | null): Role | undefined {
  const path = findIntent(returnTo);
  if (path === undefined) return undefined;
  if (pathnameOf(path) === savedPath || isConversation(path)) return "student";
  const access = findRoute(pathnameOf(path))?.access ?? "public";
  if (requiresSession(access)) return access === "teacher" ? "teacher" : undefined;
  return isOffer(path) ? "student" : undefined;
}
