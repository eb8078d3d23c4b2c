/**
 * Pages that staff view as another person. This is the only place that renders them:
 *
 * - The database rejects every change that the page or its calls try to make (`runReadOnly`).
 * - Only listed pages and calls are shown (`accounts/sessions/view-access.ts`).
 * - The page runs no scripts and contains no token, so it opens no streams, marks nothing as read and
 *   stores nothing in the browser.
 * - Its links stay in the view, and a page without the banner isn't sent.
 */

import { splitLanguagePrefix } from "#lib/languages.ts";
import { viewPath } from "#lib/staff/staff.rules.ts";
import type { CookieUser } from "../accounts/sessions/session-cookie.ts";
import { isViewablePage } from "../accounts/sessions/view-access.ts";
import type { Context } from "../context.ts";
import { runReadOnly } from "../db/caller.ts";
import type { ActiveView } from "../staff/views/views.ts";
import { renderForUser, type UserPage } from "./page-scope.ts";

/** The ID of a view and the page in it. */
export interface ViewTarget {
  viewId: string;
  path: string;
}

const address = new RegExp(`^${viewPath}/([\\w-]+)(/.*)?$`);

/** Undefined for paths outside a view. @param path without the prefix of a language. */
export function readViewPath(path: string): ViewTarget | undefined {
  const [, viewId, page] = address.exec(path) ?? [];
  return viewId === undefined ? undefined : { viewId, path: page ?? "/dashboard" };
}

interface ViewRequest {
  request: Request;
  /** The page in the view, with its query. */
  path: string;
  search: string;
  clientAddress: string;
}

/**
 * Renders a page of the view, which must be active.
 * @param render renders the given request, or the page for paths that views don't show.
 */
export async function renderView(
  context: Context,
  view: ActiveView,
  { request, path, search, clientAddress }: ViewRequest,
  render: (page: UserPage, target: Request | undefined) => Promise<Response>,
): Promise<Response> {
  const isShown = isViewablePage(path, search);
  // Without cookies, because they belong to the member of staff.
  const target = new Request(new URL(path + search, request.url));
  const actor: CookieUser = { ...view.actor, isRefreshDue: false };
  const user = {
    actor,
    request: target,
    address: clientAddress,
    ...(view.timeZone && { zone: view.timeZone }),
  };
  const response = await runReadOnly(actor.userId, () =>
    renderForUser(context, user, (page) => render(page, isShown ? target : undefined)),
  );
  return toViewedPage(response, { viewId: view.id, siteUrl: context.config.appUrl });
}

/** In an attribute, `<` and `>` aren't escaped, because people write them in names and titles. */
const attributes = `(?:"[^"]*"|[^">])*`;

/**
 * The parts of a page, one after the other: the banner, scripts, comments and tags. Matching all of them
 * keeps text in an attribute from being taken for a tag.
 */
const parts = new RegExp(
  [
    // The banner of `ViewBanner.astro`, which has the only control that works.
    `(?<banner><aside data-view-banner[\\s\\S]*?</aside>)`,
    `<script\\b${attributes}>[\\s\\S]*?</script>`,
    `<!--[\\s\\S]*?-->`,
    `<(?<name>[a-zA-Z][\\w-]*)(?<rest>${attributes})>`,
  ].join("|"),
  "g",
);
const preload = /\srel="modulepreload"/;
const link = /^(\s(?:"[^"]*"|[^">])*?\bhref=")([^"]*)(?=")/;
const controls: readonly string[] = ["button", "input", "select", "textarea"];

interface ViewAddress {
  viewId: string;
  /** Without a path. */
  siteUrl: string;
}

/** A tag as it is in a view. */
function toViewedTag(address: ViewAddress, name: string, rest: string): string {
  if (name === "html") return `<html data-view data-signed-in${rest}>`;
  // Without the properties and scripts of the island.
  if (name === "astro-island") return "<astro-island>";
  if (name === "link" && preload.test(rest)) return "";
  if (name === "a") {
    const changed = rest.replace(link, (_, start, href) => start + inView(address, href));
    return `<a${changed}>`;
  }
  return `<${name}${controls.includes(name) ? " disabled" : ""}${rest}>`;
}

/** @throws Error for a page without the banner. */
async function toViewedPage(response: Response, address: ViewAddress): Promise<Response> {
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  const headers = new Headers(response.headers);
  const policy = headers.get("Content-Security-Policy");
  headers.set(
    "Content-Security-Policy",
    [policy, "script-src 'none'", "connect-src 'none'", "form-action 'self'"]
      .filter(Boolean)
      .join("; "),
  );
  headers.set("Cache-Control", "no-store");
  if (!isPage) return leaveView(response, headers, address);
  const html = await response.text();
  let hasBanner = false;
  const viewed = html.replaceAll(parts, (whole, ...matched) => {
    const { banner, name, rest } = matched.at(-1) as Record<string, string | undefined>;
    // Scripts, and the comments that mark where scripts are announced.
    if (banner === undefined && name === undefined) return "";
    if (name !== undefined) return toViewedTag(address, name, rest ?? "");
    hasBanner = true;
    return whole;
  });
  if (!hasBanner) throw new Error("A page of a view has no banner");
  return new Response(viewed, { status: response.status, headers });
}

/** Redirects stay in the view. Other responses that aren't pages aren't sent. */
function leaveView(response: Response, headers: Headers, address: ViewAddress): Response {
  const location = headers.get("Location");
  if (!location?.startsWith("/")) return new Response(null, { status: 404 });
  headers.set("Location", inView(address, location));
  return new Response(null, { status: response.status, headers });
}

const isConsole = (path: string): boolean => path === "/staff" || path.startsWith("/staff/");

/**
 * Converts a link to a page of this site, with or without the site's address, to the address of that
 * page in the view. Other links stay as they are.
 */
function inView({ viewId, siteUrl }: ViewAddress, href: string): string {
  const local = href.startsWith(`${siteUrl}/`) ? href.slice(siteUrl.length) : href;
  if (!local.startsWith("/") || local.startsWith("//")) return href;
  const [, path = "", rest = ""] = /^([^?#]*)(.*)$/.exec(local) ?? [];
  const plain = splitLanguagePrefix(path).path;
  const prefix = path.slice(0, path.length - plain.length);
  if (isConsole(plain)) return href;
  return `${prefix}${viewPath}/${viewId}${plain === "/" ? "" : plain}${rest}`;
}
