/** People who run the site, in browser tests. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import type { Site } from "../support/site.ts";

const run = promisify(execFile);

/** Logs in to the console as a demo account, whose authenticator app is the sandbox. */
export async function openConsole(page: Page, site: Site, account: string): Promise<void> {
  const email = `${account}@halaqa.test`;
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill("halaqa-demo");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(/\/staff\/sign-in/);
  const answer = await fetch(`${site.sandboxUrl}/totp?email=${email}`);
  await page.getByLabel("Code from your authenticator app").fill((await answer.json()).code);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
}

/** Makes an account staff with the command that an operator uses. */
export async function appoint(site: Site, email: string, role: StaffRole): Promise<void> {
  const { DATABASE_URL: _, ...env } = process.env;
  await run(process.execPath, ["scripts/staff.ts", "add", email, "--role", role], {
    env: { ...env, DATA_DIR: site.dataDir },
  });
}
