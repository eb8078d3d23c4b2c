/** Translations, sources and transliterations in the languages and directions of pages. */
import { expect, test } from "../support/demo.ts";

test("a verse's page begins with the translation that its readers usually see", async ({
  page,
}) => {
  for (const [path, language] of [
    ["/quran/2/255", "en"],
    ["/ur/quran/2/255", "ur"],
    ["/fr/quran/2/255", "fr"],
  ] as const) {
    await page.goto(path);
    await expect(page.locator(".translation")).toHaveCount(4);
    await expect(page.locator(".translation").first(), path).toHaveAttribute("lang", language);
  }
});

test("the sources are named in the page's language", async ({ page }) => {
  for (const [path, text] of [
    ["/quran/112", "Hafs, Uthmani script, King Fahd Glorious Quran Printing Complex. Source:"],
    [
      "/quran/112?translation=es",
      "El Corán, Muhammad Isa García. Source: Tanzil. Non-commercial use;",
    ],
    ["/ar/quran/112/1", "رواية حفص بالرسم العثماني، مجمع الملك فهد لطباعة المصحف الشريف. المصدر:"],
    [
      "/fr/quran/112",
      "Le Saint Coran, Muhammad Hamidullah. Source\u00a0: Tanzil. Usage non commercial",
    ],
  ] as const) {
    await page.goto(path);
    await expect(page.locator(".credits"), path).toContainText(text);
  }
});

test("links to the next and previous surah name them in the page's language", async ({ page }) => {
  await page.goto("/ar/quran/113");
  await expect(page.locator("a[rel=next]")).toContainText("الناس");
  await expect(page.locator("a[rel=prev]")).toContainText("الإخلاص");
});

test("transliterations begin on the left, even on a right-to-left page", async ({ page }) => {
  for (const path of ["/ur/quran/2/255", "/ar/quran/112?transliteration=1", "/quran/2/255"]) {
    await page.goto(path);
    const line = page.locator("p.transliteration").first();
    await expect(line).toHaveCSS("direction", "ltr");
    const gap = await line.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const starts = [...range.getClientRects()].map(({ left }) => left);
      return Math.max(...starts) - element.getBoundingClientRect().left;
    });
    expect(gap, path).toBeLessThan(2);
  }
});
