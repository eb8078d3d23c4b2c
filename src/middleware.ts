/**
 * Checks access to a page before any of it is rendered. The rules are in
 * `#lib/accounts/page-guards.ts`.
 */

import { defineMiddleware } from "astro:middleware";
import type { APIContext, MiddlewareNext } from "astro";
import { findRedirect } from "#lib/accounts/page-guards.ts";
import { splitLanguagePrefix } from "#lib/languages.ts";
import { getDirection, localizePath } from "#lib/site/locale.ts";
import { findPosts, findRoute } from "#lib/site/routes.ts";
import { site } from "#lib/site/site.ts";
import { hasStaffRole, staffPath, staffSignInPath } from "#lib/staff/staff.rules.ts";
import { findSection } from "#lib/staff/staff-navigation.ts";
import { clockCookie, findReportedHourCycle, readClock } from "#lib/time/hour-cycle.ts";
import { findZoneCookie } from "#lib/time/zone-cookie.ts";
import { isSameOrigin } from "#server/accounts/sessions/same-origin.ts";
import { type CookieUser, findSession } from "#server/accounts/sessions/session-cookie.ts";
import { getContext } from "#server/context.ts";
import { runForAddress } from "#server/db/caller.ts";
import { isRetryableRead } from "#server/db/failures.ts";
import { announceScripts, createScriptsMarker } from "#server/gateway/announced-scripts.ts";
import { loggedPath } from "#server/gateway/logged-path.ts";
import { refusals, reloadTag } from "#server/gateway/refusal.ts";
import { runWithHourCycle, runWithLikelyHourCycle } from "#server/hour-cycle.ts";
import { clientAbortText, isClientAbort } from "#server/http/client-abort.ts";
import { findPageAddress } from "#server/http/client-address.ts";
import { findAppError } from "#server/http/on-error.ts";
import { renderForUser } from "#server/page-scope/page-scope.ts";
import { readViewPath, renderView } from "#server/page-scope/view-page.ts";
import { hasSecondFactor } from "#server/staff/staff-actor.ts";
import { type ActiveView, findView } from "#server/staff/views/views.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getLanguage } from "#translations/runtime.ts";
import { getTexts } from "#translations/translate.ts";

/** Public pages that are rendered with the data of logged-in users. */
const personalPages: readonly string[] = ["/courses/[id]"];

const t = getTexts("site");

export const onRequest = defineMiddleware((page, next) => {
  if (page.isPrerendered) return prerender(page, next);
  page.locals.language = getLanguage();
  if (page.url.pathname.startsWith("/api/")) return next();
  const address = findPageAddress(page, getContext().config.trustProxy);
  const hourCycle =
    findReportedHourCycle(page.request.headers.get("cookie")) ??
    readClock(page.url.searchParams.get(clockCookie));
  return runForAddress(address, () => runWithHourCycle(hourCycle, () => answer(page, next)));
});

/**
 * Requests already have a language. Pages that are rendered at build time have theirs in the path.
 */
function prerender(page: APIContext, next: MiddlewareNext): Promise<Response> {
  const language = import.meta.env.DEV
    ? getLanguage()
    : splitLanguagePrefix(page.url.pathname).language;
  page.locals.language = language;
  return runWithLanguage(language, async () => {
    const response = await next();
    // Components are rendered while the body is read, so the body must be read in the language too.
    const body = response.body === null ? null : await response.arrayBuffer();
    return new Response(body, response);
  });
}

async function answer(page: APIContext, next: MiddlewareNext): Promise<Response> {
  const route = findRoute(page.url.pathname);
  const isPublic = (route?.access ?? "public") === "public";
  if (page.request.method === "POST" && !mayPost(page)) return refuseForeignForm();
  const marker = createScriptsMarker();
  page.locals.scriptsMarker = marker;
  try {
    const rendered = await (isPublic ? answerPublic : answerVisitor)(page, next);
    const response = isData(rendered) ? rendered : await withScripts(rendered, marker);
    if (!route?.indexed && !isData(response)) response.headers.set("X-Robots-Tag", "noindex");
    if (page.locals.page || (!isPublic && !isForEverybody(page))) {
      response.headers.set("Cache-Control", "no-store");
    }
    return response;
  } catch (error) {
    if (isClientAbort(error, page.request)) {
      getContext().log.debug(clientAbortText);
      return new Response(null, { status: 400 });
    }
    if (findAppError(error)?.code === "rate_limited") return tooManyRequests(page);
    const path = loggedPath(page.url.pathname);
    if (!isRetryableRead(error)) {
      getContext().log.error({ err: error, path }, "A page could not be rendered");
      throw error;
    }
    getContext().log.warn({ err: error, path }, "A page could not read from the database");
    return unavailable(page);
  }
}

/**
 * Browsers send the origin of a form. A form with a hidden origin can't be distinguished from one
 * on another site.
 */
function mayPost({ url, request }: APIContext): boolean {
  const posts = findPosts(url.pathname);
  if (posts === undefined) return false;
  return posts === "from-anywhere" || isSameOrigin(getContext().config, request.headers) === true;
}

/**
 * Whether the page may be cached: pages for visitors only, such as the log-in page, are the same for
 * everyone.
 */
