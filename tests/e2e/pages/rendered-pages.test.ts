/**
 * Pages for logged-in users are rendered with their content on the server, and never contain
 * another user's data.
 */
import type { BrowserContext, Page } from "@playwright/test";
import { listSignedInPages } from "../../../scripts/support/signed-in-pages.ts";
import { type DemoPerson, expect, test } from "../support/demo.ts";
import { expectHydrated } from "../support/hydrated.ts";
import { logOutByMenu } from "../support/people.ts";

const firstNames = { student: "Layla", teacher: "Khalid" } as const;

async function signIn(context: BrowserContext, url: string, person: DemoPerson): Promise<void> {
  const data = { email: `${person}@halaqa.test`, password: "halaqa-demo" };
  const answer = await context.request.post(`${url}/api/auth/login`, { data });
  expect(answer.status()).toBe(200);
  await context.addCookies([{ name: "zone", value: "Africa/Cairo", url }]);
}

/** Records the API paths that the page calls until it has finished loading. */
async function recordCalls(page: Page, path: string): Promise<string[]> {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname);
  });
  await page.goto(path);
  await expect(page.locator("astro-island[ssr]")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  return calls;
}

for (const [person, texts] of [
  ["student", ["Welcome back", "Themes of Surah Al-Kahf", "Upcoming"]],
  ["teacher", ["Welcome back", "My courses", "Upcoming"]],
] as const) {
  test(`the dashboard of a ${person} is readable without scripts`, async ({ browser, site }) => {
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
    await signIn(context, site.url, person);
    const page = await context.newPage();
    await page.goto("/dashboard");
    for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
    await expect(page.getByRole("main").getByText(firstNames[person]).first()).toBeVisible();
    await context.close();
  });

  test(`the dashboard of a ${person} requests neither a token nor its content`, async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext({ baseURL: site.url, timezoneId: "Africa/Cairo" });
    await signIn(context, site.url, person);
    const calls = await recordCalls(await context.newPage(), "/dashboard");
    expect(calls.filter((path) => path !== "/api/messages/unread")).toEqual([]);
    await context.close();
  });
}

for (const [person, paths] of [
  ["student", ["/dashboard", "/dashboard?tab=courses"]],
  ["teacher", ["/dashboard", "/dashboard?tab=students", "/dashboard/meetings"]],
] as const) {
  // A person can have 300 courses, each with 25 kB of texts.
  test(`the pages of a ${person} contain courses without their texts`, async ({
    context,
    site,
  }) => {
    await signIn(context, site.url, person);
    for (const path of paths) {
      const html = await (await context.request.get(`${site.url}${path}`)).text();
      expect(html, path).toContain('"enrolledCount":');
      for (const text of ["description", "topics", "objectives", "requirements"]) {
        expect(html, path).not.toContain(`"${text}":`);
      }
    }
  });
}

test("pages that are rendered at the same time contain nothing from each other", async ({
  browser,
  site,
}) => {
  const people = ["student", "student2", "teacher", "teacher2"] as const;
  const contexts = await Promise.all(people.map(() => browser.newContext({ baseURL: site.url })));
  const ids = await Promise.all(
    people.map(async (person, index) => {
      const context = contexts[index];
      if (!context) throw new Error("Each person has a browser.");
      await signIn(context, site.url, person);
      return `${person}@halaqa.test`;
    }),
  );
  const loads = Array.from({ length: 12 }, () =>
    contexts.map(async (context, index) => {
      const html = await (await context.request.get("/dashboard")).text();
      const json = /<script id="page-data"[^>]*>([^<]*)</.exec(html)?.[1] ?? "";
      const { accessToken, profile } = JSON.parse(json);
      const claims = JSON.parse(Buffer.from(accessToken.split(".")[1], "base64url").toString());
      expect([claims.email, profile.data.email]).toEqual([ids[index], ids[index]]);
      for (const other of ids.filter((id) => id !== ids[index])) expect(html).not.toContain(other);
    }),
  );
  await Promise.all(loads.flat());
  for (const context of contexts) await context.close();
});

test("two people who take turns in one browser see only their own pages", async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url, timezoneId: "Africa/Cairo" });
  const page = await context.newPage();
  for (const person of ["student", "teacher", "student"] as const) {
    await page.goto("/login");
    await page.getByLabel("Email", { exact: true }).fill(`${person}@halaqa.test`);
    await page.getByLabel("Password", { exact: true }).fill("halaqa-demo");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText(/Welcome back/)).toContainText(firstNames[person]);
    await page.goto("/dashboard?tab=settings");
    await expect(page.getByText(`${person}@halaqa.test`).first()).toBeVisible();
    await page.goto("/dashboard");
    await logOutByMenu(page);
    await expect(page).toHaveURL("/");
    await page.goBack();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText(/Welcome back,/)).toHaveCount(0);
  }
  await context.close();
});

