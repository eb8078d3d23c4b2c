/**
 * The pages of teachers and students, for visitors with and without scripts and for logged-in
 * users.
 */
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow, expectReadable } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import { readCode, type Site } from "../support/site.ts";

const lists = ["/teachers", "/students", "/students/featured", "/students?search=sana"];

/** The path of the card with this name. */
async function findPath(page: Page, list: string, name: string): Promise<string> {
  await page.goto(list);
  const path = await page.getByRole("link", { name, exact: true }).first().getAttribute("href");
  if (!path) throw new Error(`${name} is not on ${list}`);
  return path;
}

const teacherPath = (page: Page) => findPath(page, "/teachers?search=khalid", "Khalid Mansour");
const studentPath = (page: Page) => findPath(page, "/students?search=maryam", "Maryam Yusuf");

/** Records the paths of all script files that the page requests. */
function watchScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  return scripts;
}

/** Signs up a teacher with the browser's session. @returns the profile's ID. */
async function joinAsTeacher(request: APIRequestContext, site: Site): Promise<string> {
  const email = "newcomer@example.org";
  const call = async (path: string, data: object, token = "") => {
    const headers = { Origin: site.url, ...(token && { Authorization: `Bearer ${token}` }) };
    const response = await request.post(`${site.url}/api/auth/${path}`, { data, headers });
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()).data;
  };
  await call("signup", { name: "Idris Newcomer", email, password: "a calm evening by the river" });
  const { accessToken } = await call("verify", { email, code: await readCode(site, email) });
  const input = { role: "teacher", name: "Idris Newcomer", country: "Egypt" };
  return (await call("register", input, accessToken))._id;
}

async function withoutScripts(
  newContext: () => Promise<BrowserContext>,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await newContext();
  await work(await context.newPage());
  await context.close();
}

test("visitors can read every page about people in both themes and at three widths, and no script file is loaded", async ({
  page,
}) => {
  const scripts = watchScripts(page);
  const paths = [...lists, await teacherPath(page), await studentPath(page)];
  for (const path of paths) {
    const response = await page.goto(path, { waitUntil: "networkidle" });
    expect(response?.status(), path).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expectAccessible(page);
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoOverflow(page);
    }
    await page.emulateMedia({ colorScheme: "dark" });
    await expectReadable(page);
    await page.emulateMedia({ colorScheme: "light" });
  }
  expect(scripts).toEqual([]);
});

test("teachers are shown in one, two or three columns", async ({ page }) => {
  await page.goto("/teachers");
  for (const [width, columns] of [
    [390, 1],
    [768, 2],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const starts = await page
      .locator("main article")
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().x)));
    expect(new Set(starts).size).toBe(columns);
  }
});

test("without scripts a visitor can search, go to other pages and open a teacher from the card", async ({
  browser,
  baseURL,
}) => {
  const open = () => browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  await withoutScripts(open, async (page) => {
    await page.goto("/teachers");
    await page.getByRole("searchbox", { name: "Search teachers by name" }).fill("KHALÍD");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/\/teachers\?search=/);
    await expect(page.locator("main article")).toHaveCount(1);
    await page.locator("main article a").click();
    await expect(page.getByRole("heading", { name: "Khalid Mansour" })).toBeVisible();
    for (const heading of [
      "Courses",
      "Reviews",
      "Weekly availability",
      "Certificates",
      "Education",
    ])
      await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
    const proof = page.getByRole("link", { name: /^Verify Ijazah/ });
    await expect(proof).toHaveAttribute("href", /^https:/);
    await expect(proof).toHaveAttribute("rel", /noopener/);
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "2" }).click();
    await expect(page).toHaveURL(/\?page=2#reviews$/);

    await page.goto("/teachers?search=nobody");
    await expect(page.getByText("No teachers found.")).toBeVisible();
  });
});

