/** Checks that apply to every screen in every state. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type CDPSession, expect, type Frame, type Page } from "@playwright/test";
import type axe from "axe-core";

/** The official `@axe-core/playwright` sends a version twice as large, twice for each check. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const allRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Expects no axe violations in the page's current state. Open dialogs and menus before calling it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectInOrder(page, allRules);
}

/**
 * Rules whose results depend only on colors and styles, which all languages share. They take a
 * third of axe's time.
 */
const sharedRules = ["color-contrast", "link-in-text-block", "avoid-inline-spacing"];

/**
 * Expects no axe violations that a language can cause. Sufficient for a page that passed
 * `expectAccessible` in another language.
 */
export async function expectAccessibleInLanguage(page: Page | Frame): Promise<void> {
  const crowded = await Promise.all(listFrames(page).map(hasCrowdedControls));
  const skipped = crowded.includes(true) ? sharedRules : [...sharedRules, "target-size"];
  const rules = Object.fromEntries(skipped.map((id) => [id, { enabled: false }]));
  await expectInOrder(page, allRules, rules);
}

/**
 * Whether a small control may be too close to another one for axe's rule about targets, which compares
 * all elements with each other and is therefore asked only then.
 */
function hasCrowdedControls(frame: Frame): Promise<boolean> {
  return frame.evaluate(() => {
    const diameter = 24;
    const boxes = [
      ...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]"),
    ]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      // Parts for screen readers are one pixel wide.
      .filter(({ box }) => box.width > 1 && box.height > 1);
    return boxes.some(({ element, box }) => {
      if (box.width >= diameter && box.height >= diameter) return false;
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      return boxes.some((other) => {
        if (other.element === element || other.element.contains(element)) return false;
        const across = Math.max(other.box.left - x, x - other.box.right, 0);
        const down = Math.max(other.box.top - y, y - other.box.bottom, 0);
        return Math.hypot(across, down) < diameter;
      });
    });
  });
}

/**
 * Expects enough contrast for all text. Sufficient for a state that passed `expectAccessible` in
 * the other theme, because only the colors differ.
 */
export async function expectReadable(page: Page): Promise<void> {
  await expectInOrder(page, ["color-contrast"]);
}

/**
 * Colors are measured as rendered, so this waits for all animations except those that never end. A
 * changed color scheme sets the theme in the next frame, which begins transitions. It runs in the
 * page.
 */
async function waitUntilStill(): Promise<void> {
  const nextFrame = () =>
    new Promise<unknown>((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve));
      // Pages in the background have no frames.
      setTimeout(resolve, 1_000);
    });
  const findRunning = () =>
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .filter(({ playState }) => playState === "running");
  await nextFrame();
  await nextFrame();
  // Not `finished`, which some animations never settle if their element is hidden before the end.
  while (findRunning().length > 0) await nextFrame();
}

/** A page's frames, or a frame with those in it. */
const listFrames = (page: Page | Frame): Frame[] =>
  "frames" in page ? page.frames() : [page, ...page.childFrames()];

/** Detaching a session would end the virtual authenticator of a page that has one. */
const devToolsOf = new WeakMap<Page, Promise<CDPSession>>();

/**
 * For a page's next document, the browser reuses the compiled code of a script that it gets directly.
 * Playwright passes it to `eval`, which takes three times as long.
 */
async function loadAxe(frame: Frame): Promise<void> {
  const page = frame.page();
  if (frame !== page.mainFrame()) {
    await frame.evaluate(axeSource);
    return;
  }
  const attaching = devToolsOf.get(page) ?? page.context().newCDPSession(page);
  devToolsOf.set(page, attaching);
  await (await attaching).send("Runtime.evaluate", { expression: axeSource });
}

async function expectInOrder(
  page: Page | Frame,
  runOnly: string[],
  rules: Record<string, { enabled: boolean }> = {},
): Promise<void> {
  await page.evaluate(waitUntilStill);
  // Frames need axe too, because it checks what they contain.
  for (const frame of listFrames(page)) {
    if (!(await frame.evaluate(() => "axe" in window))) await loadAxe(frame);
  }
  const found = await page.evaluate(
    async (options) => {
      const loaded = window as unknown as { axe: typeof axe };
      const { violations } = await loaded.axe.run(options);
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        places: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
      }));
    },
    // Omits detailed results for rules that passed, and doesn't load style sheets and media again.
    // Only rules for autoplaying media, which the site doesn't have, and experimental ones need them.
    { runOnly, rules, resultTypes: ["violations" as const], preload: false },
  );
  expect(found, `axe on ${page.url()}`).toEqual([]);
}

