/** The server's response for every route and every kind of user, before any script runs. */
import { type APIRequestContext, request } from "@playwright/test";
import { expect, test } from "../support/demo.ts";
import { joinByApi } from "../support/people.ts";
import type { Site } from "../support/site.ts";

const people = ["visitor", "incomplete", "student", "teacher"] as const;
type Person = (typeof people)[number];

const open = [
  "/",
  "/courses",
  "/courses/crs_none",
  "/teachers",
  "/teachers/prf_none",
  "/students",
  "/students/featured",
  "/students/prf_none",
  "/about",
  "/aboutus",
  "/contact",
  "/privacy-policy",
  "/terms-of-use",
  "/support",
  "/zoom-documentation",
  "/help",
  "/zoom/auth/callback",
  "/tutors",
];
const guestsOnly = ["/login", "/signup", "/verify-otp"];
const completion = ["/role-selection", "/register-student", "/register-teacher"];
const signedIn = [
  "/dashboard",
  "/dashboard/meetings",
  "/dashboard/messages",
  "/dashboard/enrolled-courses/crs_none",
  "/dashboard/progress/crs_none",
  "/dashboard/messages/crs_none",
];
const teachersOnly = ["/add-course", "/edit-course/crs_none"];

/** The page to which the guards redirect a person from a path; undefined if they don't. */
function findTarget(path: string, person: Person): string | undefined {
  const isComplete = person === "student" || person === "teacher";
  if (open.includes(path)) return undefined;
  if (guestsOnly.includes(path)) {
    if (person === "visitor") return undefined;
    return isComplete ? "/dashboard" : "/role-selection";
  }
  if (person === "visitor") return `/login?returnTo=${encodeURIComponent(path)}`;
  if (completion.includes(path)) return isComplete ? "/dashboard" : undefined;
  if (person === "incomplete") return "/role-selection";
  return teachersOnly.includes(path) && person === "student" ? "/dashboard" : undefined;
}

async function enter(site: Site, person: Person): Promise<APIRequestContext> {
  const context = await request.newContext({
    baseURL: site.url,
    extraHTTPHeaders: { origin: site.url },
  });
  if (person === "incomplete") await joinByApi(context, site, "guards");
  if (person === "student" || person === "teacher") {
    const answer = await context.post("/api/auth/login", {
      data: { email: `${person}@halaqa.test`, password: "halaqa-demo" },
    });
    expect(answer.status()).toBe(200);
  }
  return context;
}

for (const person of people) {
  test(`a ${person} is redirected according to the route table`, async ({ site }) => {
    const context = await enter(site, person);
    for (const path of [...open, ...guestsOnly, ...completion, ...signedIn, ...teachersOnly]) {
      const answer = await context.get(path, { maxRedirects: 0 });
      const target = findTarget(path, person);
      const location = answer.headers().location;
      if (target) {
        expect([answer.status(), location], path).toEqual([302, target]);
      } else {
        expect(location ?? "", path).not.toMatch(/^\/(login|role-selection|dashboard$)/);
        expect(answer.status(), path).toBeLessThan(500);
      }
    }
    await context.dispose();
  });
}

test("log-in leads back only to this site", async ({ site }) => {
  const visitor = await enter(site, "visitor");
  const student = await enter(site, "student");
  for (const evil of [
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "/%2e//evil.example",
    "https://evil.example/dashboard",
    "javascript:alert(1)",
    "data:text/html,evil.example",
    "%2f%2fevil.example",
  ]) {
    const asked = `returnTo=${encodeURIComponent(evil)}`;
    for (const path of ["/login", "/signup", "/verify-otp"]) {
      const sent = await student.get(`${path}?${asked}`, { maxRedirects: 0 });
      expect([sent.status(), sent.headers().location], evil).toEqual([302, "/dashboard"]);
      const page = await visitor.get(`${path}?${asked}`, { maxRedirects: 0 });
      expect(page.status(), evil).toBe(200);
      const links = [...(await page.text()).matchAll(/href="([^"]*evil[^"]*)"/g)];
      expect(links, evil).toEqual([]);
    }
  }
  const kept = await student.get("/login?returnTo=%2Fcourses%3Flevel%3DBeginner", {
    maxRedirects: 0,
  });
  expect(kept.headers().location).toBe("/courses?level=Beginner");
  await Promise.all([visitor.dispose(), student.dispose()]);
});

test("the meetings page says to a student that it is only for teachers", async ({
  page,
  logIn,
}) => {
  await logIn("student");
  await page.goto("/dashboard/meetings");
  await expect(page.getByText("Only teachers can access this page.")).toBeVisible();
  await page.getByRole("link", { name: "Back to Dashboard" }).last().click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a session that ended elsewhere leads to log-in and back", async ({ page, logIn }) => {
  await logIn("student2");
  await page.goto("/dashboard");
  await expect(page.getByText(/Welcome back/)).toBeVisible();
  await page.evaluate(() => localStorage.removeItem("isAuthenticated"));
  await page.context().clearCookies();
  await page.goto("/dashboard?tab=courses");
  await expect(page).toHaveURL("/login?returnTo=%2Fdashboard%3Ftab%3Dcourses");
  await page.getByLabel("Email").fill("student2@halaqa.test");
  await page.getByLabel("Password", { exact: true }).fill("halaqa-demo");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/dashboard?tab=courses");
});

test("the page that Zoom leads to says where to open the app, and never sends the code", async ({
  page,
}) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/oauth/callback")) calls.push(request.url());
  });
  await page.goto("/zoom/auth/callback?code=of-zoom");
  await expect(page.getByRole("heading", { name: "Continue in Zoom" })).toBeVisible();
  await expect(page.getByText(/start the app from the Apps panel/)).toBeVisible();
  expect(calls).toEqual([]);
});
