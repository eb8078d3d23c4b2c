/**
 * How the parts of the reader share the window: on phones, with open tools, and on right-to-left
 * pages.
 */
import type { Locator, Page } from "@playwright/test";
import { expectNoOverflow } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";

const verse = (page: Page, key: string) => page.locator(`[data-verse="${key}"]`);
const panel = (page: Page) => page.locator(".verse-panel");

async function openTools(page: Page, key: string): Promise<void> {
  await page.getByRole("button", { name: `Tools for verse ${key}` }).click();
  await expect(panel(page).getByText("Words")).toBeVisible();
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element isn't drawn");
  return box;
}

test("loading the style sheet of the tools changes nothing else on the page", async ({ page }) => {
  const readLooks = () =>
    page.locator("body > header *, .reader-head *, .reader-bar *").evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { textDecorationLine, padding, fontSize } = getComputedStyle(element);
        return (
          [element.outerHTML.slice(0, 80), x, y, width, height].join() +
          [textDecorationLine, padding, fontSize].join()
        );
      }),
    );
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/quran/112");
    const before = await readLooks();
    await page.locator(".display > summary").click();
    await page.getByRole("button", { name: "Hide words" }).click();
    await expect(page.locator("[data-hide-text]")).toHaveCount(1);
    await page.getByRole("button", { name: "Show the text" }).click();
    await page.mouse.move(0, 0);
    const after = await readLooks();
    expect(after.length).toBe(before.length);
    expect(after.filter((each, index) => each !== before[index])).toEqual([]);
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the panel doesn't cover the verse or the word it belongs to", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/quran/112");
    await openTools(page, "112:3");
    const text = verse(page, "112:3").locator(".verse-text");
    await expect
      .poll(async () => {
        const { y, height } = await boxOf(text);
        return y + height - (await boxOf(panel(page))).y;
      })
      .toBeLessThanOrEqual(0);
    const bar = await boxOf(page.locator(".reader-bar"));
    expect((await boxOf(verse(page, "112:3"))).y).toBeGreaterThanOrEqual(bar.y + bar.height);
  });

  test("the panel can be closed wherever it is scrolled", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 400 });
    await page.goto("/quran/112");
    await openTools(page, "112:1");
    const close = panel(page).getByRole("button", { name: "Close" });
    const { y } = await boxOf(close);
    await panel(page).evaluate((each) => each.scrollTo(0, each.scrollHeight));
    expect(await panel(page).evaluate((each) => each.scrollTop)).toBeGreaterThan(40);
    expect(Math.abs((await boxOf(close)).y - y)).toBeLessThan(4);
    await close.click();
    await expect(panel(page)).toHaveCount(0);
  });

  test("everything in the bar and the panel is large enough for a finger", async ({ page }) => {
    await page.goto("/quran/112");
    await openTools(page, "112:1");
    const controls = page.locator(
      ".listen, .display > summary, .verse-panel :is(button, a.btn, summary)",
    );
    const small = await controls.evaluateAll((elements) =>
      elements
        .filter((element) => {
          const { width, height } = element.getBoundingClientRect();
          return width < 44 || height < 44;
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(small).toEqual([]);
    expect(await controls.count()).toBeGreaterThan(8);
  });

  test("the text begins in the upper part of the first screen", async ({ page }) => {
    for (const [path, first] of [
      ["/quran/2", ".basmala"],
      ["/quran/2?mode=reading", ".basmala"],
      ["/quran/page/3", ".mushaf-text"],
      ["/quran/juz/2", ".surah-title"],
      ["/quran/2/255", ".verse-text"],
    ] as const) {
      await page.goto(path);
      const { y } = await boxOf(page.locator(first).first());
      expect(y / 844, path).toBeLessThan(0.4);
    }
  });

  test("verse numbers, tools and links are large enough for a finger", async ({ page }) => {
    for (const path of ["/quran/112", "/quran/112?mode=reading", "/quran/page/604"]) {
      await page.goto(path);
      const small = await page
        .locator(".reader-head a, .verse-chip, .verse-page, .verse-tools, a.verse-end")
        .evaluateAll((elements) =>
          elements.flatMap((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            if (width === 0) return [];
            const after = getComputedStyle(element, "::after");
            const isLarger = after.content !== "none";
            const target = {
              width: Math.max(width, isLarger ? Number.parseFloat(after.width) : 0),
              height: Math.max(height, isLarger ? Number.parseFloat(after.height) : 0),
            };
            const isSmall = target.width < 24 || target.height < 44;
            return isSmall ? [`${element.className} ${x} ${y} ${JSON.stringify(target)}`] : [];
          }),
        );
      expect(small, path).toEqual([]);
    }
  });

  test("the links for users fit into the header, even in the narrowest window", async ({
    page,
  }) => {
    await page.goto("/quran/112");
    await page.evaluate(() => {
      document.documentElement.dataset.signedIn = "";
      const link = document.querySelector<HTMLElement>("[data-continue]");
      if (!link) throw new Error("No link to continue");
      link.hidden = false;
      link.textContent = "Continue at 100:10";
    });
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 640 });
      for (const link of await page.locator(".reader-head a:visible").all()) {
        const { x, width: own } = await boxOf(link);
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + own, String(await link.textContent())).toBeLessThanOrEqual(width);
      }
    }
  });

  test("lines of a page keep their width when they are hidden", async ({ page }) => {
    await page.goto("/quran/page/3");
    const width = await page.locator(".mushaf-lines").evaluate((each) => each.scrollWidth);
    await page.locator(".display > summary").click();
    await page.getByRole("button", { name: "Hide words" }).click();
    await expect(page.locator(".reveal").first()).toBeVisible();
    expect(await page.locator(".mushaf-lines").evaluate((each) => each.scrollWidth)).toBe(width);
  });

  test("the player shows the complete name of a verse in the narrowest window", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto("/quran/60");
    await page.locator(".listen").click();
    const name = page.locator(".player-place strong");
    await expect(name).toHaveText(/^Al-Mumtahanah/);
    expect(await name.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(
      0,
    );
  });

  test("the bar shows the position on two lines, and a verse's tools are beside its links", async ({
    page,
  }) => {
    for (const path of ["/quran/67", "/fr/quran/67", "/ar/quran/67"]) {
      await page.goto(path);
      const place = await boxOf(page.locator(".reader-place"));
      const bar = await boxOf(page.locator(".reader-bar"));
      expect(bar.height, path).toBeLessThan(56);
      expect(place.height, path).toBeLessThan(44);
    }
    await page.goto("/quran/67/1");
    const links = page.locator(".verse-places a");
    const last = await boxOf(links.last());
    const tools = await boxOf(page.locator(".verse-places .verse-tools"));
    expect(Math.abs(last.y + last.height / 2 - tools.y - tools.height / 2)).toBeLessThan(4);
  });

  test("the bar shows the complete position in the narrowest window", async ({ page }) => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 640 });
      await page.goto("/quran/112");
      const cut = await page
        .locator(".reader-place > *")
        .evaluateAll((lines) =>
          lines.filter((line) => line.scrollWidth > line.clientWidth).map((line) => line.innerHTML),
        );
      expect(cut, `at ${width} pixels`).toEqual([]);
    }
  });
});

