import { accountDeletedPath } from "../account-settings/account-deleted-path.ts";
import { legalUpdatePath } from "../agreements/legal-documents.ts";
import { splitLanguagePrefix } from "../languages.ts";
import { callbackPath, meetingServices } from "../meetings/meeting-services.ts";
import { onboardingPath } from "../onboarding/onboarding.rules.ts";
import { savedPath } from "../saved/saved.rules.ts";
import { staffPath, viewPath } from "../staff/staff.rules.ts";
import { zoomAppPath } from "../zoom-app/zoom-app.rules.ts";

/**
 * Every page of the site with its rules. Middleware, header, footer, guards and the not-found page
 * read this table, so that each rule is defined once.
 */
export type Access = "public" | "guests" | SessionAccess;

/** Pages that nobody can open without a session. Pages for staff don't exist for everyone else. */
export type SessionAccess = "signed-in" | "teacher" | "staff";

/** Whether pages with this access require a session. */
export function requiresSession(access: Access): access is SessionAccess {
  return access !== "public" && access !== "guests";
}

export interface Route {
  /** The path. An entry also matches all paths below it, except for `/`. */
  path: string;
  access: Access;
  /** Whether pages at or below this path have a footer. */
  footer: boolean;
  /** Whether search engines may index pages at or below this path. */
  indexed: boolean;
  /**
   * Whether the page at this exact path accepts a form by POST: only from pages of this site, or
   * from any origin, as email programs do for one-click unsubscribing.
   */
  posts?: "from-here" | "from-anywhere";
  /** The canonical path of the same page. */
  sameAs?: string;
}

const open = { access: "public", footer: true, indexed: true } as const;
/** A step of a process, which search engines must not index. */
const step = { access: "public", footer: true, indexed: false } as const;

export const routes: readonly Route[] = [
  { path: "/", ...open },
  { path: "/courses", ...open },
  { path: "/courses/compare", ...step },
  { path: "/teachers", ...open },
  { path: "/teachers/compare", ...step },
  { path: "/tutors", ...open, sameAs: "/teachers" },
  { path: "/students", ...open },
  { path: "/quran", ...open },
  { path: "/quran/plans", ...open },
  { path: "/quran/plans/checkout", ...step, posts: "from-here" },
  {
    path: "/quran/plans/manage",
    access: "signed-in",
    footer: false,
    indexed: false,
    posts: "from-here",
  },
  { path: "/quran/study", access: "signed-in", footer: false, indexed: false },
  { path: "/about", ...open },
  { path: "/aboutus", ...open, sameAs: "/about" },
  { path: "/contact", ...open },
  { path: "/contact/message", ...step, posts: "from-here" },
  { path: "/contact/thanks", ...step },
  { path: "/newsletter", ...step, posts: "from-here" },
  { path: "/newsletter/confirm", ...step, posts: "from-here" },
  { path: "/newsletter/unsubscribe", ...step, posts: "from-anywhere" },
  { path: "/report", ...step, posts: "from-here" },
  { path: "/cases/appeal", ...step, posts: "from-here" },
  { path: "/reviews/decide", ...step, posts: "from-here" },
  { path: "/unsubscribe", ...step, posts: "from-anywhere" },
  { path: "/become-a-teacher", ...open },
  { path: "/privacy-policy", ...open },
  { path: "/terms-of-use", ...open },
  { path: "/help", ...open },
  { path: "/support", ...open },
  { path: "/zoom-documentation", ...open },
  { path: accountDeletedPath, ...step },
  { path: "/certificates", ...step },
  { path: "/guardian", ...step },
  { path: "/guardian/confirm", ...step, posts: "from-here" },
  { path: "/guardian/link", ...step, posts: "from-here" },
  { path: "/progress", ...step },
  ...meetingServices.map((service) => ({ path: callbackPath(service), ...step })),
  { path: zoomAppPath, access: "public", footer: false, indexed: false },
  { path: "/zoom/open", ...step },
  { path: "/join", ...step },
  { path: "/start", ...step },
  { path: "/login", access: "guests", footer: true, indexed: true, posts: "from-here" },
  { path: "/signup", access: "guests", footer: true, indexed: true, posts: "from-here" },
  { path: "/verify-otp", access: "guests", footer: true, indexed: false, posts: "from-here" },
  { path: "/role-selection", access: "signed-in", footer: false, indexed: false },
  { path: "/register-student", access: "signed-in", footer: false, indexed: false },
  { path: "/register-teacher", access: "signed-in", footer: false, indexed: false },
  { path: "/dashboard", access: "signed-in", footer: false, indexed: false },
  { path: onboardingPath, access: "signed-in", footer: false, indexed: false, posts: "from-here" },
  { path: savedPath, access: "signed-in", footer: false, indexed: false, posts: "from-here" },
  { path: "/classes", access: "signed-in", footer: false, indexed: false },
  {
    path: legalUpdatePath,
    access: "signed-in",
    footer: false,
    indexed: false,
    posts: "from-here",
  },
  { path: "/add-course", access: "teacher", footer: false, indexed: false },
  { path: "/edit-course", access: "teacher", footer: false, indexed: false },
  { path: viewPath, access: "staff", footer: false, indexed: false, posts: "from-here" },
  { path: staffPath, access: "staff", footer: false, indexed: false },
];

/** Paths that users without a complete profile may open. */
export const profileCompletionPaths = [
  "/role-selection",
  "/register-student",
  "/register-teacher",
] as const;

/**
 * Whether people complete their profile at this path or below it.
 * @param pathname the path in any language.
 */
export function isProfileCompletion(pathname: string): boolean {
  const { path } = splitLanguagePrefix(pathname);
  return profileCompletionPaths.some((known) => path === known || path.startsWith(`${known}/`));
}

/** Pages that use the plain layout of the account screens. */
export const authPagePaths = ["/login", "/signup", "/verify-otp"] as const;

/**
 * The route with the longest path that equals the given path or is one of its parents. `/` matches
 * only itself. The path may be that of a page in any language. Undefined for unknown paths, which
 * show the not-found page without navigation.
 */
export function findRoute(address: string): Route | undefined {
  const { path } = splitLanguagePrefix(address);
  let found: Route | undefined;
  for (const route of routes) {
    const matches =
      path === route.path || (route.path !== "/" && path.startsWith(`${route.path}/`));
    if (matches && route.path.length > (found?.path.length ?? 0)) found = route;
  }
  return found;
}

/**
 * Which origins may submit a form to the page at this path; undefined if the page accepts no forms.
 */
export function findPosts(path: string): Route["posts"] {
  return routes.find((route) => route.path === path)?.posts;
}

/**
 * Returns the path if it is safe to redirect to, or the fallback. Absolute and protocol-relative
 * URLs, backslashes and control characters are rejected.
 */
export function safeReturnPath(value: string | null | undefined, fallback = "/dashboard"): string {
  if (!value?.startsWith("/") || /^\/[/\\]/.test(value)) return fallback;
  // Browsers remove tabs and line breaks from URLs, so `/\t/evil` would become `//evil`.
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f || character === "\\") return fallback;
  }
  const base = "https://site.invalid";
  const url = URL.canParse(value, base) ? new URL(value, base) : undefined;
  if (url?.origin !== base || url.pathname.startsWith("//")) return fallback;
  return url.pathname + url.search + url.hash;
}

/** Adds the return path to a path, if there is one. */
export function withReturnPath(path: string, returnTo: string | null): string {
  if (!returnTo) return path;
  return `${path}?${new URLSearchParams({ returnTo: safeReturnPath(returnTo) })}`;
}
