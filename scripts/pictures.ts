/**
 * `npm run pictures`: takes the README's pictures of the built product with the demo data, in
 * both themes, and writes them to `docs/pictures`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { demoPassword } from "#server/demo/demo-shapes.ts";
import { type BenchSite, startSite } from "./bench/site.ts";
import { findTestBrowser } from "./browser.ts";
import { explain } from "./environment.ts";

type Theme = "light" | "dark";

interface Picture {
  name: string;
  /** In CSS pixels. */
  viewport: { width: number; height: number };
  /** Opens the page, in a browser without a session. */
  open: (page: Page) => Promise<void>;
}

const pictures: Picture[] = [
  {
    name: "courses-desktop",
    viewport: { width: 1280, height: 860 },
    open: async (page) => {
      await page.goto("/courses");
    },
  },
  {
    name: "progress-phone",
    viewport: { width: 400, height: 860 },
    open: async (page) => {
      await logIn(page, "student@halaqa.test");
      await page.goto("/dashboard?tab=courses");
      await page.getByRole("link", { name: "Progress" }).first().click();
      await page.getByRole("heading", { name: "Quran progress" }).scrollIntoViewIfNeeded();
    },
  },
];

/** The largest file that a README should load. */
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
  { name, viewport, open }: Picture,
  theme: Theme,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport,
    deviceScaleFactor: 2,
    colorScheme: theme,
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "Europe/London",
  });
  const page = await context.newPage();
  await open(page);
  // The banner says that this is the demo, which a reader of the README doesn't need to know.
  await page.evaluate(() => document.querySelector("[data-demo]")?.remove());
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

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}
