/**
 * Compares the list of all routes that the built site answers (`pages.ts`) with Astro's manifest. New
 * pages must be added to this list, and endpoints that the framework adds make the test fail.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { findRoute, requiresSession } from "#lib/site/routes.ts";
import { expect, test } from "../support/demo.ts";
import { pages } from "../support/pages.ts";
import { belongsTo } from "../support/screens.ts";
import type { Site } from "../support/site.ts";

/** Routes that Astro adds and the gateway blocks. */
const closed = ["/_image", "/_server-islands/[name]"];

interface BuiltRoute {
  routeData: { route: string; origin: string };
}

/** The routes in the manifest of the built server. */
function readBuiltRoutes(): BuiltRoute["routeData"][] {
  const entry = readFileSync(join("dist", "server", "entry.mjs"), "utf8");
  const manifest = /deserializeManifest\((\{"rootDir".*\})\);?$/m.exec(entry)?.[1];
  const { routes } = JSON.parse(manifest ?? "{}") as { routes: BuiltRoute[] };
  return routes.map(({ routeData }) => routeData);
}

test("the built site has these routes and no others", () => {
  const routes = readBuiltRoutes();
  const listed = Object.keys(pages);
  const ours = routes.filter(({ origin }) => origin === "project").map(({ route }) => route);
  expect(ours.filter((route) => route !== "/api/[...path]").sort()).toEqual(listed.sort());
  const others = routes.filter(({ origin }) => origin !== "project").map(({ route }) => route);
  expect(others.sort()).toEqual(closed);
  for (const [route, screens] of Object.entries(pages)) {
    const addresses = typeof screens === "string" ? [] : Object.values(screens).flat();
    const written = addresses.filter((address) => address.startsWith("/"));
    expect(written.filter((address) => !belongsTo(address, route))).toEqual([]);
  }
});

test("routes that the framework adds return 404 without being rendered", async ({ site }) => {
  const picture = "href=%2Ficons%2Ficon-512.png&w=4000&f=avif";
  for (const path of [
    `/_image?${picture}`,
    `/_image/?${picture}`,
    `/%5Fimage?${picture}`,
    `/%255Fimage?${picture}`,
    "/_server-islands/Header?e=default&p=&s=",
    "/_actions/enroll",
  ]) {
    for (const method of ["GET", "POST"]) {
      const answer = await fetch(site.url + path, { method });
      expect(answer.status, `${method} ${path}`).toBe(404);
      expect(await answer.text(), path).toContain("This page does not exist.");
    }
  }
});

const oddValues = [
  // Characters of three and four bytes.
  "%E2%82%AC%F0%9F%98%80",
  "3000000000",
  "-1",
  "%FF",
  "%zz",
  "%ED%A0%80",
  "__proto__",
  "2026-02-30",
  "a".repeat(3_000),
];

const parameters =
  "w before after q query page limit sort search level category audience subject gender language day time minPrice maxPrice trial zone choose enrolled payment reason returnTo role _action token id email code state from to translation transliteration words mode part number".split(
    " ",
  );

/** Query parameters that API calls read. */
const ofCalls = ["w", "before", "after", "q", "search", "page", "limit", "sort"];

const picture = await sharp({
  create: { width: 48, height: 32, channels: 3, background: "#2f6f5e" },
})
  .png()
  .toBuffer();

/** Logs in as the demo's student. @returns the headers for API calls and pages. */
async function logIn({ url }: Site): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email: "student@halaqa.test", password: "halaqa-demo" }),
  });
  const { accessToken } = (await answer.json()).data;
  const cookie = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  return { authorization: `Bearer ${accessToken}`, cookie: cookie.join("; ") };
}

/** URLs other than pages that read query parameters: an image, a conversation and lists. */
async function findAddresses(
  { url: origin }: Site,
  headers: Record<string, string>,
): Promise<string[]> {
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${origin}/api${path}`, {
      ...init,
      headers: { ...headers, origin, ...init.headers },
    });
    expect(answer.ok, path).toBe(true);
    return (await answer.json()).data;
  };
  const form = new FormData();
  form.append("file", new Blob([picture], { type: "image/png" }), "picture.png");
  const { url } = await call("/media/upload/single", { method: "POST", body: form });
  const [course] = await call("/enrollment/student/enrollments");
  const { threadId } = await call("/messages/threads", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ courseId: course.courseId }),
  });
  return [
    url,
    `/api/messages/threads/${threadId}/messages`,
    "/api/messages/search",
    "/api/courses",
    "/api/teachers",
    "/api/students",
  ];
}

/**
 * The requests of a visitor and a student that try out all values. A public page reads parameters
 * in the same way for everyone, so visitor and student take turns. A private page redirects visitors
 * before it reads any, so one value is enough for them.
 */
async function listRequests(site: Site, addresses: readonly string[]) {
  const { data } = await (await fetch(`${site.url}/api/courses?limit=1`)).json();
  const [courseId] = data.courses.map(({ _id }: { _id: string }) => _id);
  const ofVisitor: string[] = [];
  const ofStudent: string[] = [];
  for (const [turn, value] of oddValues.entries()) {
    // With longer values, the server would refuse the request before any page reads it.
    const query = parameters.map((name) => `${name}=${value.slice(0, 200)}`).join("&");
    for (const [index, route] of Object.keys(pages).entries()) {
      const fill = (part: string) => route.replace(/\[[^\]]*\]/, part);
      const paths = [`${fill(courseId)}?${query}`];
      if (route.includes("[")) paths.push(fill(value));
      const isPrivate = requiresSession(findRoute(route)?.access ?? "public");
      const isVisitorsTurn = isPrivate ? turn === 0 : (turn + index) % 2 === 0;
      if (isVisitorsTurn) ofVisitor.push(...paths);
      if (isPrivate || !isVisitorsTurn) ofStudent.push(...paths);
    }
    // One parameter at a time, because a call that rejects one doesn't read the others.
    for (const address of addresses) {
      ofStudent.push(...ofCalls.map((name) => `${address}?${name}=${value}`));
    }
  }
  return { ofVisitor, ofStudent };
}

test("no unusual parameter or path makes the server fail", async ({ site }) => {
  test.slow();
  const failed: string[] = [];
  const ask = async (path: string, who: string, headers: Record<string, string> = {}) => {
    const { status, body } = await fetch(site.url + path, { headers, redirect: "manual" });
    await body?.cancel();
    expect(status, `${who} at ${path.slice(0, 120)}`).not.toBe(431);
    if (status >= 500) failed.push(`${status}: ${who} at ${path.slice(0, 120)}`);
  };
  const headers = await logIn(site);
  const { ofVisitor, ofStudent } = await listRequests(site, await findAddresses(site, headers));
  for (const path of ofVisitor) await ask(path, "visitor");
  for (const path of ofStudent) await ask(path, "student", headers);
  expect(failed).toEqual([]);
});
