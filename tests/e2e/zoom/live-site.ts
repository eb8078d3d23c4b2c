/** A site whose live class tests change, and what they find on its live page. */
import type { FrameLocator, Locator } from "@playwright/test";
import { readCode, type Site, startDemoSite } from "../support/site.ts";
import { expect } from "../support/watched.ts";

/** Starts a separate site with the demo data. Stopping it removes the data. */
export function startLiveSite(): Promise<Site> {
  return startDemoSite({ RATE_LIMIT_FACTOR: "100" });
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
