/**
 * The account screens in a real browser: dialogs over pages, journeys, and the end of a session.
 */
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import { joinByApi, newAddress, password } from "../support/people.ts";
import { readCode } from "../support/site.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const address = (page: Page) => page.locator("input[autocomplete=username]:visible");
const header = (page: Page, name: string) => page.getByRole("banner").getByRole("link", { name });

async function fillLogIn(page: Page, email: string, word: string): Promise<void> {
  await address(page).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(word);
  await page.getByRole("button", { name: "Sign In" }).click();
}

test("the log-in dialog opens on the first click and loads nothing before that", async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on("request", (asked) => asked.resourceType() === "script" && scripts.push(asked.url()));
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  expect(scripts).toEqual([]);

  const link = header(page, "Log in");
  await link.click();
  await expect(dialog(page)).toHaveAccessibleName("Welcome Back");
  await expect(page).toHaveURL("/");
  await expect(address(page)).toBeFocused();
  await expectAccessible(page);

  await page.keyboard.press("Enter");
  await expect(page.getByText("Email is required.")).toBeVisible();
  await expect(page.getByText("Password is required.")).toBeVisible();
  await expectAccessible(page);

  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("Tab");
    const isOutside = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && !focused?.closest("dialog");
    });
    expect(isOutside).toBe(false);
  }
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(link).toBeFocused();
});

test("the links in the dialogs remain real links", async ({ page, context }) => {
  await page.goto("/");
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    header(page, "Log in").click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await expect(tab).toHaveURL("/login");
  await expect(dialog(page)).toHaveCount(0);

  await page.route("**/on-click.js", (route) => route.abort());
  await header(page, "Sign up").click();
  await expect(page).toHaveURL("/signup");
});

test("'Login to Enroll' leads back to the course", async ({ page }) => {
  await page.goto("/courses");
  await page.locator("main a[href^='/courses/crs']").first().click();
  await expect(page).toHaveURL(/\/courses\/crs/);
  const course = page.url();
  await page.getByRole("link", { name: "Login to Enroll" }).click();
  await expect(dialog(page).getByText("Please log in to enroll in this course.")).toBeVisible();
  await fillLogIn(page, "student3@halaqa.test", "halaqa-demo");
  await expect(page.getByRole("link", { name: "Login to Enroll" })).toHaveCount(0);
  await expect(page).toHaveURL(course);
  await expect(dialog(page)).toHaveCount(0);
});

test("a teacher can sign up in the dialog", async ({ page, site }) => {
  const email = newAddress("joins");
  await page.goto("/about");
  await page.evaluate(() => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-dialog=signup]")) {
      link.href = "/signup?role=teacher";
    }
  });
  await header(page, "Sign up").click();
  await expect(dialog(page)).toHaveAccessibleName("Create Account");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("Name is required.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Full Name").fill("Yusuf Mansour");
  await page.getByLabel("Email Address", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(dialog(page)).toHaveAccessibleName("Verify Your Email");
  await expect(address(page)).toHaveValue(email);
  await page.getByLabel("OTP Code").fill("000000");
  const wrong = "Verification failed. Please check your OTP code and try again.";
  await expect(page.getByText(wrong)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("OTP Code").fill(await readCode(site, email));
  // The link already named the role.
  await expect(page).toHaveURL("/register-teacher");
  await page.getByRole("link", { name: "Choose another role" }).click();
  await expect(page).toHaveURL("/role-selection");
  await expect(page.locator("main button[aria-current]")).toContainText("Teacher");
  await expectAccessible(page);
  await page.locator("main button[aria-current]").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/register-teacher");
  await page.getByRole("button", { name: "Complete profile" }).click();
  await expect(page.getByText("Password is required.")).toBeVisible();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Country").selectOption("Egypt");
  await page.getByRole("button", { name: "Complete profile" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("typed text survives the end of the session", async ({ page, site, context }) => {
  const email = await joinByApi(context.request, site, "types");
  await page.goto("/register-student");
  await page.getByLabel("Native language").fill("Urdu");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await context.clearCookies();
  await page.route("**/api/auth/register", (route) =>
    route.fulfill({ status: 401, json: { success: false, message: "Authentication required" } }),
  );
  await page.getByLabel("Country").selectOption("Pakistan");
  await page.getByRole("button", { name: "Complete profile" }).click();
  await expect(page.getByText("Your session has ended. Please log in again.")).toBeVisible();
  await fillLogIn(page, email, password);
  await expect(page).toHaveURL("/register-student");
  await expect(page.getByLabel("Native language")).toHaveValue("Urdu");
  await expect(page.getByLabel("Country")).toHaveValue("Pakistan");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
});

test("logging out in one tab logs out the other", async ({ page, context, logIn }) => {
  await logIn("teacher2");
  const other = await context.newPage();
  await other.goto("/dashboard");
  await expect(other.getByText(/Welcome back/)).toBeVisible();
  await page.goto("/about");
  await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL("/");
  await expect(other).toHaveURL(/\/login\?/);
  expect(await page.evaluate(() => ({ ...localStorage }))).not.toHaveProperty("isAuthenticated");
});
