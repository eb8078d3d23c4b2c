/** Finds a browser for the tests, or installs one. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { installDebianPackage } from "./debian.ts";

const names = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome"];
// The headless shell needs less than half the CPU time per page.
const headlessName = "chromium-headless-shell";
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Returns the path of a Chrome or Chromium that works here: the one in BROWSER_PATH, an installed
 * one, or Playwright's own. Otherwise, it downloads Playwright's or, on Debian as root, installs
 * the distribution's package. Undefined if there is no browser.
 */
export function findBrowser(): string | undefined {
  return findInstalled() ?? download() ?? installPackage();
}

/** Like `findBrowser`, but prefers the browser in which the tests run fastest. */
export function findTestBrowser(): string | undefined {
  const browser = findBrowser();
  return process.env.BROWSER_PATH ? browser : (findOnPath([headlessName]) ?? browser);
}

function findInstalled(): string | undefined {
  const { BROWSER_PATH } = process.env;
  if (BROWSER_PATH) return runs(BROWSER_PATH) ? BROWSER_PATH : undefined;
  return findOnPath(names) ?? [...applications, chromium.executablePath()].find(runs);
}

function findOnPath(programs: string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return programs.flatMap((name) => folders.map((folder) => join(folder, name))).find(runs);
}

/** Checks that the browser starts, because an installed one can lack system libraries. */
function runs(program: string): boolean {
  return existsSync(program) && spawnSync(program, ["--version"]).status === 0;
}

function download(): string | undefined {
  console.log("No Chrome or Chromium is installed; downloading Playwright's own.");
  spawnSync("playwright", ["install", "chromium"], { stdio: "inherit" });
  const program = chromium.executablePath();
  return runs(program) ? program : undefined;
}

function installPackage(): string | undefined {
  installDebianPackage("chromium", "Playwright's browser can't be downloaded or doesn't run");
  // A separate package, which not every Debian release has.
  installDebianPackage(headlessName, "Browser tests run faster without the browser's window");
  return findInstalled();
}
