/** All error and success messages of the account dialogs. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import { newAddress, password } from "../support/people.ts";
import { readCode } from "../support/site.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) =>
  dialog(page).getByRole("button", { name, exact: true }).click();

/** Makes the next call to that path fail, or answers it with `json`. */
async function answerOnce(page: Page, path: string, json?: object): Promise<void> {
  await page.route(
    `**/api/auth${path}`,
    (route) => route.fulfill(json ? { json } : { status: 500, json: {} }),
    { times: 1 },
  );
}

async function expectTold(page: Page, words: string, role: "alert" | "status"): Promise<void> {
  await expect(dialog(page).getByRole(role).filter({ hasText: words })).toHaveText(words);
}

async function openDialog(page: Page, link: "Log in" | "Sign up"): Promise<void> {
  await page.goto("/about");
  await page.getByRole("banner").getByRole("link", { name: link }).click();
  await expect(dialog(page)).toBeVisible();
}

test("sign-up, log-in and verification show the texts from the specification", async ({
  page,
  site,
}) => {
  const email = newAddress("told");
  const logIn = async (word: string) => {
    await dialog(page).getByLabel("Email", { exact: true }).fill(email);
    await dialog(page).getByLabel("Password", { exact: true }).fill(word);
    await press(page, "Sign In");
  };

  await openDialog(page, "Sign up");
  await dialog(page).getByLabel("Full Name").fill("Amina Yusuf");
  await dialog(page).getByLabel("Email Address").fill(email);
  await dialog(page).getByLabel("Password", { exact: true }).fill("password");
  await press(page, "Sign Up");
  await expect(dialog(page).getByText(/^Signup failed: ./)).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByLabel("Password", { exact: true }).fill(password);
  await page.route("**/api/auth/signup", (route) => route.abort(), { times: 1 });
  await press(page, "Sign Up");
  await expect(dialog(page).getByText(/^Sign up failed: ./)).toBeVisible();
  await press(page, "Sign Up");
  await expect(dialog(page)).toHaveAccessibleName("Verify Your Email");

  await openDialog(page, "Log in");
  await logIn("a wrong guess");
  await expectTold(page, "Login failed. Please check your credentials and try again.", "alert");
  await answerOnce(page, "/resend");
  await logIn(password);
  await expectTold(page, "Failed to send verification code. Please try again.", "alert");
  await expectAccessible(page);
  const before = await readCode(site, email);
  await logIn(password);
  await expect(dialog(page)).toHaveAccessibleName("Verify Your Email");
  await expect.poll(() => readCode(site, email)).not.toBe(before);

  await press(page, "Resend OTP");
  await expectTold(page, "A new OTP has been sent to your email.", "status");
  await expectAccessible(page);
  await answerOnce(page, "/resend");
  await press(page, "Resend OTP");
  await expectTold(page, "Failed to resend OTP. Please try again later.", "alert");
  await press(page, "Verify OTP");
  await expect(dialog(page).getByText("OTP code is required.")).toBeVisible();
  await dialog(page).getByLabel("OTP Code").fill("123");
  await expect(dialog(page).getByText("OTP must be 6 digits.")).toBeVisible();
  await dialog(page).getByLabel("OTP Code").fill("000000");
  await expectTold(page, "Verification failed. Please check your OTP code and try again.", "alert");
});

test("resetting a password shows the texts from the specification", async ({ page }) => {
  await openDialog(page, "Log in");
  await press(page, "Forgot password?");
  await press(page, "Send Reset Code");
  await expect(dialog(page).getByText("Please enter your email address")).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByLabel("Email", { exact: true }).fill(newAddress("nobody"));
  await answerOnce(page, "/password/forgot");
  await press(page, "Send Reset Code");
  const notSent = "Failed to send reset code. Please check your email and try again.";
  await expectTold(page, notSent, "alert");
  await press(page, "Send Reset Code");
  await expectTold(page, "Password reset code has been sent to your email address", "status");

  await press(page, "Verify Code");
  await expect(dialog(page).getByText("Please enter your reset code")).toBeVisible();
  await dialog(page).getByLabel("Reset Code").fill("000000");
  const wrong = "Failed to verify reset code. Please check your code and try again.";
  await expectTold(page, wrong, "alert");
  await expectAccessible(page);
  await answerOnce(page, "/verify", { success: true, data: { accessToken: "a.b.c" } });
  await dialog(page).getByLabel("Reset Code").fill("111111");
  await expectTold(page, "Verification response is missing required data", "alert");
  const grant = { accessToken: "a.b.c", user: { id: "usr_1" } };
  await answerOnce(page, "/verify", { success: true, data: grant });
  await dialog(page).getByLabel("Reset Code").fill("222222");

  await press(page, "Reset Password");
  await expect(dialog(page).getByText("Please enter a new password")).toBeVisible();
  await dialog(page).getByLabel("New Password").fill(password);
  await dialog(page).getByLabel("Confirm Password").fill("another");
  await expect(dialog(page).getByText("Passwords do not match")).toBeVisible();
  await dialog(page).getByLabel("Confirm Password").fill(password);
  await answerOnce(page, "/password/reset/usr_1");
  await press(page, "Reset Password");
  await expectTold(page, "Failed to reset password. Please try again.", "alert");
  await expectAccessible(page);
  await press(page, "Reset Password");
  await expect(dialog(page).getByText(/^This password reset has expired\./)).toBeVisible();
  await press(page, "Back to login");
  await expect(dialog(page)).toHaveAccessibleName("Welcome Back");
});

test("a click outside a dialog, or Escape, does not discard typed text", async ({ page }) => {
  await page.goto("/");
  const beside = () => page.mouse.click(5, 400);
  const header = page.getByRole("banner");
  await header.getByRole("link", { name: "Log in" }).click();
  await dialog(page).getByLabel("Email", { exact: true }).fill("amina@example.org");
  await dialog(page).getByLabel("Password", { exact: true }).fill("half of a pass");
  await beside();
  await expect(dialog(page)).toHaveAccessibleName("Welcome Back");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await header.getByRole("link", { name: "Log in" }).click();
  await expect(dialog(page).getByLabel("Email", { exact: true })).toHaveValue("amina@example.org");
  await expect(dialog(page).getByLabel("Password", { exact: true })).toHaveValue("half of a pass");
  await press(page, "Close");

  await header.getByRole("link", { name: "Sign up" }).click();
  const email = newAddress("beside");
  await dialog(page).getByLabel("Full Name").fill("Amina Yusuf");
  await dialog(page).getByLabel("Email Address").fill(email);
  await dialog(page).getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Sign Up");
  await dialog(page).getByLabel("OTP Code").fill("123");
  await beside();
  await expect(dialog(page)).toHaveAccessibleName("Verify Your Email");
  await press(page, "Close");
  await header.getByRole("link", { name: "Sign up" }).click();
  await expect(dialog(page)).toHaveAccessibleName("Verify Your Email");
  await expect(dialog(page).getByLabel("Email", { exact: true })).toHaveValue(email);
  await expect(dialog(page).getByLabel("OTP Code")).toHaveValue("123");
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  expect(stored).not.toContain(password);
});
