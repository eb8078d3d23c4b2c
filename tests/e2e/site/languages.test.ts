/** Pages in other languages: their texts, directions, links and addresses. */
import { addLanguagePrefix, type Language, languageFacts } from "#lib/languages.ts";
import { surahs } from "#lib/quran/quran.ts";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { listTexts } from "../support/own-language.ts";
import { expect, test } from "../support/translated-site.ts";

const translated = ["ar", "fr"] as const;
const paths = ["/quran", "/nowhere", "/courses/x/y"];
/**
 * Texts that are the same in every language: names, examples, and words that French shares with
 * English.
 */
const shared = new Set([
  ...["Halaqa", "English", "العربية", "Français", "you@example.org", "Contact", "Menu", "Messages"],
  ...surahs.map(({ name }) => name),
]);

test("the reader names surahs in the script of the page's language and shows its translation", async ({
  page,
}) => {
  const readNames = () => page.locator("main").locator("h1, h2, .verse-chip").allInnerTexts();
  for (const path of ["/ar/quran/2", "/ar/quran/2/255", "/ar/quran/juz/30"]) {
    await page.goto(path);
    expect((await readNames()).join(" ")).not.toMatch(/[a-z]{2}/i);
    await expect(page.locator("[data-verse] > .translation")).toHaveCount(0);
  }
  await page.goto("/ar/quran/search?q=mercy");
  await expect(page.locator(".verse-chip").first()).toHaveText(/^البقرة/);
  await page.goto("/ar/quran/juz/30");
  await expect(page.getByRole("heading", { name: "النبأ" })).toHaveText("النبأ");
  await page.goto("/fr/quran/112");
  await expect(page.locator("[data-verse] .translation").first()).toHaveAttribute("lang", "fr");
  await page.goto("/fr/quran/112/1");
  const description = page.locator("meta[name=description]");
  await expect(description).toHaveAttribute("content", /Il est Allah, Unique/);
});

for (const language of translated) {
  test(`pages in ${languageFacts[language].name} are complete and accessible`, async ({ page }) => {
    const { direction } = languageFacts[language];
    for (const path of paths) {
      await page.goto(path);
      const english = new Set(await listTexts(page));
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(addLanguagePrefix(path, language));
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        await expect(page.locator("html")).toHaveAttribute("dir", direction);
        await expectNoOverflow(page);
      }
      await expectAccessible(page);
      const texts = await listTexts(page);
      const left = texts.filter(
        (text) => english.has(text) && !shared.has(text) && /\p{L}/u.test(text),
      );
      expect(left, `English texts on ${page.url()}`).toEqual([]);
      if (direction === "rtl") {
        const latin = texts.filter((text) =>
          /[A-Za-z]{2}/.test(text.replaceAll(/Halaqa|Premium/g, "")),
        );
        expect(latin.filter((text) => !/^(English|Français|you@example\.org)$/.test(text))).toEqual(
          [],
        );
      }
    }
  });
}

test("every link and form of a page leads to pages in its language", async ({ page }) => {
  for (const path of ["/", "/courses", "/teachers", "/quran", "/quran/112", "/login"]) {
    await page.goto(addLanguagePrefix(path, "ar"));
    const targets = await page.evaluate(() =>
      [...document.querySelectorAll("a[href], form[action]")]
        .filter((element) => !element.hasAttribute("hreflang"))
        .map((element) => element.getAttribute("href") ?? element.getAttribute("action") ?? ""),
    );
    const plain = targets.filter((target) => addLanguagePrefix(target, "ar") !== target);
    expect(plain, `on ${path}`).toEqual([]);
  }
});

test("search engines find a page in all languages", async ({ translatedSite, request }) => {
  const read = async (path: string) => (await request.get(path)).text();
  const links = (html: string) =>
    [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)].map(
      ([, language, href]) => `${language} ${href}`,
    );
  const all = ["en /quran", "ar /ar/quran", "fr /fr/quran", "x-default /quran"].map((each) =>
    each.replace(" ", ` ${translatedSite.url}`),
  );
  for (const language of ["en", ...translated] satisfies Language[]) {
    const html = await read(addLanguagePrefix("/quran", language));
    expect(links(html)).toEqual(all);
    const canonical = addLanguagePrefix(`/quran`, language);
    expect(html).toContain(`<link rel="canonical" href="${translatedSite.url}${canonical}">`);
    expect(html).toContain(
      `<meta property="og:locale" content="${languageFacts[language].openGraph}">`,
    );
  }
  // Prerendered pages get the list of offered languages at startup.
  const about = await read("/about");
  expect(about).not.toContain('hreflang="ur"');
});