function isForEverybody({ cache }: APIContext): boolean {
  return cache.enabled && cache.options.maxAge !== undefined;
}

/** Images, feeds and sitemaps. Search engines may fetch them without a noindex header. */
function isData({ ok, headers }: Response): boolean {
  return ok && !/^text\/html/.test(headers.get("Content-Type") ?? "text/html");
}

/** The page with links to the scripts that it needs at once. */
async function withScripts(response: Response, marker: string): Promise<Response> {
  if (response.body === null) return response;
  return new Response(announceScripts(await response.text(), marker), response);
}

async function answerPublic(page: APIContext, next: MiddlewareNext): Promise<Response> {
  if (!personalPages.includes(page.routePattern)) return next();
  const actor = await findSession(getContext(), page.request.headers.get("cookie"));
  return actor?.profile ? answerUser(page, next, actor) : next();
}

/** Checks that the session cookie belongs to an active session, not only that it exists. */
async function answerVisitor(page: APIContext, next: MiddlewareNext): Promise<Response> {
  const { request, url } = page;
  const actor = await findSession(getContext(), request.headers.get("cookie"));
  const target = findRedirect(url.pathname + url.search, {
    signedIn: actor !== undefined,
    role: actor?.profile?.role ?? null,
  });
  const isForStaff = findRoute(url.pathname)?.access === "staff";
  if (isForStaff) return answerStaff(page, next, actor);
  // Staff without a profile start in the console, and aren't asked for a role.
  const isAsked = (target ?? splitLanguagePrefix(url.pathname).path).startsWith(roleSelection);
  if (isAsked && actor?.staff && !actor.profile) return page.redirect(staffPath, 302);
  if (target) return page.redirect(target, 302);
  return actor ? answerUser(page, next, actor) : next();
}

const roleSelection = "/role-selection";

/**
 * Pages of the console. Everyone else gets the page that a missing path has. Staff enter their second
 * factor first.
 */
async function answerStaff(
  page: APIContext,
  next: MiddlewareNext,
  actor: CookieUser | undefined,
): Promise<Response> {
  if (!actor?.staff) return next("/404");
  const { pathname, search } = page.url;
  const { path } = splitLanguagePrefix(pathname);
  if (path === staffSignInPath) return answerUser(page, next, actor);
  if (!hasSecondFactor(actor)) {
    const query = new URLSearchParams({ returnTo: pathname + search });
    return page.redirect(`${staffSignInPath}?${query}`, 302);
  }
  const target = readViewPath(path);
  const view = target && (await findView(getContext(), actor, target.viewId));
  if (view) return answerView(page, next, view, target.path);
  const section = findSection(path);
  const isAllowed = !section || hasStaffRole(actor.staff.role, section.roles);
  return answerUser(page, isAllowed ? next : () => next(forbiddenPath), actor);
}

/** A page as another person sees it, or a notice that views don't show the page. */
function answerView(
  page: APIContext,
  next: MiddlewareNext,
  view: ActiveView,
  path: string,
): Promise<Response> {
  const clientAddress = findPageAddress(page, getContext().config.trustProxy);
  const { request } = page;
  const asked = { request, path, search: page.url.search, clientAddress };
  const viewerZone = findZoneCookie(request.headers.get("cookie")) ?? "UTC";
  page.locals.view = { ...view, viewerZone };
  return renderView(getContext(), view, asked, (own, target) => {
    page.locals.page = own;
    return target ? next(target) : next();
  });
}

/** The page for staff whose role doesn't allow a section of the console. */
const forbiddenPath = "/staff/forbidden";

function answerUser(page: APIContext, next: MiddlewareNext, actor: CookieUser): Promise<Response> {
  const address = findPageAddress(page, getContext().config.trustProxy);
  const { request } = page;
  const user = { actor, request, address };
  return runWithLikelyHourCycle(request.headers.get("accept-language"), () =>
    renderForUser(getContext(), user, (own) => {
      page.locals.page = own;
      return next();
    }),
  );
}

function unavailable({ url }: APIContext): Response {
  const text = t("refusal.away", { site: site.name });
  const link = { path: localizePath(encodeURI(url.pathname)), label: t("refusal.tryAgain") };
  return plainPage(text, link, 503, { "Retry-After": "5" });
}

function tooManyRequests({ url, request }: APIContext): Response {
  const { message, reloadAfter } = refusals.busy;
  const link = { path: localizePath(encodeURI(url.pathname)), label: t("refusal.tryAgain") };
  const headers = { "Retry-After": String(reloadAfter) };
  return plainPage(message, link, 429, headers, reloadTag(reloadAfter, request.method));
}

function refuseForeignForm(): Response {
  const link = { path: localizePath("/"), label: t("refusal.home") };
  return plainPage(t("refusal.foreignForm"), link, 403);
}

/** An error page without dependencies, for when the database isn't available. */
function plainPage(
  text: string,
  link: { path: string; label: string },
  status: number,
  headers: Record<string, string> = {},
  reload = "",
): Response {
  return new Response(
    `<!doctype html><html lang="${getLanguage()}" dir="${getDirection()}">${reload}<title>${text}</title><h1>${text}</h1><a href="${link.path}">${link.label}</a>`,
    { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers } },
  );
}
