/**
 * Compares the list of all routes that the built site answers with Astro's manifest. New pages must
 * be added to this list, and endpoints that the framework adds make the test fail.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext, APIResponse } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "../support/demo.ts";

const pages = `
/ /404 /account-deleted /[...language]/share/site.png /[...page] /add-course /certificates /certificates/[code] /classes/[classId]/quran /classes/[classId]/recap /contact/message /contact/thanks
/courses /courses/[id] /dashboard /dashboard/classes/[courseId] /dashboard/earnings
/dashboard/disputes/[id]
/dashboard/earnings.csv /dashboard/enrolled-courses/[id] /dashboard/feedback /dashboard/meetings
/dashboard/messages /dashboard/messages/[courseId] /dashboard/progress/[courseId]
/dashboard/receipts /dashboard/receipts/[id] /dashboard/recitations/[courseId]
/dashboard/share/[courseId]
/dashboard/students.csv /edit-course/[id] /favicon.ico /guardian /guardian/confirm /guardian/link
/icons/[name].png /join/[meetingId] /login /manifest.webmanifest /newsletter /newsletter/confirm
/newsletter/confirmed /newsletter/sent /newsletter/unsubscribe /progress/[token] /quran
/quran/[surah] /quran/[surah]/[verse] /quran/juz/[juz] /quran/page /quran/page/[page]
/quran/plans /quran/plans/checkout /quran/plans/manage /quran/search /quran/study
/register-student /register-teacher
/reviews/decide /robots.txt /role-selection
/rss.xml /share/courses/[id].png /share/courses/[id].svg /share/quran/[surah].png /share/quran/[surah]/[verse].png
/share/teachers/[id].png /signup /sitemap.xml /sitemaps/[name].xml
/staff /staff/[section].csv /staff/courses /staff/forbidden /staff/log /staff/people /staff/people/[id] /staff/sign-in
/start/[meetingId] /students /students/[id] /students/featured /teachers /teachers/[id] /tutors
/unsubscribe /verify-otp /zoom/app /zoom/auth/callback /zoom/open/[classId]
`;

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
  const listed = pages.trim().split(/\s+/);
  const ours = routes.filter(({ origin }) => origin === "project").map(({ route }) => route);
  expect(ours.filter((route) => route !== "/api/[...path]").sort()).toEqual(listed.sort());
  const others = routes.filter(({ origin }) => origin !== "project").map(({ route }) => route);
  expect(others.sort()).toEqual(closed);
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
  "w before after q query page limit sort search level category audience subject gender language day time minPrice maxPrice trial zone choose enrolled payment reason returnTo role _action token id email code state from to translation transliteration words mode part number".split(
    " ",
  );

/** Query parameters that API calls read. */
const ofCalls = ["w", "before", "after", "q", "search", "page", "limit", "sort"];

const picture = {
  name: "picture.png",
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 48, height: 32, channels: 3, background: "#2f6f5e" } })
    .png()
    .toBuffer(),
};

/** Logs in as the demo's student. @returns the headers for API calls. */
async function logIn(request: APIRequestContext): Promise<{ authorization: string }> {
  const data = { email: "student@halaqa.test", password: "halaqa-demo" };
  const answer = await request.post("/api/auth/login", { data });
  return { authorization: `Bearer ${(await answer.json()).data.accessToken}` };
}

/** URLs other than pages that read query parameters: an image, a conversation and lists. */
async function findAddresses(
  request: APIRequestContext,
  headers: { authorization: string },
): Promise<string[]> {
  const read = async (answer: APIResponse) => {
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()).data;
  };
  const { url } = await read(
    await request.post("/api/media/upload/single", { headers, multipart: { file: picture } }),
  );
  const [course] = await read(
    await request.get("/api/enrollment/student/enrollments", { headers }),
  );
  const { threadId } = await read(
    await request.post("/api/messages/threads", { headers, data: { courseId: course.courseId } }),
  );
  return [
    url,
    `/api/messages/threads/${threadId}/messages`,
    "/api/messages/search",
    "/api/courses",
    "/api/teachers",
    "/api/students",
  ];
}

test("no unusual parameter or path makes the server fail", async ({ site, request }) => {
  test.slow();
  const failed: string[] = [];
  const judge = (path: string, status: number) => {
    if (status >= 500) failed.push(`${status}: ${path.slice(0, 120)}`);
  };
  const headers = await logIn(request);
  const askSignedIn = async (path: string) => {
    const answer = await request.get(path, { headers, maxRedirects: 0 });
    judge(`${path} (signed in)`, answer.status());
    await answer.dispose();
  };
  const ask = async (path: string) => {
    const { status, body } = await fetch(site.url + path, { redirect: "manual" });
    await body?.cancel();
    judge(path, status);
    await askSignedIn(path);
  };
  const { data } = await (await fetch(`${site.url}/api/courses?limit=1`)).json();
  const paths = pages.trim().split(/\s+/);
  const addresses = await findAddresses(request, headers);
  for (const value of oddValues) {
    const query = parameters.map((name) => `${name}=${value}`).join("&");
    for (const path of paths) {
      await ask(`${path.replace(/\[[^\]]*\]/, data.courses[0]._id)}?${query}`);
      if (path.includes("[")) await ask(path.replace(/\[[^\]]*\]/, value));
    }
    // One parameter at a time, because a call that rejects one doesn't read the others.
    for (const address of addresses) {
      for (const name of ofCalls) await askSignedIn(`${address}?${name}=${value}`);
    }
  }
  expect(failed).toEqual([]);
});
