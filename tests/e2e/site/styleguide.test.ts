/** `npm run dev`, and the style guide, which exists only there. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { findFreePort } from "../../../scripts/support/free-port.ts";
import { makeDataDir } from "../../support/processes/ready.ts";
import { expectAccessible, expectNoOverflow, expectReadable } from "../support/checks.ts";
import { expect, test } from "../support/watched.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** Starts the development server with its own ports and data folder. */
async function startDev(): Promise<{ url: string; process: ChildProcess; output(): string }> {
  const [port, sandboxPort, dataDir] = [
    await findFreePort(),
    await findFreePort(),
    await makeDataDir(),
  ];
  const child = spawn(process.execPath, [join(root, "scripts", "dev.ts")], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      LANGUAGES: "en,ar",
      SEED: "none",
    },
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  }
  child.once("close", () => rm(dataDir, { recursive: true, force: true }));
  return { url: `http://localhost:${port}`, process: child, output: () => chunks.join("") };
}

/** The contrast of each control's border with the background next to it, as rendered. */
const lineContrasts = (page: Page) =>
  page.locator("main :is(.input, .select, .textarea, .checkbox)").evaluateAll((controls) => {
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("There is no canvas");
    const luminance = (...colors: string[]) => {
      context.clearRect(0, 0, 1, 1);
      for (const color of colors) {
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map(
        (value) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4),
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ground = getComputedStyle(document.documentElement).backgroundColor;
    return controls.map((control) => {
      const { borderTopColor, backgroundColor } = getComputedStyle(control);
      const line = luminance(ground, backgroundColor, borderTopColor);
      const beside = luminance(ground);
      return (Math.max(line, beside) + 0.05) / (Math.min(line, beside) + 0.05);
    });
  });

test("npm run dev shows the accessible style guide, and pages in the offered languages", async ({
  page,
}) => {
  // On a busy machine, the first page alone takes two minutes.
  test.setTimeout(900_000);
  const dev = await startDev();
  try {
    await expect
      .poll(() => fetch(`${dev.url}/styleguide`).then(({ status }) => status, dev.output), {
        timeout: 300_000,
      })
      .toBe(200);
    // Vite reloads the page when it discovers further dependencies.
    await expect(() => look(page, dev.url)).toPass({ timeout: 120_000 });
    for (const path of ["/ar", "/ar/about"]) {
      expect(await (await fetch(dev.url + path)).text(), path).toContain(
        '<html lang="ar" dir="rtl"',
      );
    }
    const guarded = await fetch(`${dev.url}/ar/dashboard`, { redirect: "manual" });
    expect(guarded.headers.get("location")).toBe("/ar/login?returnTo=%2Fdashboard");
  } finally {
    dev.process.kill("SIGTERM");
    if (dev.process.exitCode === null) await once(dev.process, "close");
  }
  expect(dev.process.exitCode, dev.output()).toBe(0);
});

async function look(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/styleguide`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Calm, warm, bookish");
  for (const name of ["Colors", "Type", "Ornament", "Buttons"]) {
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  }
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoOverflow(page);
    }
    await (colorScheme === "light" ? expectAccessible(page) : expectReadable(page));
    for (const contrast of await lineContrasts(page)) {
      expect(contrast, `a line in the ${colorScheme} theme`).toBeGreaterThanOrEqual(3);
    }
  }
  const field = page.locator("main input.input:enabled").first();
  await field.focus();
  const { outline, offset } = await field.evaluate((input) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(input);
    return { outline: outlineWidth, offset: outlineOffset };
  });
  expect({ outline, offset }, "one ring, on the line").toEqual({
    outline: "2px",
    offset: "-1px",
  });
}