/**
 * Expects that no element is wider than the window on either side, so that the page doesn't scroll
 * sideways.
 */
export async function expectNoOverflow(page: Page | Frame): Promise<void> {
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll("body *")]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -1 || right > clientWidth + 1;
      })
      .map((element) => element.outerHTML.slice(0, 160));
  });
  expect(wide, `wider than the window on ${page.url()}`).toEqual([]);
}

/**
 * Expects that everything that can be pressed or filled in is inside the window, or can be scrolled
 * into it. A panel with hidden overflow can cut off a button even if the page doesn't scroll
 * sideways.
 */
export async function expectControlsInWindow(page: Page): Promise<void> {
  const cut = await page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    // Content that is only for screen readers is clipped and one pixel wide.
    const isClipped = (element: Element): boolean => {
      for (let each: Element | null = element; each; each = each.parentElement) {
        if (each.getBoundingClientRect().width <= 1) return true;
      }
      return false;
    };
    const canScrollTo = (element: Element): boolean => {
      for (let each = element.parentElement; each; each = each.parentElement) {
        const { overflowX } = getComputedStyle(each);
        if (/auto|scroll/.test(overflowX) && each.scrollWidth > each.clientWidth) return true;
      }
      return false;
    };
    return [...document.querySelectorAll<HTMLElement>("button, a[href], input, select, textarea")]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        const isInside = left >= -1 && right <= clientWidth + 1;
        // Honeypot fields can't be focused.
        const isUsed =
          element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true });
        return isUsed && !isInside && !isClipped(element) && !canScrollTo(element);
      })
      .map((element) => element.outerHTML.slice(0, 160));
  });
  expect(cut, `controls outside the window on ${page.url()}`).toEqual([]);
}

/**
 * Expects that the page in right-to-left direction is the mirror image of the page in its current
 * state. The texts stay the same, so only boxes are compared. Parts with their own direction, such
 * as text that users have written, keep it.
 */
export async function expectMirrored(page: Page | Frame): Promise<void> {
  const differences = await page.evaluate(() => {
    const root = document.documentElement;
    const given = root.dir;
    const isCompared = (element: Element): boolean => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        return false;
      if (element.closest("svg") && element.localName !== "svg") return false;
      // Mixing letters of both directions in one line changes their order, and with it the boxes
      // around them.
      if (getComputedStyle(element).display.startsWith("inline")) return false;
      return element.closest("[dir]") === root;
    };
    const measure = () =>
      elements.map((element) => {
        const { left, right, top, width, height } = element.getBoundingClientRect();
        return { left, right, top: top + scrollY, width, height };
      });
    root.dir = "rtl";
    const followsRoot = (element: Element) => getComputedStyle(element).direction === "rtl";
    const elements = [...document.querySelectorAll("body, body *")]
      .filter(isCompared)
      // The pages of the Quran have the same order in all languages.
      .filter(followsRoot);
    root.dir = "ltr";
    const before = measure();
    root.dir = "rtl";
    const after = measure();
    // The scroll bar, or the space reserved for it, stays on the same side.
    const [page, mirrored] = [before[0], after[0]];
    root.dir = given;
    if (!page || !mirrored) return [];
    const tolerance = 1.5;
    return elements.flatMap((element, index) => {
      const [one, other] = [before[index], after[index]];
      if (!one || !other || one.width <= 1 || one.height <= 1) return [];
      const off = Math.max(
        Math.abs(page.right - one.right - (other.left - mirrored.left)),
        Math.abs(one.left - page.left - (mirrored.right - other.right)),
      );
      if (off <= tolerance) return [];
      const round = (box: typeof one) => [box.left, box.right].map(Math.round).join("–");
      return [`${element.outerHTML.slice(0, 160)} ${round(one)} became ${round(other)}`];
    });
  });
  expect(differences, `not the mirror image on ${page.url()}`).toEqual([]);
}
