/** The pages that editors write: complete without scripts, in both themes, at every width. */
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow, expectReadable } from "../support/checks.ts";
import { contentPages } from "../support/content.ts";
import { expect, test } from "../support/demo.ts";

const readMain = async (page: Page): Promise<string> =>
  ((await page.locator("main").textContent()) ?? "").replaceAll(/\s+/g, " ");

/** The links of the table of contents. */
const readContents = (page: Page) =>
  page.getByRole("navigation", { name: "On this page" }).getByRole("link");

const widths = [390, 768, 1440];

// An element can't be clicked while the page is still scrolling.
test.use({ contextOptions: { reducedMotion: "reduce" } });

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a table of contents links to each section", async ({ page }) => {
    const path = "/zoom-documentation";
    const { sections } = contentPages.find((page) => page.path === path) ?? { sections: [] };
    await page.setViewportSize({ width: 1280, height: 700 });
    await page.goto(path);
    const contents = readContents(page);
    for (const section of sections) {
      await contents.getByText(section, { exact: true }).click();
      await expect(page.getByRole("heading", { name: section, exact: true })).toBeInViewport();
      expect(new URL(page.url()).hash).toBe(`#${section.toLowerCase().replaceAll(" ", "-")}`);
    }
  });

  test("a phone opens the table of contents on demand", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto("/support");
    const contents = page.getByRole("navigation", { name: "On this page" });
    await expect(contents.getByRole("link", { name: "Feedback" })).toBeHidden();
    await contents.getByText("On this page").click();
    await contents.getByRole("link", { name: "Feedback" }).click();
    await expect(page.getByRole("heading", { name: "Feedback" })).toBeInViewport();
  });

  test("a question expands to its answer", async ({ page }) => {
    await page.goto("/support");
    const answer = page.getByText("Five: Arabic, English, Urdu, French and Spanish.");
    await expect(answer).toBeHidden();
    await page.getByText("Which languages does it support?").click();
    await expect(answer).toBeVisible();
  });
});

/** The pages with a table of contents. */
const long = new Set([
  "/help",
  "/support",
  "/zoom-documentation",
  "/privacy-policy",
  "/terms-of-use",
]);

// Checks of /about also apply to /aboutus, because a later test compares the two.
for (const { path, heading, sections, words, links } of contentPages.filter(
  ({ path }) => path !== "/aboutus",
)) {
  test(`${path} contains its whole text, loads no script, fits every width and is accessible in both themes`, async ({
    page,
  }) => {
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page.locator("article h2")).toHaveText([...sections]);
    const text = await readMain(page);
    for (const line of words) expect(text).toContain(line);
    for (const link of links) {
      await expect(page.locator(`main a[href="${link}"]`).first()).toBeAttached();
    }
    await expect(readContents(page)).toHaveText(long.has(path) ? [...sections] : []);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    await page.locator("details").evaluateAll((all) => {
      for (const details of all) details.setAttribute("open", "");
    });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoOverflow(page);
    }
    await expectAccessible(page);
    // The themes differ only in colors.
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expectReadable(page);
    expect(scripts).toEqual([]);
  });
}

test("/about and /aboutus show the same page with one canonical URL", async ({ page, site }) => {
  const read = async (path: string) => {
    await page.goto(path);
    return {
      title: await page.title(),
      main: await page.locator("main").innerHTML(),
      canonical: await page.locator("link[rel=canonical]").getAttribute("href"),
    };
  };
  const about = await read("/about");
  expect(await read("/aboutus")).toEqual(about);
  expect(about.canonical).toBe(`${site.url}/about`);
});

test("the About page has four teachers, three testimonials and four figures", async ({ page }) => {
  await page.goto("/about");
  await expect(page.locator("main section.panel:has([aria-hidden])")).toHaveCount(4);
  await expect(page.locator("main figure")).toHaveCount(3);
  await expect(page.locator("main .card-row > p")).toHaveCount(4);
});

test("search engines get the questions that a page answers as structured data", async ({
  page,
  site,
}) => {
  await page.goto("/support");
  const structured = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').first().textContent()) ?? "",
  );
  expect(structured["@type"]).toBe("FAQPage");
  const questions = structured.mainEntity.map(({ name }: { name: string }) => name);
  expect(questions).toEqual(await page.locator("article summary").allTextContents());
  expect(JSON.stringify(structured)).toContain(`${site.url}/zoom-documentation#troubleshooting`);
});

test("an unknown path next to these pages is not found", async ({ page }) => {
  expect((await page.goto("/privacy"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});