test("without scripts a visitor finds teachers by need, and the cards show what the visitor selected", async ({
  browser,
  baseURL,
}) => {
  const open = () => browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  await withoutScripts(open, async (page) => {
    const cards = page.locator("main article");
    await page.goto("/teachers");
    const all = await cards.count();
    await page.getByText("Women", { exact: true }).click();
    await page.getByRole("group", { name: "Languages" }).getByText("English").click();
    await page.getByRole("group", { name: "Languages" }).getByText("Urdu").click();
    await page.getByRole("button", { name: "Show teachers" }).click();
    await expect(page).toHaveURL(/gender=female.*language=en&language=ur/);
    expect(await cards.count()).toBeLessThan(all);
    for (const card of await cards.all())
      await expect(card).toContainText(/Female · .*(English|Urdu)/);

    await page.getByRole("link", { name: "Clear filters" }).click();
    await page.getByText("Days, times and price").click();
    await page.getByText("Wednesday").click();
    await page.getByText(/^Morning/).click();
    await page.getByLabel("Time zone").selectOption("Asia/Karachi");
    await page.getByLabel("Up to ($ an hour)").fill("30");
    await page.getByRole("combobox", { name: "Sort by" }).selectOption("Price: Low to High");
    await page.getByRole("button", { name: "Show teachers" }).click();
    await expect(page.getByText("Days and times in Asia/Karachi")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "Wednesday" })).toBeChecked();
    await expect(page.getByLabel("Up to ($ an hour)")).toHaveValue("30");
    await expect(cards).not.toHaveCount(0);
    const rates = (await cards.allTextContents()).map((text) =>
      Number(/\$(\d+) an hour/.exec(text)?.[1]),
    );
    expect(rates).toEqual(rates.toSorted((one, other) => one - other));
    expect(Math.max(...rates)).toBeLessThanOrEqual(30);

    await page.goto("/teachers?search=tajwid&trial=offered");
    await expect(cards.first()).toContainText("Free trial lesson");
    await page.goto("/teachers?subject=Seerah&maxPrice=0");
    await expect(page.getByText("No teachers found.")).toBeVisible();
    await expect(page.getByText("Try other days or fewer filters.")).toBeVisible();
    const chosen = page.getByRole("list", { name: "Selected filters" });
    await expect(chosen.getByRole("link", { name: "Clear all" })).toBeVisible();
    await chosen.getByRole("link", { name: "Up to $0" }).click();
    await expect(page).toHaveURL("/teachers?subject=Seerah");
    await expect(cards).not.toHaveCount(0);
    await expect(chosen.getByRole("link")).toHaveCount(1);
  });
});

test("the filters for teachers fit every width, and are accessible in both themes", async ({
  page,
}) => {
  for (const path of ["/teachers?day=Monday&gender=female", "/ar/teachers?day=Monday"]) {
    await page.goto(path);
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoOverflow(page);
    }
    await page.locator("[popovertarget=filters]").first().click();
    await expectNoOverflow(page);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectReadable(page);
    await page.emulateMedia({ colorScheme: "light" });
  }
});

test("without scripts a visitor can search students and return to all of them", async ({
  browser,
  baseURL,
}) => {
  const open = () => browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  await withoutScripts(open, async (page) => {
    await page.goto("/students");
    await expect(page.getByRole("heading", { name: "Featured students" })).toBeVisible();
    await page.getByRole("searchbox", { name: "Search students by name" }).fill("kovacevic");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("heading", { name: /Search results/ })).toBeVisible();
    await expect(page.locator("main article")).toHaveCount(1);
    await page.getByRole("link", { name: "Clear search" }).click();
    await expect(page).toHaveURL(/\/students$/);
    await page.getByRole("searchbox", { name: "Search students by name" }).fill("   ");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("heading", { name: "All students" })).toBeVisible();
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL(/\/students\?page=2$/);
    await page.getByRole("main").getByRole("article").first().getByRole("link").click();
    await expect(page).toHaveURL(/\/students\/prf_/);
  });
});

const weeklyHours = (page: Page) => page.getByRole("region", { name: "Weekly availability" });