test("a page's document and storage don't contain its access token", async ({ page, logIn }) => {
  await logIn("student");
  await page.goto("/dashboard");
  await expect(page.locator("astro-island[ssr]")).toHaveCount(0);
  expect(await page.content()).not.toContain("accessToken");
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toContain("eyJ");
});

test("a page shows an error from server rendering without another request", async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url, timezoneId: "Africa/Cairo" });
  await signIn(context, site.url, "teacher");
  const path = "/edit-course/crs_none";
  expect(await (await context.request.get(path)).text()).toContain("Course Not Found");
  const page = await context.newPage();
  const calls = await recordCalls(page, path);
  await expect(page.getByText("Course Not Found")).toBeVisible();
  expect(calls.filter((called) => called.startsWith("/api/courses"))).toEqual([]);
  await context.close();
});

/** Sends the event of a page that the browser shows again from its memory. */
const restore = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));

test("pages that the browser kept in memory show nothing after a log-out", async ({
  browser,
  site,
}) => {
  const { pages } = await listSignedInPages(site.url, "student");
  const course = pages.find(({ path }) => path.startsWith("/courses/"))?.path ?? "";
  const context = await browser.newContext({ baseURL: site.url, timezoneId: "Africa/Cairo" });
  await signIn(context, site.url, "student");
  const [dashboard, coursePage] = [await context.newPage(), await context.newPage()];
  await dashboard.goto("/dashboard");
  await expect(dashboard.getByText(/Welcome back/)).toBeVisible();
  await coursePage.goto(course);
  await expect(coursePage.getByText("Go to course dashboard")).toBeVisible();
  for (const page of [dashboard, coursePage]) {
    await expectHydrated(page);
  }
  await context.clearCookies({ name: /session/ });
  await restore(dashboard);
  await expect(dashboard).toHaveURL(/\/login/);
  await restore(coursePage);
  await expect(coursePage.getByRole("link", { name: "Login to Enroll" })).toBeVisible();
  await expect(coursePage.getByText("Go to course dashboard")).toHaveCount(0);
  await context.close();
});

test("a page from the browser's memory is hidden if another person has logged in since", async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url, timezoneId: "Africa/Cairo" });
  await signIn(context, site.url, "student");
  const restoreAfter = async (stored: Record<string, string>) => {
    // A hidden page reloads itself, so each case has its own.
    const page = await context.newPage();
    await page.goto("/dashboard/receipts");
    await expect(page.locator("html")).toHaveAttribute("data-session", "active");
    const isHidden = await page.evaluate((changes) => {
      localStorage.userProfileId = "prf_own";
      dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
      Object.assign(localStorage, changes);
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
      return document.documentElement.hidden;
    }, stored);
    if (isHidden) {
      // The browser may hang if a page is closed while it reloads.
      await expect(page.locator("html[hidden]")).toHaveCount(0);
      await page.waitForLoadState();
    }
    await page.close();
    return isHidden;
  };
  expect(await restoreAfter({ isAuthenticated: "" })).toBe(true);
  expect(await restoreAfter({ userProfileId: "prf_other" })).toBe(true);
  expect(await restoreAfter({})).toBe(false);
  await context.close();
});

test("a course page that was rendered for a student isn't stored for others", async ({
  browser,
  site,
}) => {
  const { pages } = await listSignedInPages(site.url, "student");
  const course = pages.find(({ path }) => path.startsWith("/courses/"))?.path ?? "";
  const [own, other] = [
    await browser.newContext({ baseURL: site.url }),
    await browser.newContext({ baseURL: site.url }),
  ];
  await signIn(own, site.url, "student");
  for (let turn = 0; turn < 3; turn += 1) {
    const mine = await own.request.get(course);
    expect(mine.headers()["cache-control"]).toBe("no-store");
    expect(await mine.text()).toContain("Go to course dashboard");
    const shared = await (await other.request.get(course)).text();
    expect(shared).toContain("Login to Enroll");
    for (const text of [
      "page-data",
      "accessToken",
      "Go to course dashboard",
      "student@halaqa.test",
    ]) {
      expect(shared).not.toContain(text);
    }
  }
  await own.close();
  await other.close();
});
