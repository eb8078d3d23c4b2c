/**
 * Every address that the built site answers, held against what Astro has put into its manifest. A new
 * page belongs into this list; an endpoint that the framework brings along fails it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./support/demo.ts";

const pages = `
/ /404 /[page] /add-course /certificates /certificates/[code] /contact/message /contact/thanks
/courses /courses/[id] /dashboard /dashboard/classes/[courseId] /dashboard/earnings
/dashboard/earnings.csv /dashboard/enrolled-courses/[id] /dashboard/feedback /dashboard/meetings
/dashboard/messages /dashboard/messages/[courseId] /dashboard/progress/[courseId]
/dashboard/receipts /dashboard/receipts/[id] /dashboard/recitations/[courseId]
/dashboard/students.csv /edit-course/[id] /favicon.ico /guardian /guardian/confirm
/icons/[name].png /join/[meetingId] /login /manifest.webmanifest /newsletter /newsletter/confirm
/newsletter/confirmed /newsletter/sent /newsletter/unsubscribe /progress/[token] /register-student
/register-teacher /reviews/decide /robots.txt /role-selection /rss.xml /share/courses/[id].png
/share/site.png /share/teachers/[id].png /signup /sitemap.xml /sitemaps/[name].xml
/start/[meetingId] /students /students/[id] /students/featured /teachers /teachers/[id] /tutors
/unsubscribe /verify-otp /zoom/auth/callback
`;

/** Brought along by Astro; closed by the gateway, whatever they would do. */
const closed = ["/_image", "/_server-islands/[name]"];

interface BuiltRoute {
  routeData: { route: string; origin: string };
}

/** The routes in the manifest that the built server starts with. */
function readBuiltRoutes(): BuiltRoute["routeData"][] {
  const entry = readFileSync(join("dist", "server", "entry.mjs"), "utf8");
  const manifest = /deserializeManifest\((\{"rootDir".*\})\);?$/m.exec(entry)?.[1];
  const { routes } = JSON.parse(manifest ?? "{}") as { routes: BuiltRoute[] };
  return routes.map(({ routeData }) => routeData);
}

test("the built site has these routes and no others", () => {
  const routes = readBuiltRoutes();
  const listed = pages.trim().split(/\s+/);
  const ours = routes.filter(({ origin }) => origin === "project").map(({ route }) => route);
  expect(ours.filter((route) => route !== "/api/[...path]").sort()).toEqual(listed.sort());
  const others = routes.filter(({ origin }) => origin !== "project").map(({ route }) => route);
  expect(others.sort()).toEqual(closed);
});

test("routes that the framework adds answer 404 without being rendered", async ({ site }) => {
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
      expect(await answer.text(), path).toContain("There is nothing here.");
    }
  }
});

const oddValues = [
  "%E2%82%AC",
  "3000000000",
  "-1",
  "%FF",
  "%zz",
  "%F0%9F%98%80",
  "%ED%A0%80",
  "__proto__",
  "2026-02-30",
  "a".repeat(3_000),
];

const parameters =
  "w before page limit sort search level category zone choose enrolled payment reason returnTo role _action token id email code state from to".split(
    " ",
  );

test("no unusual parameter or path makes the server fail", async ({ site }) => {
  const failed: string[] = [];
  const ask = async (path: string) => {
    const { status, body } = await fetch(site.url + path, { redirect: "manual" });
    await body?.cancel();
    if (status >= 500) failed.push(`${path.slice(0, 120)}: ${status}`);
  };
  const { data } = await (await fetch(`${site.url}/api/courses?limit=1`)).json();
  const paths = pages.trim().split(/\s+/);
  for (const value of oddValues) {
    const query = parameters.map((name) => `${name}=${value}`).join("&");
    for (const path of paths) {
      await ask(`${path.replace(/\[[^\]]*\]/, data.courses[0]._id)}?${query}`);
      if (path.includes("[")) await ask(path.replace(/\[[^\]]*\]/, value));
    }
  }
  expect(failed).toEqual([]);
});