test("a language that isn't offered has no pages", async ({ translatedSite }) => {
  for (const path of ["/ur", "/ur/quran"]) {
    expect((await fetch(translatedSite.url + path)).status, path).toBe(404);
  }
});

test("people choose a language in the header without scripts, and stay on the same page", async ({
  browser,
  translatedSite,
}) => {
  const context = await browser.newContext({
    baseURL: translatedSite.url,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto("/quran?transliteration=1");
  await page.getByRole("button", { name: "Choose a language" }).click();
  await page.getByRole("link", { name: "العربية" }).first().click();
  await expect(page).toHaveURL(/\/ar\/quran\?transliteration=1$/);
  await page.getByRole("button", { name: "اختيار اللغة" }).click();
  await page.getByRole("link", { name: "English" }).first().click();
  await expect(page).toHaveURL(/\/quran\?transliteration=1$/);
  await context.close();
});

test("a browser in another language is offered the page in that language, and nothing else changes", async ({
  browser,
  translatedSite,
}) => {
  for (const [locale, language] of [
    ["fr-CA", "fr"],
    ["ar-EG", "ar"],
    ["en-GB", undefined],
    ["de-DE", undefined],
  ] as const) {
    const context = await browser.newContext({ baseURL: translatedSite.url, locale });
    const page = await context.newPage();
    for (const path of ["/quran", "/about"]) {
      await page.goto(path);
      expect(new URL(page.url()).pathname).toBe(path);
      const offers = page.locator("[data-language-hint] a");
      const shown = await offers.evaluateAll((links) =>
        links.filter((link) => link.checkVisibility()).map((link) => link.getAttribute("href")),
      );
      expect(shown, locale).toEqual(language ? [`/${language}${path}`] : []);
    }
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("[data-language-hint]")).toBeHidden();
    await context.close();
  }
});

test("the names of languages in Arabic script don't use the font of the Quran", async ({
  page,
}) => {
  await page.goto("/newsletter");
  await page.evaluate(() => document.fonts.ready);
  const client = await page.context().newCDPSession(page);
  await client.send("DOM.enable");
  await client.send("CSS.enable");
  const { root } = await client.send("DOM.getDocument");
  const selector = '[data-languages=footer] [lang="ar"]';
  const { nodeId } = await client.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await client.send("CSS.getPlatformFontsForNode", { nodeId });
  expect(fonts.length).toBeGreaterThan(0);
  expect(fonts.map(({ familyName }) => familyName).join()).not.toContain("Amiri");
});

test("an offer of another language that was closed isn't made again", async ({
  browser,
  translatedSite,
}) => {
  const context = await browser.newContext({ baseURL: translatedSite.url, locale: "fr-FR" });
  const page = await context.newPage();
  await page.goto("/quran");
  const offer = page.getByRole("link", { name: "Cette page existe aussi en français." });
  await expect(offer).toBeVisible();
  await page.getByRole("button", { name: "Ne plus proposer" }).click();
  await expect(offer).toBeHidden();
  await page.goto("/courses");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(offer).toBeHidden();
  await context.close();
});

test("none of 300 pages rendered at the same time is in the wrong language", async ({
  translatedSite,
}) => {
  const languages = ["en", ...translated] as const;
  const wrong: string[] = [];
  let next = 0;
  const ask = async () => {
    for (let index = next; index < 300; index = next) {
      next += 1;
      const language = languages[index % languages.length] ?? "en";
      const answer = await fetch(
        translatedSite.url + addLanguagePrefix(`/nowhere-${index}`, language),
      );
      const html = await answer.text();
      const isRight =
        html.includes(`<html lang="${language}"`) &&
        html.includes(
          { en: "Page not found", ar: "الصفحة غير موجودة", fr: "Page introuvable" }[language],
        );
      if (!isRight) wrong.push(`${answer.status} ${index} ${language}`);
    }
  };
  await Promise.all(Array.from({ length: 20 }, ask));
  expect(wrong).toEqual([]);
});
