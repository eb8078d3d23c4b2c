/** A site whose live class tests change, and what they find on its live page. */
import { rm } from "node:fs/promises";
import type { FrameLocator, Locator } from "@playwright/test";
import { copyDataDir } from "../../support/processes/ready.ts";
import { readCode, type Site, startSite } from "../support/site.ts";
import { expect } from "../support/watched.ts";

/** Starts a separate site with the demo data. Stopping it removes the data. */
export async function startLiveSite(): Promise<Site> {
  const dataDir = await copyDataDir(process.env.DEMO_DATA_DIR ?? "");
  const site = await startSite({
    SEED: "demo",
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: "100",
    LANGUAGES: "en,ar",
  });
  return {
    ...site,
    stop: async () => {
      const how = await site.stop();
      await rm(dataDir, { recursive: true });
      return how;
    },
  };
}

/** A live page on the site or in the panel of a meeting. */
export type Shown = Pick<FrameLocator, "locator" | "getByRole" | "getByText" | "getByLabel">;

export const findCurrentVerse = (shown: Shown): Locator =>
  shown.locator(".live-verse[aria-current]");

export const findWord = (shown: Shown, key: string, position: number): Locator =>
  shown.locator(`[data-verse="${key}"] .verse-text [data-word="${position}"]`);

/** Links the person's Zoom user to the account with a code from the mailbox. */
export async function logInToApp(site: Site, app: FrameLocator, email: string): Promise<void> {
  await app.getByLabel("Email address").fill(email);
  await app.getByRole("button", { name: "Send code" }).click();
  await expect(app.getByLabel("Code")).toBeVisible();
  await app.getByLabel("Code").fill(await readCode(site, email));
  await app.getByRole("button", { name: "Log in" }).click();
  await expect(app.getByText("Live", { exact: true })).toBeVisible();
}
