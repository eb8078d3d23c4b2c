/** Adding the first second factor, a passkey, and using a recovery code. */

import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectAccessible } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import { joinByApi, password } from "../support/people.ts";
import { appoint } from "./staff-people.ts";

async function logIn(page: Page, email: string) {
  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
  await page.goto("/staff");
}

const today = (page: Page) => page.getByRole("heading", { name: "Today", level: 1 });

test("a new owner adds an authenticator app and a passkey, and logs in with each of them and once with a recovery code", async ({
  page,
  site,
}) => {
  const email = await joinByApi(page.request, site, "owner");
  await appoint(site, email, "owner");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });

  let recoveryCode = "";
  await test.step("the owner adds an authenticator app", async () => {
    await page.goto("/staff");
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    const key = (await page.locator("code").textContent()) ?? "";
    await expectAccessible(page);
    const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(/\s/g, "")) });
    await page.getByLabel("6-digit code").fill(totp.generate());
    await page.getByRole("button", { name: "Add app" }).click();
    await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeVisible();
    const codes = page.getByRole("main").getByRole("listitem");
    await expect(codes).toHaveCount(10);
    recoveryCode = (await codes.first().textContent()) ?? "";
    await expectAccessible(page);
    await page.getByRole("button", { name: "I've saved my codes" }).click();
    await expect(today(page)).toBeVisible();
  });

  await test.step("the owner adds a passkey and logs in with it", async () => {
    await page.goto("/staff/sign-in");
    const added = page.waitForResponse((response) => response.url().endsWith("/new-passkey"));
    await page.getByRole("button", { name: "Add a passkey" }).click();
    expect((await added).ok()).toBe(true);
    await expect(page.getByRole("heading", { name: "10 recovery codes left" })).toBeVisible();
    await logIn(page, email);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(today(page)).toBeVisible();
  });

  await test.step("the passkey is deleted", async () => {
    await page.goto("/staff/sign-in");
    await expect(page.getByRole("heading", { name: "Your passkeys" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Delete this passkey?" });
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Your passkeys" })).toBeHidden();
  });

  const enterRecoveryCode = async () => {
    await logIn(page, email);
    await page.getByRole("button", { name: "Use a recovery code instead" }).first().click();
    await page.getByLabel("Recovery code").fill(recoveryCode);
    await page.getByRole("button", { name: "Continue" }).click();
  };
  await test.step("a recovery code works once", async () => {
    await enterRecoveryCode();
    await expect(today(page)).toBeVisible();
    await enterRecoveryCode();
    await expect(page.getByRole("alert")).toContainText("That didn't work.");
  });
});
