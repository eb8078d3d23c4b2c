/** Searching the Quran, which needs no scripts. */
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";

test.use({ viewport: { width: 390, height: 844 } });

const highlighted = "mark";

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a reader finds a surah, a verse and words in three scripts", async ({ page }) => {
    const search = async (text: string) => {
      // Pages with text have a link instead of the field, so that the text begins near the top.
      const link = page.getByRole("link", { name: "Search the Quran" });
      const field = page.getByRole("searchbox", { name: "Search the Quran" });
      await field.or(link).filter({ visible: true }).waitFor();
      if (await link.isVisible()) await link.click();
      await field.fill(text);
      await field.press("Enter");
      await expect(page).toHaveURL(/\/quran\/search\?/);
    };
    await page.goto("/quran");
    await search("kahf");
    await expect(page.getByRole("heading", { level: 2, name: /verses with “kahf”/ })).toBeVisible();
    await page.getByRole("link", { name: /^Surah Al-Kahf/ }).click();
    await expect(page).toHaveURL("/quran/18");

    await search("2:255");
    await page.getByRole("link", { name: /^Al-Baqarah 2:255/ }).click();
    await expect(page).toHaveURL("/quran/2/255");

    await search("2:255-257");
    await page.getByRole("link", { name: "Al-Baqarah 255–257 3 verses" }).click();
    await expect(page).toHaveURL("/quran/2#2:255");

    await search("الصلاة");
    const arabic = page.locator('[data-verse="2:3"] [lang=ar]');
    await expect(arabic.locator(highlighted)).toHaveCount(1);
    const { data } = await (await page.request.get("/api/quran/verses/2:3")).json();
    expect(await arabic.textContent(), "the text stays canonical").toBe(data.text);
    await expect(page.locator('[data-verse="2:3"] [lang=en]')).toContainText("establish prayer");

    await search("light upon light");
    await expect(page.locator("[data-verse]").first()).toHaveAttribute("data-verse", "24:35");
    await expect(
      page.locator('[data-verse="24:35"] [lang=en]').locator(highlighted).first(),
    ).toHaveText("Light");

    await search("alhamdulillah");
    await expect(page.locator('[data-verse="1:2"]').locator(highlighted)).toHaveText(
      "al-ḥamdu lillahi",
    );
  });
});

test("a search for a place that doesn't exist says why nothing is found", async ({ page }) => {
  for (const [typed, reason] of [
    ["2:287", "Surah Al-Baqarah has no verse 287. Its verses are numbered from 1 to 286."],
    ["115:1", "There is no surah 115."],
    ["2:5-3", "The range from verse 5 to 3 of surah Al-Baqarah ends before it starts."],
    ["page 605", "There is no page 605."],
    ["juz 31", "There is no juz 31."],
    ["700", "There is no surah, juz or page 700."],
  ] as const) {
    await page.goto(`/quran/search?q=${encodeURIComponent(typed)}`);
    await expect(page.getByText("Nothing found")).toBeVisible();
    await expect(page.getByText(reason)).toBeVisible();
  }
});

test("results are paged, can be limited to a language, and have their own addresses", async ({
  page,
}) => {
  await page.goto("/quran/search?q=mercy");
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await expect(page).toHaveURL("/quran/search?q=mercy&page=2");
  await expect(page.locator("[data-verse]").first()).toBeVisible();
  await page.getByRole("combobox", { name: "Language" }).selectOption("Arabic");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("Nothing found")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/quran/search?q=mercy&page=9999");
  await expect(page.locator("[data-verse]").first()).toBeVisible();
});

test("an empty search explains what can be found, and one that is too long says so", async ({
  page,
}) => {
  const answer = await page.goto("/quran/search?q=");
  expect(answer?.status()).toBe(200);
  await expect(page.getByText(/^Enter the name of a surah, a verse such as 2:255/)).toBeVisible();
  const tooLong = await page.goto(`/quran/search?q=${"a".repeat(121)}`);
  expect(tooLong?.status()).toBe(400);
  await expect(page.getByRole("alert")).toHaveText("Enter at most 120 characters.");
  await expectAccessible(page);
  const markup = await page.goto("/quran/search?q=%3Cimg%20src=x%20onerror=alert(1)%3E");
  expect(markup?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 2, name: /<img src=x/ })).toBeVisible();
});
