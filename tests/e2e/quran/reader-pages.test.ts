/**
 * The pages of the Quran: what their first view loads, its font, lines and addresses, and access at
 * every width.
 */
import {
  expectAccessible,
  expectControlsInWindow,
  expectNoOverflow,
  expectReadable,
} from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import { listMovements, watchMovements } from "./movements.ts";

for (const path of [
  "/quran",
  "/quran/2",
  "/quran/2?tajweed=1",
  "/quran/112",
  "/quran/page/1",
  "/quran/2/255",
  "/ar/quran/2",
  "/ar/quran/page/50",
  "/ur/quran/1",
  "/ur/quran/2",
  "/fr/quran/2",
  "/es/quran/2",
]) {
  test(`the first view of ${path} needs no script and at most 120 kB, and nothing moves`, async ({
    page,
    request,
  }) => {
    // The longest pages are compressed as far as possible after their first answer.
    const headers = { "accept-encoding": "br" };
    await expect
      .poll(
        async () => Number((await request.get(path, { headers })).headers()["content-length"]),
        { timeout: 120_000 },
      )
      .toBeLessThanOrEqual(64_000);
    await page.addInitScript(watchMovements);
    const sizes: { type: string; path: string; bytes: Promise<number> }[] = [];
    page.on("requestfinished", (request) => {
      const bytes = request.sizes().then(({ responseBodySize }) => responseBodySize);
      sizes.push({ type: request.resourceType(), path: new URL(request.url()).pathname, bytes });
    });
    await page.goto(path, { waitUntil: "networkidle" });
    await page.mouse.wheel(0, 4_000);
    const loaded = sizes.filter(({ type }) => !["image", "manifest", "other"].includes(type));
    // The font of the Quran is part of the style sheet. Interface and translations have fonts of the
    // device.
    const adjusted = /^\/(ar|ur)\//.test(path) ? ["stylesheet"] : [];
    // The page of a verse also shows Urdu, for which this browser's system has no font.
    const urdu = path === "/quran/2/255" ? ["font"] : [];
    const needed = ["document", "stylesheet", ...adjusted, ...urdu];
    expect(loaded.map(({ type }) => type).sort()).toEqual(needed.sort());
    const bytes = await Promise.all(loaded.map((each) => each.bytes));
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(120_000);
    if (urdu.length === 0) expect(await listMovements(page)).toEqual([]);
  });
}

test("Arabic text is drawn only in the font of the Quran", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  for (const path of ["/quran/1", "/quran/2/255", "/quran/page/604", "/quran/41?mode=reading"]) {
    await page.goto(path);
    await session.send("DOM.enable");
    await session.send("CSS.enable");
    const { root } = await session.send("DOM.getDocument");
    const { nodeIds } = await session.send("DOM.querySelectorAll", {
      nodeId: root.nodeId,
      selector:
        "[data-verse] [lang=ar], .verse-end[aria-hidden], .verse-end [aria-hidden], .basmala, .surah-name, .mushaf-title [lang=ar]",
    });
    expect(nodeIds.length).toBeGreaterThan(0);
    for (const nodeId of nodeIds.slice(0, 40)) {
      const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
      expect(
        fonts.filter(({ isCustomFont }) => !isCustomFont),
        path,
      ).toEqual([]);
    }
  }
});

for (const [name, path] of [
  ["the contents", "/quran"],
  ["verses", "/quran/96?transliteration=1"],
  ["words", "/quran/78?words=1&translation=fr"],
  ["flowing text", "/quran/96?mode=reading"],
  ["a page", "/quran/page/604"],
  ["a verse", "/quran/32/15"],
  ["a juz", "/quran/juz/28?translation=ur"],
  ["a missing surah", "/quran/115"],
] as const) {
  test(`${name} can be read by everyone at every width`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(path);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectReadable(page);
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoOverflow(page);
      await expectControlsInWindow(page);
    }
  });
}

test("a page has the lines of the printed mushaf, each within the window", async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/quran/page/50");
    const tops = await page
      .locator(".mushaf-text, .mushaf-title, .mushaf-basmala")
      .evaluateAll((blocks) => {
        const heights = blocks.map((block) => {
          const lineHeight = Number.parseFloat(getComputedStyle(block).lineHeight);
          return Math.round(block.getBoundingClientRect().height / lineHeight);
        });
        return heights.reduce((sum, lines) => sum + lines, 0);
      });
    expect(tops, `at ${width} pixels`).toBe(15);
    await expectNoOverflow(page);
  }
});

