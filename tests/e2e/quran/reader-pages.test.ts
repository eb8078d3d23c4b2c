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

for (const path of ["/quran", "/quran/2", "/quran/112", "/quran/page/1", "/quran/2/255"]) {
  test(`the first view of ${path} needs no script and at most 120 kB`, async ({
    page,
    request,
  }) => {
    // The first answer is compressed while it is rendered, and larger than those from the cache.
    await expect.poll(async () => (await request.get(path)).headers().etag).toBeTruthy();
    const sizes: { type: string; path: string; bytes: Promise<number> }[] = [];
    page.on("requestfinished", (request) => {
      const bytes = request.sizes().then(({ responseBodySize }) => responseBodySize);
      sizes.push({ type: request.resourceType(), path: new URL(request.url()).pathname, bytes });
    });
    await page.goto(path, { waitUntil: "networkidle" });
    await page.mouse.wheel(0, 4_000);
    const loaded = sizes.filter(({ type }) => !["image", "manifest", "other"].includes(type));
    // The page of a verse also shows Urdu, for which this browser's system has no font.
    const needed =
      path === "/quran/2/255" ? ["document", "stylesheet", "font"] : ["document", "stylesheet"];
    expect(loaded.map(({ type }) => type).sort()).toEqual(needed.sort());
    const bytes = await Promise.all(loaded.map((each) => each.bytes));
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(120_000);
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

test("a missing surah, verse, juz or page gets status 404 and a sentence that says what exists", async ({
  site,
}) => {
  for (const [path, text] of [
    ["/quran/115", "There is no surah 115. The Quran has 114 surahs."],
    ["/quran/0", "There is no surah 0."],
    ["/quran/x", "Enter a surah number from 1 to 114."],
    ["/quran/002", "Enter a surah number from 1 to 114."],
    ["/quran/2/0", "Surah Al-Baqarah has no verse 0. Its verses are numbered from 1 to 286."],
    ["/quran/2/287", "Surah Al-Baqarah has no verse 287."],
    ["/quran/2/x", "Enter a verse as surah and verse number"],
    ["/quran/juz/31", "There is no juz 31. The Quran has 30 juz."],
    ["/quran/page/605", "There is no page 605. This mushaf has 604 pages."],
    ["/quran/page?number=605", "There is no page 605."],
    ["/quran/page/one", "Enter a page number from 1 to 604."],
    ["/quran/2/3/4", "lead to a part of the Quran"],
  ] as const) {
    const answer = await fetch(site.url + path);
    expect(answer.status, path).toBe(404);
    const html = await answer.text();
    expect(html, path).toContain(text);
    expect(html, path).toContain('content="noindex"');
    expect(html, path).toContain('href="/quran"');
  }
});

test("only the default view of a page is indexed, and the others name it as canonical", async ({
  site,
}) => {
  const read = async (path: string) => (await fetch(site.url + path)).text();
  expect(await read("/quran/2")).toContain(`<link rel="canonical" href="${site.url}/quran/2">`);
  for (const path of [
    "/quran/2?words=1",
    "/quran/2?mode=reading",
    "/quran/page/3?translation=fr",
  ]) {
    expect(await read(path), path).toContain('name="robots" content="noindex"');
  }
});