test("a first-time visitor without scripts can choose the time zone for a teacher's weekly hours", async ({
  browser,
  baseURL,
  page: other,
}) => {
  const path = await teacherPath(other);
  const open = () => browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  await withoutScripts(open, async (page) => {
    await page.goto(path);
    const hours = weeklyHours(page);
    await expect(hours).toContainText("Sunday");
    await expect(hours).toContainText("16:00-17:00");
    await expect(hours).toContainText("The teacher's time zone: Africa/Cairo.");
    await expect(hours).not.toContainText("for the teacher");
    await hours.getByRole("link", { name: "Show in your time zone" }).click();
    await hours.getByLabel("Your time zone").selectOption("Pacific/Auckland");
    await hours.getByRole("button", { name: "Show times" }).click();
    await expect(hours).toContainText("Shown in your time zone: Pacific/Auckland.");
    await expect(hours).toContainText("Sunday 16:00-17:00 for the teacher");
    await expect(hours.getByRole("heading", { name: "Monday" })).toBeVisible();
  });
});

test.describe("in New Zealand", () => {
  test.use({ timezoneId: "Pacific/Auckland" });

  test("a visitor sees the hours in their own time zone at once, beside the teacher's", async ({
    page,
  }) => {
    await page.goto(await teacherPath(page));
    const hours = weeklyHours(page);
    await expect(hours).toContainText("Shown in your time zone: Pacific/Auckland.");
    await expect(hours).toContainText("Sunday 16:00-17:00 for the teacher");
    await expect(hours).toContainText("The teacher's time zone: Africa/Cairo.");
    expect(new URL(page.url()).search).toBe("");
    await hours.getByRole("link", { name: "Choose another time zone" }).click();
    await expect(hours.getByLabel("Your time zone")).toHaveValue("Pacific/Auckland");
    await expectAccessible(page);
    await hours.getByLabel("Your time zone").selectOption("Africa/Cairo");
    await hours.getByRole("button", { name: "Show times" }).click();
    await expect(hours).not.toContainText("for the teacher");
  });
});

test("a teacher sees the meeting integration on their own page, and other teachers see how to message them", async ({
  page,
  logIn,
}) => {
  const own = await teacherPath(page);
  const other = await findPath(page, "/teachers?search=bilal", "Bilal Thompson");
  await expect(page.getByText("Collaboration")).toHaveCount(0);
  await logIn("teacher");
  await page.goto(own);
  const integration = page.getByRole("region", { name: "Zoom connection" });
  await expect(integration.getByRole("status")).toHaveText(/^(Connected|Not connected)\b/);
  await expect(page.getByRole("heading", { name: "Collaboration" })).toHaveCount(0);
  await expectAccessible(page);

  await page.goto(other);
  await expect(integration).toHaveCount(0);
  const message = page.getByRole("link", { name: "Message", exact: true });
  await expect(message).toHaveAttribute(
    "href",
    `/dashboard/messages?to=${other.replace("/teachers/", "")}`,
  );
  await expectAccessible(page);
});

test("a student reads a teacher's hours in the time zone of the student's profile, and can open the student's own page", async ({
  page,
  logIn,
}) => {
  const teacher = await teacherPath(page);
  await logIn("student");
  await page.goto(teacher);
  await expect(page.getByRole("heading", { name: "Collaboration" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Live video classes" })).toBeVisible();
  const profile = await page.evaluate(() => localStorage.getItem("userProfileId"));
  await page.goto(`/students/${profile}`);
  await expect(
    page.getByText("This is your public profile. Only you can see this note."),
  ).toBeVisible();
  await expectAccessible(page);
});

test("the page of a missing person says so below the navigation bar", async ({ page }) => {
  for (const [path, title] of [
    ["/teachers/prf_missing", "Teacher not found"],
    ["/students/prf_missing", "Student not found"],
    [(await teacherPath(page)).replace("teachers", "students"), "Student not found"],
  ] as const) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeAttached();
    await expectAccessible(page);
  }
});

test("a teacher without courses is invited to create the first one", async ({ page, site }) => {
  await page.goto(`/teachers/${await joinAsTeacher(page.request, site)}`);
  await expect(page.getByRole("link", { name: "Create Your First Course" })).toHaveAttribute(
    "href",
    "/add-course",
  );
  await expect(page.getByText("No hours are available right now.")).toBeVisible();
  await expect(page.getByText("No reviews yet.")).toBeVisible();
  await expectAccessible(page);
});