test("a missing surah, verse, juz or page returns 404 with a sentence that says what exists", async ({
  site,
}) => {
  const headings = new Set<string | undefined>();
  for (const [path, text] of [
    ["/quran/115", "There is no surah 115"],
    ["/quran/115", "The Quran has 114 surahs."],
    ["/quran/0", "There is no surah 0"],
    ["/quran/x", "Enter a surah number from 1 to 114."],
    ["/quran/002", "Enter a surah number from 1 to 114."],
    ["/quran/2/0", "Its verses are numbered from 1 to 286."],
    ["/quran/2/300", "Surah Al-Baqarah has no verse 300"],
    ["/quran/2/x", "Enter a surah and verse number"],
    ["/quran/juz/31", "There is no juz 31"],
    ["/quran/page/605", "There is no page 605"],
    ["/quran/page?number=605", "This mushaf has 604 pages."],
    ["/quran/page/one", "Enter a page number from 1 to 604."],
    ["/quran/2/3/4", "lead to a part of the Quran"],
  ] as const) {
    const answer = await fetch(site.url + path);
    expect(answer.status, path).toBe(404);
    const html = await answer.text();
    expect(html, path).toContain(text);
    expect(html, path).toContain('content="noindex"');
    expect(html, path).toContain('href="/quran"');
    const [, heading] = /<h1[^>]*>([^<]+)</.exec(html) ?? [];
    expect(html, path).toContain(`<title>${heading} `);
    headings.add(heading);
  }
  // Malformed addresses share one.
  expect([...headings]).toEqual([
    "There is no surah 115",
    "There is no surah 0",
    "Not in the Quran reader",
    "Surah Al-Baqarah has no verse 0",
    "Surah Al-Baqarah has no verse 300",
    "There is no juz 31",
    "There is no page 605",
  ]);
});

test("only the default view of a page is indexed, at its own address", async ({ site }) => {
  const read = async (path: string) => (await fetch(site.url + path)).text();
  expect(await read("/quran/2")).toContain(`<link rel="canonical" href="${site.url}/quran/2">`);
  for (const path of [
    "/quran/2?words=1",
    "/quran/2?words=1&part=3",
    "/quran/2?mode=reading",
    "/quran/page/3?translation=fr",
    "/quran/juz/3?translation=zz",
    "/quran/2/255?translation=fr",
    "/quran/2/255?mode=zz",
    "/fr/quran/2/255?words=1",
  ]) {
    const html = await read(path);
    expect(html.includes('name="robots" content="noindex"'), path).toBe(true);
    expect(html.includes('rel="canonical"'), path).toBe(false);
  }
});

test("the page of a verse has the display options of lists of verses, without scripts", async ({
  site,
}) => {
  const read = async (path: string) => (await fetch(site.url + path)).text();
  const listTranslations = (html: string) =>
    [...html.matchAll(/<p class="translation" lang="(\w+)"/g)].map(([, language]) => language);
  const everything = await read("/quran/2/255");
  expect(listTranslations(everything)).toEqual(["en", "ur", "fr", "es"]);
  expect(everything.includes('<option value="all" selected')).toBe(true);
  expect(everything.includes('<form action="/quran/2/255" data-display')).toBe(true);
  for (const [query, languages, parts] of [
    ["translation=fr", ["fr"], { transliteration: false, words: false }],
    ["translation=none&words=1", [], { transliteration: false, words: true }],
    [
      "translation=all&transliteration=1",
      ["en", "ur", "fr", "es"],
      { transliteration: true, words: false },
    ],
  ] as const) {
    const html = await read(`/quran/2/255?${query}`);
    expect(listTranslations(html), query).toEqual(languages);
    expect(html.includes('<p class="transliteration"'), query).toBe(parts.transliteration);
    expect(html.includes('<ol class="words"'), query).toBe(parts.words);
    const next = `href="/quran/2/256?${query.replaceAll("&", "&amp;")}"`;
    expect(html.includes(next), query).toBe(true);
  }
});

test("a translation or mode that doesn't exist is named on the page", async ({ site }) => {
  const readNotices = async (path: string) => {
    const html = await (await fetch(site.url + path)).text();
    return [...html.matchAll(/reader-notice" role="note">\s*([^<]*?)\s*</g)].map(([, text]) =>
      text?.replaceAll("&#39;", "'"),
    );
  };
  for (const path of ["/quran/2", "/quran/juz/1", "/quran/2/255"]) {
    expect(await readNotices(`${path}?translation=zz`), path).toEqual([
      "The translation in this address isn't available. English is shown instead. You can choose another one under Display.",
    ]);
  }
  for (const path of ["/quran/2", "/quran/juz/1"]) {
    expect(await readNotices(`${path}?mode=zz`), path).toEqual([
      "The mode in this address doesn't exist. Verses are shown instead.",
    ]);
    expect(await readNotices(`${path}?mode=verses`), path).toEqual([]);
  }
});
