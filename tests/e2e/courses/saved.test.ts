/** Saving and comparing courses. */
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow, expectReadable } from "../support/checks.ts";
import { addViewer } from "../support/course-market.ts";
import { expect, test } from "../support/demo.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

test("without scripts a student saves courses, compares them and undoes a removal", async ({
  browser,
  site,
  page: visitor,
}) => {
  const student = await addViewer(browser, site, "student", { name: "Sara Guest" });
  const { page: scripted } = student;
  const context = await browser.newContext({
    baseURL: site.url,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    storageState: await scripted.context().storageState(),
  });
  const page = await context.newPage();
  // Courses of the demo whose categories contain other courses. Earlier tests may have added newer courses.
  await page.goto("/courses?sort=rating");
  const courses = await page
    .locator("main article h3 a")
    .evaluateAll((links) =>
      links.slice(0, 2).map((each) => [each.textContent ?? "", each.getAttribute("href") ?? ""]),
    );
  const [[first = "", path = ""] = [], [second = ""] = []] = courses;

  await test.step("a visitor is led to log in, and back to the same button", async () => {
    await visitor.goto(path);
    const save = await link(visitor, "Save").getAttribute("href");
    const { searchParams } = new URL(save ?? "", site.url);
    expect(searchParams.get("returnTo")).toBe(`/saved?course=${path.split("/").at(-1)}`);
    await page.goto(searchParams.get("returnTo") ?? "");
    await expect(page.getByText(`Save ${first}?`)).toBeVisible();
    await button(page, "Save").click();
    await expect(page.getByRole("heading", { name: first })).toBeVisible();
  });

  await test.step("the page of a course says that it is saved", async () => {
    await page.goto(courses[1]?.[1] ?? "");
    await button(page, "Save").click();
    await expect(link(page, "Saved").last()).toBeVisible();
    await expect(button(page, "Remove")).toBeVisible();
  });

  await test.step("both are compared, and a third one is proposed", async () => {
    await page.goto("/saved");
    for (const title of [first, second]) await page.getByLabel(`Compare ${title}`).check();
    await button(page, "Compare courses").click();
    await expect(page.getByRole("columnheader")).toContainText([second, first]);
    await expect(page.getByRole("rowheader", { name: "Price" })).toBeVisible();
    await page
      .getByRole("link", { name: /^Add .+ to the comparison$/ })
      .first()
      .click();
    await expect(page.getByRole("columnheader")).toHaveCount(3);
    const compared = page.url();
    await scripted.setViewportSize({ width: 1440, height: 900 });
    await scripted.goto(compared);
    const widths = await scripted
      .getByRole("columnheader")
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
    expect(Math.max(...widths) - Math.min(...widths), "columns of equal width").toBeLessThan(2);
    await scripted.setViewportSize({ width: 390, height: 844 });
    await scripted.goto(compared);
    await expectAccessible(scripted);
    await expectNoOverflow(scripted);
    await scripted.emulateMedia({ colorScheme: "dark" });
    await expectReadable(scripted);
    await scripted.emulateMedia({ colorScheme: "light" });
  });

  await test.step("a removed course can be saved again", async () => {
    await page.goto("/saved");
    await page.getByRole("button", { name: `Remove ${first}` }).click();
    await expect(page.getByText(`You removed ${first} from your list.`)).toBeVisible();
    await expect(page.getByRole("heading", { name: first })).toHaveCount(0);
    await button(page, "Undo").click();
    await expect(page.getByRole("heading", { name: first })).toBeVisible();
    await scripted.goto("/saved");
    await expectAccessible(scripted);
    await expectNoOverflow(scripted);
  });
  await context.close();
});
