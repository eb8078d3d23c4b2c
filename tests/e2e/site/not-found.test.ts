import { expectAccessible } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";

const unknown = [
  "/nowhere",
  "/coursesx",
  "/courses-old",
  "/aboutus2/team",
  "/zoom",
  "/a/b/c.php",
  "/styleguide",
];

test("unknown paths return 404 without navigation, and link to the home page and the courses", async ({
  page,
  site,
}) => {
  for (const path of unknown) {
    const answer = await fetch(site.url + path);
    expect(answer.status, path).toBe(404);
    const html = await answer.text();
    expect(html, path).toContain("Page not found");
    expect(html, path).not.toContain("<header");
    expect(html, path).not.toContain("<footer");
    expect(html, path).toContain('content="noindex"');
  }
  await page.goto("/nowhere");
  await expect(page.getByRole("navigation")).toHaveCount(0);
  const links = await page.getByRole("main").getByRole("link").all();
  const paths = await Promise.all(links.map((link) => link.getAttribute("href")));
  expect(paths).toEqual(["/", "/courses"]);
  await expectAccessible(page);
});

const known = [
  ["/courses/crs_nothing", "Course Not Found"],
  ["/courses/x/y/z", "Course Not Found"],
  ["/teachers/x/y", "Teacher not found"],
  ["/students/x/y", "Student not found"],
  ["/about/x", "Page not found"],
  ["/login/x", "Page not found"],
] as const;

test("missing pages in known parts of the site keep the navigation and say what is missing", async ({
  page,
  site,
}) => {
  for (const [path, words] of known) {
    const answer = await fetch(site.url + path);
    expect(answer.status, path).toBe(404);
    const html = await answer.text();
    expect(html, path).toContain("<header");
    expect(html, path).toContain(`<title>${words}`);
    expect(html, path).toContain('content="noindex"');
  }
  await page.goto("/courses/x/y/z");
  await expect(page.getByRole("heading", { name: "Course Not Found" })).toBeVisible();
  await page.getByRole("link", { name: "Browse All Courses" }).click();
  await expect(page).toHaveURL(/\/courses$/);
});

test("a private page of a missing course sends visitors to log-in and shows users a 404 page", async ({
  page,
  site,
  logIn,
}) => {
  const answer = await fetch(`${site.url}/dashboard/nothing`, { redirect: "manual" });
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toMatch(/^\/login/);
  await logIn("student");
  const own = await page.goto("/dashboard/nothing");
  expect(own?.status()).toBe(404);
  await expect(page.getByRole("link", { name: "Back to Dashboard" })).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
});

test("a link to a meeting that does not exist answers 404 with a page that says so", async ({
  page,
  logIn,
}) => {
  await logIn("student");
  for (const path of ["/join/unknown", "/start/unknown"]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole("alert")).toContainText("Meeting not found");
    await expect(page.getByRole("link", { name: "Back to Dashboard" })).toBeVisible();
  }
});
