/** The catalog with scripts, without them, and with the keyboard. */
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow, expectReadable } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import type { Site } from "../support/site.ts";

/** The number of courses that the API finds. */
async function countThere(site: Site, query = ""): Promise<number> {
  const answer = await fetch(`${site.url}/api/courses?${query}`);
  return ((await answer.json()) as { data: { total: number } }).data.total;
}

const words = (total: number) => (total === 1 ? "1 course" : `${total} courses`);
const cards = (page: Page) => page.locator("main article");
const level = (page: Page) => page.getByRole("combobox", { name: "Level" });
const sort = (page: Page) => page.getByRole("combobox", { name: "Sort by" });
const search = (page: Page) => page.getByRole("searchbox", { name: "Search by title" });
/** Selects an option by its visible label. */
const choose = (page: Page, group: "Price" | "Teacher", words: string) =>
  page.getByRole("group", { name: group }).getByText(words).click();

test("filtering updates the list, the result count and the address without a reload", async ({
  page,
  site,
}) => {
  const expectFound = async (query: string, suffix = "") => {
    const total = await countThere(site, query);
    await expect(page.getByRole("status")).toHaveText(words(total) + suffix);
    return total;
  };
  await page.goto("/courses");
  await page.evaluate(() => document.body.setAttribute("data-same", ""));
  const all = await expectFound("");
  await expect(cards(page)).toHaveCount(9);

  await page.getByRole("link", { name: "Page 2" }).click();
  await expect(page).toHaveURL(/\/courses\?page=2$/);
  await expect(page).toHaveTitle(/page 2/);
  await expect(page.getByRole("link", { name: "Page 2" })).toHaveAttribute("aria-current", "page");
  await expect(page.locator("#found")).toBeFocused();
  await expectFound("", ", page 2");

  await level(page).focus();
  await level(page).selectOption("Beginner");
  await expect(page).toHaveURL(/\/courses\?level=Beginner$/);
  const beginners = await expectFound("level=Beginner");
  expect(beginners).toBeLessThan(all);
  await expect(level(page)).toBeFocused();
  await expect(level(page).locator("option:checked")).toHaveText(`Beginner (${beginners})`);

  const women = page.getByRole("radio", { name: /Women/ });
  const facet = await page.locator("[data-live=gender-female]").textContent();
  await choose(page, "Teacher", "Women");
  await expect(page).toHaveURL(/level=Beginner&gender=female/);
  expect(await expectFound("level=Beginner&gender=female")).toBe(Number(facet));

  await sort(page).selectOption("Price: Low to High");
  await expect(page).toHaveURL(/sort=price-asc/);
  await expect(page.locator("[data-live=courses]")).not.toHaveAttribute("aria-busy");
  // The price that is paid now, which comes before the crossed-out regular price.
  const prices = await cards(page).evaluateAll((shown) =>
    shown.map((card) => {
      const price = /(?:Free|\$(\d+))(?:\s*instead of\s*\$\d+)?\s*View\s*$/u;
      const [found, sum = "0"] = price.exec(card.textContent ?? "") ?? [];
      return found === undefined ? Number.NaN : Number(sum);
    }),
  );
  expect(prices).toEqual([...prices].sort((a, b) => a - b));

  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/courses\?level=Beginner$/);
  await expectFound("level=Beginner");
  await expect(page.getByRole("radio", { name: "All", exact: true })).toBeChecked();
  await expect(sort(page)).toHaveValue("newest");
  await page.goForward();
  await expect(women).toBeChecked();
  await page.getByRole("link", { name: /Remove Taught by women/ }).click();
  await expectFound("level=Beginner");
  expect(await page.evaluate(() => document.body.hasAttribute("data-same"))).toBe(true);

  await page.reload();
  await expect(level(page)).toHaveValue("Beginner");
  await expectFound("level=Beginner");
});

test("a search finds text in any spelling as the user types, and Back undoes it in one step", async ({
  page,
  site,
}) => {
  await page.goto("/courses");
  const total = page.getByRole("status");
  await search(page).pressSequentially("MURĀJA'AH");
  await expect(total).toHaveText("0 courses");
  await expect(page.getByText("No Courses Found")).toBeVisible();
  await expect(search(page)).toBeFocused();
  await expectAccessible(page);
  await search(page).fill("MURĀJAAH");
  await expect(total).toHaveText(words(await countThere(site, "search=murajaah")));
  await expect(cards(page).first()).toContainText("murajaah", { ignoreCase: true });
  // Pressing Enter after the search has run must not add a second history entry.
  await search(page).press("Enter");
  await page.goBack();
  await expect(page).toHaveURL(/\/courses$/);
  await expect(search(page)).toHaveValue("");

  await page.goto("/courses?search=nothing&level=Advanced&price=free&sort=popularity&page=7&foo=1");
  await expect(page.getByText("No Courses Found")).toBeVisible();
  await page.getByRole("link", { name: "Clear Filters" }).click();
  await expect(page).toHaveURL(/\/courses$/);
  await expect(total).toHaveText(words(await countThere(site)));
  await expect(search(page)).toHaveValue("");
  await expect(level(page)).toHaveValue("");
});

