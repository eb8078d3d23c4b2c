/** Finds a browser for the tests, fetching one where the machine has none. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { installDebianPackage } from "./debian.ts";

const names = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The program of a Chrome or Chromium that runs here: the one that BROWSER_PATH names, an
 * installed one, or Playwright's own; else Playwright's download; else, on Debian as root, the
 * distribution's package. Undefined when none can be had.
 */
export function findBrowser(): string | undefined {
  return findInstalled() ?? download() ?? installPackage();
}

function findInstalled(): string | undefined {
  const { BROWSER_PATH, PATH = "" } = process.env;
  if (BROWSER_PATH) return runs(BROWSER_PATH) ? BROWSER_PATH : undefined;
  const folders = PATH.split(delimiter);
  const installed = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...installed, ...applications, chromium.executablePath()].find(runs);
}

/** A browser may be there and lack the system's libraries. */
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
  installDebianPackage("chromium", "Playwright's browser can't be had or doesn't run");
  return findInstalled();
}
