/** Opens the screens of the site, as a viewer finds them (`pages.ts`). */
import { type Browser, expect, type Page } from "@playwright/test";
import { splitLanguagePrefix } from "#lib/languages.ts";
import { appResourceId } from "#lib/reviews/reviews.rules.ts";
import { logInToDemo } from "../../../scripts/support/signed-in-pages.ts";
import { openConsole } from "../staff/staff-people.ts";
import { pages, type Viewer } from "./pages.ts";
import { joinByApi, joinWithProfile, newAddress } from "./people.ts";
import { type Mail, readMail, type Site } from "./site.ts";

/** The accounts of viewers who have one in the demo. */
const accounts: Partial<Record<Viewer, string>> = {
  student: "student",
  graduate: "mehmet.kaya",
  teacher: "teacher",
  "teacher in a dispute": "izzati.hassan",
};

/** Opens a page in a browser of its own, in which the viewer is logged in. */
export async function openAs(browser: Browser, site: Site, viewer: Viewer): Promise<Page> {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ baseURL: site.url, viewport });
  const page = await context.newPage();
  if (viewer === "visitor") {
    await askToConfirm(page, site);
    await reportReview(site);
  }
  if (viewer === "newcomer") await joinByApi(context.request, site, viewer);
  if (viewer === "owner") await openConsole(page, site, "staff");
  const account = accounts[viewer];
  if (account) {
    const { cookies } = await logInToDemo(site.url, account);
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })));
  }
  return page;
}

/** Has links to confirm emailed, of which the demo has none left: a guardian's and the newsletter's. */
async function askToConfirm(page: Page, site: Site): Promise<void> {
  const [guardian, reader] = [newAddress("guardian"), newAddress("reader")];
  await joinWithProfile(site, newAddress("child"), {
    name: "Bilal Mahmood",
    role: "student",
    age: 9,
    parentGuardianContact: guardian,
  });
  const form = { email: reader };
  const headers = { origin: site.url };
  expect((await page.request.post("/newsletter", { form, headers })).ok()).toBe(true);
  const isRequest = ({ text }: Mail) => text.includes("/confirm?");
  await Promise.all([guardian, reader].map((address) => readMail(site, address, isRequest)));
}

/** Has staff emailed the link to decide about a review, which stays visible until they do. */
async function reportReview(site: Site): Promise<void> {
  const { url } = site;
  const headers = { "app-id": appResourceId, "Content-Type": "application/json", Origin: url };
  const call = async (path: string, accessToken?: string) => {
    const answer = await fetch(`${url}/api/reviews${path}`, {
      headers: { ...headers, ...(accessToken && { Authorization: `Bearer ${accessToken}` }) },
      ...(accessToken && { method: "POST", body: "{}" }),
    });
    expect(answer.ok, `${path} answered ${answer.status}`).toBe(true);
    return (await answer.json()).data;
  };
  const [{ _id }] = await call("/resource/type/app");
  // One of the three teaches. Reports by three people who have attended a class would hide it.
  for (const account of ["student2", "student3", "teacher3"]) {
    const { accessToken } = await logInToDemo(url, account);
    await call(`/${_id}/report`, accessToken);
  }
  const isAboutIt = ({ text }: Mail) => text.includes(`review=${_id}`);
  await readMail(site, "support@halaqa.test", isAboutIt);
}

interface Screen {
  route: string;
  /** Undefined if links tell it. */
  path?: string;
  takesAll?: boolean;
}

async function listScreens(site: Site, viewer: Viewer): Promise<Screen[]> {
  const mailed = await listMailedLinks(site);
  return Object.entries(pages).flatMap(([route, screens]): Screen[] => {
    const own = typeof screens === "string" ? [] : (screens[viewer] ?? []);
    if (typeof own !== "string") return own.map((path) => ({ route, path }));
    if (own !== "mailed") return [{ route, takesAll: own === "all linked" }];
    const path = mailed.find((link) => belongsTo(link, route));
    if (path === undefined) throw new Error(`No email links to ${route}`);
    return [{ route, path }];
  });
}

/** Whether a path without the prefix of a language is answered by the route. */
export function belongsTo(path: string, route: string): boolean {
  const [pathname = ""] = path.split(/[?#]/);
  if (pathname in pages) return pathname === route;
  const pattern = route
    .replaceAll(".", "\\.")
    .replaceAll(/\[(\\\.){3}\w+\]/g, ".+")
    .replaceAll(/\[\w+\]/g, "[^/]+");
  return new RegExp(`^${pattern}$`).test(pathname);
}

/** The paths of links, without the prefix of a language. */
async function listLinks(page: Page): Promise<string[]> {
  const links = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>("a[href]")]
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname, search }) => pathname + search),
  );
  return links.map((link) => splitLanguagePrefix(link).path);
}

/** The paths of the links in all emails. */
async function listMailedLinks({ sandboxUrl }: Site): Promise<string[]> {
  const mails = (await (await fetch(`${sandboxUrl}/mail/messages`)).json()) as Mail[];
  return mails.flatMap(({ text }) =>
    [...text.matchAll(/https?:\/\/localhost:\d+(\/\S*)/g)].map(
      ([, path = ""]) => splitLanguagePrefix(path).path,
    ),
  );
}

/**
 * Opens each screen of the viewer once. Screens to which no link has been seen yet come later, after
 * other screens of the same routes if need be: which link is the first depends on the time of day.
 * @param open opens the path, which has no prefix of a language, and checks what it shows.
 */
export async function openScreens(
  page: Page,
  site: Site,
  viewer: Viewer,
  open: (path: string) => Promise<void>,
): Promise<void> {
  const links: string[] = [];
  const opened = new Set<string>();
  const openNext = async (path: string): Promise<void> => {
    opened.add(path);
    await open(path);
    links.push(...(await listLinks(page)));
  };
  const screens = await listScreens(site, viewer);
  const linkedRoutes = screens.flatMap(({ route, path }) => (path ? [] : route));
  for (let waiting = screens; waiting.length > 0; ) {
    const later: Screen[] = [];
    for (const screen of waiting) {
      const { route, path, takesAll } = screen;
      const found = path ? [path] : links.filter((link) => belongsTo(link, route));
      if (found.length === 0) later.push(screen);
      for (const each of takesAll ? new Set(found) : found.slice(0, 1)) await openNext(each);
    }
    if (later.length === waiting.length) {
      const isOther = (link: string) =>
        !opened.has(link) && linkedRoutes.some((route) => belongsTo(link, route));
      const missing = later.map(({ route }) => route).join(", ");
      const other = links.find(isOther);
      if (!other) throw new Error(`No screen of a ${viewer} links to ${missing}`);
      await openNext(other);
    }
    waiting = later;
  }
}