test("the search finds teachers, topics and other spellings, and the home page features rated courses", async ({
  page,
  site,
}) => {
  await page.goto("/courses?search=maryam");
  await expect(cards(page).first()).toContainText("Maryam");
  const total = words(await countThere(site, "search=tajweed"));
  expect(total).not.toBe("0 courses");
  for (const spelling of ["tajwid", "التجويد"]) {
    await search(page).fill(spelling);
    await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(spelling)}`));
    await expect(page.getByRole("status")).toHaveText(total);
  }
  await page.goto("/courses?level=Intermediate");
  await expect(cards(page).filter({ hasText: "All Levels" })).not.toHaveCount(0);

  await page.goto("/");
  const featured = page.getByRole("region", { name: "Featured Courses" }).getByRole("article");
  await expect(featured).toHaveCount(6);
  await expect(featured.filter({ hasText: /\(0\)/ })).toHaveCount(0);
});

test("the previous list stays visible while the next one loads or fails", async ({ page }) => {
  await page.goto("/courses");
  const list = page.locator("[data-live=courses]");
  const before = await list.textContent();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/courses?*", async (route) => {
    await held;
    await route.abort();
  });
  await level(page).selectOption("Advanced");
  await expect(list).toHaveAttribute("aria-busy", "true");
  expect(await list.textContent()).toBe(before);
  release();
  const trouble = page.getByRole("alert");
  await expect(trouble).toContainText("Failed to load courses. Please try again later.");
  expect(await list.textContent()).toBe(before);
  await expectAccessible(page);
  await page.unroute("**/courses?*");
  await page.route("**/courses?*", (route) => route.fulfill({ status: 503, body: "" }));
  // Otherwise the next request could be answered while this one is still on its way.
  const refused = page.waitForResponse((response) => response.status() === 503);
  await trouble.getByRole("button", { name: "Retry" }).click();
  await refused;
  await expect(trouble).toBeVisible();
  await page.unroute("**/courses?*");
  await trouble.getByRole("button", { name: "Retry" }).click();
  await expect(trouble).toBeHidden();
  await expect(cards(page).first()).toContainText("Advanced");
});

test("on a phone the filters open above the list, in both themes", async ({ page, site }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto("/courses?gender=female");
      await expectNoOverflow(page);
    }
    const open = page.getByRole("button", { name: "Filters (1)" });
    await open.click();
    await (colorScheme === "light" ? expectAccessible(page) : expectReadable(page));
    await choose(page, "Price", "Free");
    await page.getByRole("button", { name: "Show courses" }).click();
    await expect(open).toHaveCount(0);
    await expect(page.getByRole("group", { name: "Price" })).toBeHidden();
    await expect(page.getByRole("status")).toHaveText(
      words(await countThere(site, "gender=female&price=free")),
    );
  }
  // The first card starts within reach of the thumb.
  const [first] = await cards(page).all();
  expect((await first?.boundingBox())?.y).toBeLessThan(600);
});

test("course cards in a row have the same height, and link to the course wherever they are clicked", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/courses");
  const boxes = await cards(page).evaluateAll((all) =>
    all.map((card) => {
      const { top, height } = card.getBoundingClientRect();
      const button = [...card.querySelectorAll("a")].at(-1)?.getBoundingClientRect();
      return { top, height, button: button?.top };
    }),
  );
  for (const box of boxes) {
    const [first] = boxes.filter(({ top }) => top === box.top);
    expect(box).toEqual(first);
  }
  const images = await page
    .locator("main article img")
    .evaluateAll((all) => all.slice(0, 9).map((image) => image.getAttribute("loading")));
  expect(images).toContain("lazy");
  const title = await cards(page).nth(4).getByRole("heading").textContent();
  await cards(page)
    .nth(4)
    .click({ position: { x: 20, y: 20 } });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
});

test("without scripts a visitor can search, filter, sort, go to other pages and clear everything", async ({
  browser,
  baseURL,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  const page = await context.newPage();
  await page.goto("/courses");
  await page.getByRole("link", { name: "Page 2" }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await level(page).selectOption("Beginner");
  await choose(page, "Price", "Under $40");
  await page.getByRole("checkbox", { name: /Seats available/ }).check();
  await sort(page).selectOption("Price: High to Low");
  await page.getByRole("button", { name: "Show courses" }).click();
  const total = await countThere(site, "level=Beginner&price=under-40&seats=free");
  await expect(page.getByRole("status")).toHaveText(words(total));
  await expect(level(page)).toHaveValue("Beginner");
  await expect(sort(page)).toHaveValue("price-desc");
  await search(page).fill("no such course");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("No Courses Found")).toBeVisible();
  await page.getByRole("link", { name: "Clear Filters" }).click();
  await expect(page.getByRole("status")).toHaveText(words(await countThere(site)));

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await choose(page, "Price", "Free");
  await page.getByRole("button", { name: "Show courses" }).click();
  await expect(page.getByRole("status")).toHaveText(words(await countThere(site, "price=free")));

  // A paid course that has started says what is left before the visitor logs in and pays.
  await page.goto("/courses?search=warsh");
  await page.getByRole("link", { name: /^View Warsh from Nafi/ }).click();
  const box = page.getByRole("region", { name: "Enrollment" });
  await expect(
    box.getByText(/^Started .+ \d+ of 12 classes left \(\$[\d.]+ each\)$/),
  ).toBeVisible();
  await context.close();
});

test("without scripts a visitor finds courses by need, and the cards show what the visitor selected", async ({
  browser,
  baseURL,
  site,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: baseURL ?? "",
    timezoneId: "Asia/Karachi",
  });
  const page = await context.newPage();
  await page.goto("/courses");
  const languages = page.getByRole("group", { name: "Language" });
  await languages.getByText("English").click();
  await languages.getByText("Arabic", { exact: true }).click();
  await page.getByRole("checkbox", { name: /Free trial lesson/ }).check();
  await page.getByText("Days, times and price").click();
  await page.getByText(/^Evening/).click();
  await page.getByLabel("Time zone").selectOption("Asia/Karachi");
  await page.getByLabel("Up to ($)").fill("60");
  await sort(page).selectOption("Next opening");
  await page.getByRole("button", { name: "Show courses" }).click();
  const query = "trial=offered&language=English&language=Arabic&time=evening&maxPrice=60";
  const total = await countThere(site, `${query}&zone=Asia/Karachi`);
  expect(total).toBeGreaterThan(0);
  await expect(page.getByRole("status")).toHaveText(words(total));
  await expect(page.getByRole("checkbox", { name: /^Evening/ })).toBeChecked();
  await expect(page.getByText(/^Days and times in Asia\/Karachi/)).toBeVisible();
  for (const card of await cards(page).all()) {
    await expect(card).toContainText("Free trial lesson");
    await expect(card).toContainText(/English|Arabic/);
    await expect(card.locator("time")).toContainText(/^(Next class:|Starts) .+ \d\d:\d\d$/);
  }
  const starts = await cards(page)
    .locator("time")
    .evaluateAll((times) => times.map((time) => time.getAttribute("datetime")));
  expect(starts).toEqual(starts.toSorted());

  const chosen = page.getByRole("list", { name: "Selected filters" });
  await chosen.getByRole("link", { name: "Remove Arabic" }).click();
  await expect(page).toHaveURL(/language=English(?!.*language=)/);
  await expect(page.getByRole("checkbox", { name: /^English/ })).toBeChecked();
  await chosen.getByRole("link", { name: "Remove Up to $60" }).click();
  await expect(page.getByLabel("Up to ($)")).toHaveValue("");
  await context.close();
});

test("times on cards are the teacher's, with the offset, until the visitor's zone is known", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? "",
    timezoneId: "America/Toronto",
  });
  const page = await context.newPage();
  const times = cards(page).locator("time");
  for (const path of ["/courses", "/"]) {
    await context.clearCookies();
    await page.goto(path);
    await expect(times.first()).toHaveText(/\d\d:\d\d GMT/);
    // The page's head has now stored the zone.
    await page.goto(path);
    await expect(times.first()).toHaveText(/\d\d:\d\d$/);
    await expect(page.getByText(/^Days and times in America\/Toronto/)).toBeVisible();
  }
});

test("several languages can be chosen without a reload, and the focus stays on the last one", async ({
  page,
  site,
}) => {
  await page.goto("/courses");
  const box = (name: RegExp) => page.getByRole("checkbox", { name });
  await box(/^English/).focus();
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/language=English$/);
  await expect(page.getByRole("status")).toHaveText(
    words(await countThere(site, "language=English")),
  );
  await expect(box(/^English/)).toBeFocused();
  await box(/^Arabic \d/).focus();
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/language=Arabic/);
  await expect(page).toHaveURL(/language=English/);
  await expect(page.getByRole("status")).toHaveText(
    words(await countThere(site, "language=English&language=Arabic")),
  );
  await page.goBack();
  await expect(box(/^Arabic \d/)).not.toBeChecked();
  await expect(box(/^English/)).toBeChecked();
});

test("the filters and cards fit every width, even in right-to-left languages", async ({ page }) => {
  for (const path of ["/courses?day=Monday&gender=female", "/ar/courses?day=Monday"]) {
    await page.emulateMedia({ colorScheme: "light" });
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(path);
      await expectNoOverflow(page);
    }
    await page.locator("[popovertarget=filters]").first().click();
    await expectNoOverflow(page);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectReadable(page);
  }
});

test("a visitor gets from a course to the trial lesson that its card mentions", async ({
  page,
}) => {
  await page.goto("/courses?trial=offered");
  const card = page.getByRole("main").getByRole("article").first();
  await expect(card).toContainText("Free trial lesson");
  await card.getByRole("link").first().click();
  await page.waitForURL(/\/courses\/crs_/);
  await page.getByRole("main").getByRole("link", { name: "Free trial lesson" }).click();
  await page.waitForURL(/\/teachers\/prf_\w+#trial$/);
  await expect(page.getByRole("link", { name: "Log in to book a free trial" })).toBeInViewport();
});
