/**
 * `npm run pictures`: takes the README's screenshots of the built product with the demo data, in
 * both themes, and writes them to `docs/pictures`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { demoPassword } from "#server/demo/demo-shapes.ts";
import { type BenchSite, startSite } from "./bench/site.ts";
import { findTestBrowser } from "./support/browser.ts";
import { explain } from "./support/environment.ts";

type Theme = "light" | "dark";

interface Picture {
  name: string;
  /** In CSS pixels. */
  viewport: { width: number; height: number };
  /** Device pixels per CSS pixel. */
  scale: number;
  /** The heading at the top of the screenshot, if it doesn't start at the top of the page. */
  heading?: string;
  /** Opens the page in a browser without a session. */
  open: (page: Page) => Promise<void>;
}

/** A course of the demo's student with lessons in the log. */
const courseWithLessons = "Tajweed from the first letter";

const pictures: Picture[] = [
  {
    name: "courses-desktop",
    viewport: { width: 1280, height: 900 },
    scale: 1.5,
    open: async (page) => {
      await page.goto("/courses?sort=popularity");
    },
  },
  {
    name: "progress-phone",
    viewport: { width: 400, height: 860 },
    scale: 2,
    heading: "Quran progress",
    open: async (page) => {
      await logIn(page, "student@halaqa.test");
      await page.goto("/dashboard?tab=courses");
      await page.getByRole("link", { name: `Progress: ${courseWithLessons}` }).click();
    },
  },
];

/** The maximum size of an image in the README. */
const maxBytes = 120_000;

const folder = join(import.meta.dirname, "..", "docs", "pictures");

try {
  const site = await startSite();
  const executablePath = findTestBrowser();
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  try {
    mkdirSync(folder, { recursive: true });
    for (const picture of pictures) {
      for (const theme of ["light", "dark"] as const) {
        await takePicture(site, browser, picture, theme);
      }
    }
  } finally {
    await browser.close();
    await site.stop();
  }
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
process.exit();

async function takePicture(
  site: BenchSite,
  browser: Browser,
  { name, viewport, scale, heading, open }: Picture,
  theme: Theme,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport,
    deviceScaleFactor: scale,
    colorScheme: theme,
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "Europe/London",
  });
  const page = await context.newPage();
  await open(page);
  await page.evaluate(() => {
    // The banner announces the demo, which readers of the README don't need to know.
    document.querySelector("[data-demo]")?.remove();
    // Screenshots have no scrollbar, so no space is reserved for it.
    document.documentElement.style.scrollbarGutter = "auto";
  });
  if (heading) await scrollTo(page, heading);
  await page.waitForLoadState("networkidle");
  const webp = await sharp(await page.screenshot())
    .webp({ quality: 72 })
    .toBuffer();
  await context.close();
  if (webp.length > maxBytes) throw new Error(`${name} has ${webp.length} bytes in ${theme}`);
  const path = join(folder, `${name}-${theme}.webp`);
  writeFileSync(path, webp);
  console.log(`${path}: ${Math.round(webp.length / 1_000)} kB`);
}

/** Scrolls a heading to the top, below the sticky header. */
async function scrollTo(page: Page, heading: string): Promise<void> {
  await page.getByRole("heading", { name: heading }).evaluate((element) => {
    const headerHeight = document.querySelector("header")?.offsetHeight ?? 0;
    const top = element.getBoundingClientRect().top + window.scrollY - headerHeight - 24;
    window.scrollTo({ top, behavior: "instant" });
  });
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}