test("the panel is beside the text in both writing directions", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const direction of ["ltr", "rtl"]) {
    await page.goto("/quran/112");
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    await openTools(page, "112:1");
    const tools = await boxOf(panel(page));
    const text = await boxOf(verse(page, "112:1"));
    const isBeside = tools.x >= text.x + text.width || tools.x + tools.width <= text.x;
    expect(isBeside, direction).toBe(true);
    expect(tools.x > text.x, direction).toBe(direction === "ltr");
    const [bar, main] = [
      await boxOf(page.locator(".reader-bar")),
      await boxOf(page.locator("main")),
    ];
    expect([bar.x, bar.width], direction).toEqual([main.x, main.width]);
  }
});

test("the path above the title doesn't end with a slash at any width", async ({ page }) => {
  for (const path of ["/quran/search?q=mercy", "/quran/112", "/quran/112/1"]) {
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      const steps = page.getByRole("navigation", { name: "Breadcrumb" });
      const labels = steps.locator("a, [aria-current]").filter({ visible: true });
      const slashes = steps.getByText("/", { exact: true }).filter({ visible: true });
      await expect(slashes, `${path} at ${width}`).toHaveCount((await labels.count()) - 1);
    }
  }
});

test("the links to the next page and word are on the left in both writing directions", async ({
  page,
}) => {
  for (const direction of ["ltr", "rtl"]) {
    await page.goto("/quran/112");
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    const next = await boxOf(page.locator(".reader-pager [rel=next]"));
    const previous = await boxOf(page.locator(".reader-pager [rel=prev]"));
    expect(next.x, direction).toBeLessThan(previous.x);
    await verse(page, "112:1").locator("[lang=ar]").click();
    const nextWord = await boxOf(page.getByRole("button", { name: "Next word" }));
    const previousWord = await boxOf(page.getByRole("button", { name: "Previous word" }));
    expect(nextWord.x, direction).toBeLessThan(previousWord.x);
  }
});

