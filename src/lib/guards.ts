/** Where somebody is sent who may not be on a page. Pure, for the browser and for tests. */
import type { Role } from "./people.options.ts";
import { findRoute, profileCompletionPaths, safeReturnPath } from "./routes.ts";

export interface Visitor {
  signedIn: boolean;
  /** Null until the profile is completed. */
  role: Role | null;
}

const isCompletion = (path: string): boolean =>
  profileCompletionPaths.some((known) => path === known || path.startsWith(`${known}/`));

/** The log-in page that leads back to `path`. */
export function logInPath(path: string, reason?: "enroll"): string {
  const query = new URLSearchParams({ returnTo: path });
  if (reason) query.set("reason", reason);
  return `/login?${query}`;
}

/**
 * The path to go to instead, or undefined when the visitor may stay.
 * @param path with its query, which a return after log-in keeps.
 */
export function findRedirect(path: string, visitor: Visitor): string | undefined {
  const url = new URL(path, "https://site.invalid");
  const access = findRoute(url.pathname)?.access ?? "public";
  if (access === "public") return undefined;
  if (access === "guests") {
    if (!visitor.signedIn) return undefined;
    return visitor.role ? safeReturnPath(url.searchParams.get("returnTo")) : "/role-selection";
  }
  if (!visitor.signedIn) return logInPath(url.pathname + url.search);
  if (isCompletion(url.pathname)) return visitor.role ? "/dashboard" : undefined;
  if (!visitor.role) return "/role-selection";
  return access === "teacher" && visitor.role !== "teacher" ? "/dashboard" : undefined;
}
