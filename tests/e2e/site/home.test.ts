import { expectAccessible, expectNoOverflow, expectReadable } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";

const widths = [390, 768, 1440];

test("the home page is accessible and fits every width in both themes", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflow(page);
    await expectAccessible(page);
  }
  // The themes differ only in colors.
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expectReadable(page);
});

test("the home page says what the platform is and links to the next steps", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Learn Quran Online with Expert Teachers",
  );
  await expect(
    page.getByText("Access high-quality Quranic education from anywhere in the world"),
  ).toBeVisible();
  const links = {
    "Browse Courses": "/courses",
    "Become a Teacher": "/become-a-teacher",
    "View All Courses": "/courses",
  };
  for (const [name, path] of Object.entries(links)) {
    await expect(page.getByRole("link", { name })).toHaveAttribute("href", path);
  }
  const reasons = page.getByRole("region", { name: "Why Choose Us" }).getByRole("heading");
  await expect(reasons).toHaveText([
    "Why Choose Us",
    "Expert Teachers",
    "Interactive Learning",
    "Personalized Approach",
  ]);
});

test("six courses are featured, three per row on medium and wider screens, and link to their pages", async ({
  page,
}) => {
  await page.goto("/");
  const cards = page.getByRole("region", { name: "Featured Courses" }).getByRole("article");
  await expect(cards).toHaveCount(6);
  for (const [width, columns] of [
    [390, 1],
    [768, 3],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const lefts = await cards.evaluateAll((all) =>
      all.map((card) => Math.round(card.getBoundingClientRect().left)),
    );
    expect(new Set(lefts).size, `columns at ${width}`).toBe(columns);
  }
  const title = await cards.first().getByRole("heading").textContent();
  // The whole card is clickable, not only its text.
  await cards.first().click({ position: { x: 20, y: 20 } });
  await expect(page).toHaveURL(/\/courses\/crs_/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
});

test("testimonials show the name and the rating without a count, and work without a picture", async ({
  page,
  site,
}) => {
  const answer = await fetch(`${site.url}/api/reviews/resource/type/app`, {
    headers: { "app-id": "halaqa" },
  });
  const { data } = (await answer.json()) as {
    data: { authorName: string; content: string; rating: number; authorImageUrl: string | null }[];
  };
  await page.goto("/");
  const cards = page.getByRole("region", { name: "Student Testimonials" }).getByRole("listitem");
  await expect(cards).toHaveCount(Math.min(6, data.length));
  for (const [index, card] of (await cards.all()).entries()) {
    const review = data[index];
    if (!review) throw new Error("More cards than reviews");
    await expect(card).toContainText(review.authorName);
    await expect(card.getByRole("blockquote")).toHaveText(`“${review.content}”`);
    await expect(
      card.getByRole("img", { name: `Rated ${review.rating.toFixed(1)} out of 5` }),
    ).toBeVisible();
    await expect(card).not.toContainText("(");
    const picture = review.authorImageUrl ? "figcaption img" : "figcaption svg";
    await expect(card.locator(picture)).toHaveCount(1);
  }
});

test("loading indicators come before the content they announce and disappear afterward", async ({
  page,
  site,
}) => {
  const html = await (await fetch(site.url)).text();
  const lines = ["Loading featured courses...", "Loading testimonials..."];
  const places = [
    html.indexOf("Loading featured courses..."),
    html.indexOf("<article"),
    html.indexOf("Loading testimonials..."),
    html.indexOf("<blockquote", html.indexOf("Loading testimonials...")),
  ];
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  await page.goto("/");
  for (const line of lines) {
    await expect(page.getByText(line)).toHaveCount(1);
    await expect(page.getByText(line)).toBeHidden();
  }
  // The lines are visible while the content is missing.
  await page.evaluate(() => {
    for (const line of document.querySelectorAll(".only-loading"))
      line.nextElementSibling?.remove();
  });
  for (const line of lines) await expect(page.getByText(line)).toBeVisible();
});

test("the first view loads no script and weighs at most 120 kB without images", async ({
  page,
  site,
}) => {
  // A slow browser would show offers that aren't hidden yet, and load the fonts of their languages.
  const html = await (await fetch(site.url)).text();
  expect(html.indexOf("<style>[data-language-hint]")).toBeGreaterThan(0);
  expect(html.indexOf("<style>[data-language-hint]")).toBeLessThan(html.indexOf("data-offer"));
  const sizes: { type: string; path: string; bytes: Promise<number> }[] = [];
  page.on("requestfinished", (request) => {
    const { pathname } = new URL(request.url());
    const bytes = request.sizes().then(({ responseBodySize }) => responseBodySize);
    sizes.push({ type: request.resourceType(), path: pathname, bytes });
  });
  await page.goto("/", { waitUntil: "networkidle" });
  await page.mouse.wheel(0, 4000);
  const total = (types: string[]) =>
    Promise.all(sizes.filter(({ type }) => types.includes(type)).map(({ bytes }) => bytes)).then(
      (all) => all.reduce((sum, bytes) => sum + bytes, 0),
    );
  expect(sizes.filter(({ type }) => type === "script").map(({ path }) => path)).toEqual([]);
  expect(sizes.filter(({ type }) => type === "stylesheet")).toHaveLength(1);
  expect(await total(["stylesheet"])).toBeLessThanOrEqual(15_000);
  const loaded = sizes.map(({ type, path }) => `${type} ${path}`).join("\n");
  expect(
    await total(["document", "stylesheet", "font", "script", "fetch"]),
    loaded,
  ).toBeLessThanOrEqual(120_000);
  const inline = await page.locator("script:not([src]):not([type])").allInnerTexts();
  expect(inline.join("").length).toBeLessThanOrEqual(1500);
});

test("logged-in people are not asked to become a teacher", async ({ page, logIn }) => {
  await logIn("student");
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Browse Courses" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Become a Teacher" })).toBeHidden();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the home page is complete", async ({ page }) => {
    await page.goto("/");
    await expect(
      page.getByRole("region", { name: "Featured Courses" }).getByRole("article"),
    ).toHaveCount(6);
    await expect(page.getByRole("link", { name: "Become a Teacher" })).toBeVisible();
    await expect(page.getByText("Loading testimonials...")).toBeHidden();
    await page.getByRole("link", { name: "View All Courses" }).click();
    await expect(page).toHaveURL(/\/courses$/);
  });
});

test("the old URL of the teacher list redirects to the new one", async ({ site }) => {
  const answer = await fetch(`${site.url}/tutors`, { redirect: "manual" });
  expect(answer.status).toBe(301);
  expect(answer.headers.get("location")).toBe("/teachers");
});