test("the buttons below a word fit into the panel in every language", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of ["/quran/2/255", "/es/quran/2/255", "/fr/quran/2/255"]) {
    await page.goto(path);
    await page.locator("[data-verse] [lang=ar]").first().click();
    await expect(panel(page).getByRole("button")).toHaveCount(4);
    const hidden = await panel(page).evaluate((each) => each.scrollWidth - each.clientWidth);
    expect(hidden, path).toBe(0);
  }
});

test("the links below a page of the printed mushaf are as wide as the page", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/quran/page/3");
  const sheet = await boxOf(page.locator(".mushaf"));
  const pager = await boxOf(page.locator(".reader-pager"));
  expect([pager.x, pager.width]).toEqual([sheet.x, sheet.width]);
});

test("the lines of a page are printed on a single sheet", async ({ page }) => {
  // The area that margins of 1.5 cm leave on US letter paper, in CSS pixels.
  const sheet = { width: 702, height: 942 };
  await page.setViewportSize(sheet);
  await page.emulateMedia({ media: "print" });
  for (const path of ["/quran/page/3", "/quran/page/591", "/quran/page/604"]) {
    await page.goto(path);
    const { y, height } = await boxOf(page.locator(".mushaf"));
    expect(y + height, path).toBeLessThanOrEqual(sheet.height);
    await expectNoOverflow(page);
  }
});

test("everything is printed in dark colors and without the site's header, even in the dark theme", async ({
  page,
  logIn,
}) => {
  await logIn("student");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const path of [
    "/quran",
    "/quran/112?words=1",
    "/quran/page/604",
    "/quran/search?q=mercy",
    "/quran/study",
    "/classes/cls_demoLiveClass/quran",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first(), path).toBeVisible();
    for (const screenOnly of ["body > header", ".live-dock", ".live-side", "main .btn"]) {
      await expect(page.locator(`${screenOnly}:visible`), path).toHaveCount(0);
    }
    const light = await page.evaluate(() => {
      const canvas = document.createElement("canvas").getContext("2d");
      if (!canvas) throw new Error("There is no canvas");
      const isLight = (element: Element) => {
        canvas.fillStyle = getComputedStyle(element).color;
        canvas.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
        return 0.3 * red + 0.6 * green + 0.1 * blue > 140;
      };
      const texts = [...document.querySelectorAll("main *")].filter(
        (element) =>
          element.checkVisibility() &&
          [...element.childNodes].some(({ nodeType, textContent }) =>
            Boolean(nodeType === Node.TEXT_NODE && textContent?.trim()),
          ),
      );
      if (texts.length === 0) throw new Error("There is no text");
      return texts.filter(isLight).map(({ className, textContent }) => [className, textContent]);
    });
    expect(light, path).toEqual([]);
  }
});

test("the short last line of a surah is centered with narrow spaces", async ({ page }) => {
  await page.goto("/quran/page/604");
  const line = await boxOf(page.locator(".mushaf-text").last());
  const number = await boxOf(verse(page, "114:6").locator("a"));
  const text = await verse(page, "114:6").evaluate((element) => {
    const letters = element.querySelector("[lang=ar]")?.lastChild;
    const range = document.createRange();
    if (letters) range.selectNode(letters);
    return range.getBoundingClientRect().toJSON() as { right: number };
  });
  const [before, after] = [line.x + line.width - text.right, number.x - line.x];
  expect(before).toBeGreaterThan(line.width / 5);
  expect(Math.abs(before - after)).toBeLessThan(line.width / 20);
});
