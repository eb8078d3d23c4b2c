/** What public pages load before a visitor's first click. */
import type { Request } from "@playwright/test";
import { publicPages } from "#lib/site/route-lists.ts";
import {
  maxInlineBytes,
  maxPageBytes,
  maxRequests,
  maxSheetBytes,
} from "../../../scripts/lighthouse/goals.ts";
import { expectNoOverflow } from "../support/checks.ts";
import { contentPages } from "../support/content.ts";
import { expect, test } from "../support/demo.ts";

/** Pages with islands. All others are HTML and one style sheet. */
const withIsland = new Set(["/courses"]);

test("cached log-in and sign-up pages are shown to visitors and never to logged-in people", async ({
  page,
  site,
  logIn,
}) => {
  const ask = (path: string, cookie?: string) =>
    fetch(site.url + path, { redirect: "manual", ...(cookie ? { headers: { cookie } } : {}) });
  for (const path of ["/login", "/signup?role=teacher"]) {
    const [first, again] = [await ask(path), await ask(path)];
    expect(first.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    expect(again.headers.get("etag")).toMatch(/^W\//);
    expect(await again.text()).toBe(await first.text());
  }
  const verify = await ask("/verify-otp");
  expect(verify.headers.get("cache-control")).toBe("no-store");
  await logIn("student");
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const sent = await ask("/login", cookie);
  expect([sent.status, sent.headers.get("location")]).toEqual([302, "/dashboard"]);
  expect(sent.headers.get("cache-control")).toBe("no-store");
});

test("feed readers and crawlers find an icon without reading a page", async ({ site }) => {
  const icon = await fetch(`${site.url}/favicon.ico`);
  expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
  expect(icon.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(Buffer.from(await icon.arrayBuffer()).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
});

/** One page each of a course, a teacher and a student, which visitors read without scripts. */
async function findSinglePages(url: string): Promise<string[]> {
  const find = async (list: "courses" | "teachers" | "students") => {
    const answer = await fetch(`${url}/api/${list}?limit=1`);
    const { data } = await answer.json();
    return `/${list}/${(data[list] ?? data)[0]._id}`;
  };
  return Promise.all([find("courses"), find("teachers"), find("students")]);
}

/** The compressed bytes of responses without headers. */
async function weigh(requests: readonly Request[]) {
  const sizes = await Promise.all(
    requests.map(async (request) => ({
      type: request.resourceType(),
      bytes: (await request.sizes()).responseBodySize,
    })),
  );
  const sum = (isCounted: (type: string) => boolean) =>
    sizes.filter(({ type }) => isCounted(type)).reduce((total, { bytes }) => total + bytes, 0);
  return {
    withoutImages: sum((type) => type !== "image"),
    sheets: sum((type) => type === "stylesheet"),
  };
}

test("pages without an island request no script before the first click, and stay within the request and byte limits", async ({
  page,
  site,
}) => {
  const { origin } = new URL(site.url);
  const single = await findSinglePages(site.url);
  for (const path of [...publicPages.filter((known) => !withIsland.has(known)), ...single]) {
    const requested: string[] = [];
    const foreign: string[] = [];
    const requests: Request[] = [];
    const note = (request: Request) => {
      requests.push(request);
      if (request.resourceType() === "script") requested.push(request.url());
      if (!request.url().startsWith(origin)) foreign.push(request.url());
    };
    page.on("request", note);
    await page.goto(path, { waitUntil: "networkidle" });
    page.off("request", note);
    expect(requested, `scripts of ${path}`).toEqual([]);
    expect(foreign, `requests of ${path} to other sites`).toEqual([]);
    const loaded = requests.filter((request) => request.url().startsWith("http"));
    expect(loaded.length, `requests of ${path}`).toBeLessThanOrEqual(maxRequests);
    const bytes = await weigh(loaded);
    expect(bytes.withoutImages, `bytes of ${path}`).toBeLessThanOrEqual(maxPageBytes);
    expect(bytes.sheets, `bytes of the style sheet of ${path}`).toBeLessThanOrEqual(
      maxSheetBytes(path),
    );
    const inline = await page.evaluate(() =>
      [...document.scripts]
        .filter(({ type }) => type !== "application/ld+json")
        .reduce((sum, { text }) => sum + new TextEncoder().encode(text).length, 0),
    );
    expect(inline, `bytes of inline script on ${path}`).toBeLessThanOrEqual(maxInlineBytes(path));
    expect(await page.locator("link[rel=stylesheet]").count(), `style sheets of ${path}`).toBe(1);
  }
});

test("visitors read everything on a course page, and the log-in dialog loads when they click", async ({
  page,
  site,
}) => {
  const [path = ""] = await findSinglePages(site.url);
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.goto(path, { waitUntil: "networkidle" });
  const main = page.getByRole("main");
  const link = main.getByRole("link", { name: "Login to Enroll" });
  await expect(link).toHaveAttribute(
    "href",
    `/login?returnTo=${encodeURIComponent(path)}&reason=enroll`,
  );
  await expect(main.getByRole("table", { name: "Weekly classes" })).toBeVisible();
  await expect(main.getByText(/Meetings and join links are visible to enrolled/)).toBeVisible();
  await expect(main.getByLabel("Your comment")).toBeDisabled();
  await expect(main.getByText(/^Loading /)).toHaveCount(0);
  await expect(page.locator("astro-island")).toHaveCount(0);
  expect(scripts).toEqual([]);

  await link.click();
  await expect(page.getByRole("dialog")).toContainText("Please log in to enroll in this course.");
  expect(scripts.length).toBeGreaterThan(0);
});

test("visitors see class times in their own time zone once the browser has reported it", async ({
  browser,
  site,
}) => {
  const [path = ""] = await findSinglePages(site.url);
  const context = await browser.newContext({ baseURL: site.url, timezoneId: "Asia/Kathmandu" });
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByText(/^Teacher's time zone: /)).toBeVisible();
  await expect(page.getByText(/Your time zone:/)).toHaveCount(0);
  await page.goto("/courses");
  await page.goto(path);
  await expect(page.getByText(/Your time zone: Asia\/Kathmandu/)).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Teacher's time" })).toBeVisible();
  await context.close();
});

test("'Login to Enroll' opens the course for people who have logged in in another tab", async ({
  page,
  site,
  context,
  logIn,
}) => {
  const [path = ""] = await findSinglePages(site.url);
  await page.goto(path);
  const link = page.getByRole("link", { name: "Login to Enroll" });
  await expect(link).toBeVisible();
  await logIn("student3", await context.newPage());
  await link.click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(path);
  await expect(link).toHaveCount(0);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("every public page is complete in both themes and at three widths", async ({
    page,
    site,
  }) => {
    const single = await findSinglePages(site.url);
    const forms = ["/login", "/signup", "/newsletter", "/contact/message"];
    for (const path of [...publicPages, ...single, ...forms]) {
      expect((await page.goto(path))?.status(), path).toBe(200);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      for (const line of await page.getByText(/^Loading /).all()) await expect(line).toBeHidden();
      // `site/content.test.ts` checks these themes and widths.
      if (contentPages.some((content) => content.path === path)) continue;
      for (const [colorScheme, color] of [
        ["light", "rgb(247, 240, 226)"],
        ["dark", "rgb(18, 18, 18)"],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator("html"), path).toHaveCSS("background-color", color);
      }
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoOverflow(page);
      }
    }
  });
});
