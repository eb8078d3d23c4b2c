/** Signing up, in and out: with the keyboard alone, and with Back and Forward. */
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { addViewer } from "../support/course-market.ts";
import { expect, test } from "../support/demo.ts";
import { phone, startJourney } from "../support/journey.ts";
import { press, reach, type } from "../support/keyboard.ts";
import { newAddress, password } from "../support/people.ts";
import { readCode } from "../support/site.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const header = (page: Page) => page.getByRole("banner");
const arabic = (digits: string) =>
  digits.replaceAll(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");

test.describe("with the keyboard alone, in the dark theme,", () => {
  test.use({ colorScheme: "dark" });

  test("a visitor can sign up, log out, log in again and set a new password", async ({
    page,
    site,
  }) => {
    const email = newAddress("keys");
    const field = (label: string | RegExp) => page.getByLabel(label, { exact: true });
    const button = (name: string) => page.getByRole("button", { name, exact: true });

    await test.step("the visitor signs up and verifies the address", async () => {
      await page.goto("/");
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
      await press(page, header(page).getByRole("link", { name: "Sign up" }));
      await expect(field("Full Name")).toBeFocused();
      await page.keyboard.type("مريم بنت عمران");
      await type(page, field("Email Address"), email);
      await type(page, field("Password"), password);
      await page.keyboard.press("Enter");
      await expect(field("OTP Code")).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.type(arabic(await readCode(site, email)));
      await page.waitForURL("/role-selection");
    });

    await test.step("the visitor chooses a role and registers", async () => {
      await reach(page, button("Student"));
      await expectAccessible(page);
      await page.keyboard.press("Enter");
      await page.waitForURL("/register-student");
      await expect(field("Full name")).toHaveValue("مريم بنت عمران");
      await type(page, field("Password"), password);
      await reach(page, field("Country"));
      await page.keyboard.type("Egypt");
      await expect(field("Country")).toHaveValue("Egypt");
      await reach(page, field("Time zone"));
      await expectAccessible(page);
      await press(page, button("Complete profile"));
      await page.waitForURL("/dashboard");
    });

    await test.step("the visitor logs out and in again", async () => {
      await expect(page.getByText(/Welcome back/)).toBeVisible();
      await press(page, page.getByRole("button", { name: /^Account menu for/ }));
      await press(page, page.getByRole("button", { name: "Logout" }));
      await page.waitForURL("/");
      await press(page, header(page).getByRole("link", { name: "Log in" }));
      await expect(field("Email")).toBeFocused();
      await page.keyboard.type(email);
      await type(page, field("Password"), password);
      await page.keyboard.press("Enter");
      await page.waitForURL("/dashboard");
      await press(page, page.getByRole("button", { name: /^Account menu for/ }));
      await press(page, page.getByRole("button", { name: "Logout" }));
      await page.waitForURL("/");
      await expect(header(page).getByRole("link", { name: "Log in" })).toBeVisible();
    });

    await test.step("the visitor sets a new password", async () => {
      const before = await readCode(site, email);
      await press(page, header(page).getByRole("link", { name: "Log in" }));
      await expect(field("Email")).toBeFocused();
      await page.keyboard.type(email);
      await press(page, button("Forgot password?"));
      await expect(field("Email")).toHaveValue(email);
      await press(page, button("Send Reset Code"));
      await expect(field("Reset Code")).toBeFocused();
      await expect.poll(() => readCode(site, email)).not.toBe(before);
      await page.keyboard.type(await readCode(site, email));
      await expect(field("New Password")).toBeFocused();
      await page.keyboard.type("another evening by the sea");
      await type(page, field("Confirm Password"), "another evening by the sea");
      await expectAccessible(page);
      await press(page, button("Reset Password"));
      await expect(page.getByText("Password reset successfully")).toBeVisible();
      await expect(dialog(page)).toHaveAccessibleName("Welcome Back");
      await type(page, field("Password"), "another evening by the sea");
      await page.keyboard.press("Enter");
      await page.waitForURL("/dashboard");
    });
  });
});

test.describe("on a phone", () => {
  test.use(phone);

  test("a new student books a trial lesson with at most 9 taps and 5 fields", async ({
    browser,
    page,
    site,
  }) => {
    const name = "Umar Trialson";
    const offering = await addViewer(browser, site, "teacher", { name });
    const ofTeacher = `/teachers/${offering.profileId}`;
    await offering.call("PUT", ofTeacher, { offersTrials: true });
    await offering.call("PUT", `${ofTeacher}/timeslots`, {
      availableTimeSlots: [{ day: "Friday", startTime: "17:00", endTime: "18:00" }],
    });
    const email = newAddress("trial");
    const main = page.getByRole("main");
    const label = (text: string) => page.getByLabel(text, { exact: true });
    const times = page.locator("#trial").getByRole("radio");

    await page.goto("/");
    const { tap, fill, count } = startJourney(page);
    await tap(main.getByRole("link", { name: "A free trial lesson" }));
    await tap(main.getByRole("link", { name, exact: true }));
    await page.waitForURL(/\/teachers\/prf/);
    const teacher = new URL(page.url()).pathname;
    await tap(page.locator("#trial").getByRole("link"));
    await expect(dialog(page)).toContainText("log in or sign up to book your free trial lesson");
    await tap(dialog(page).getByRole("link", { name: "Sign up" }));
    await fill(label("Full Name"), "Saira Malik");
    await fill(label("Email Address"), email);
    await fill(label("Password"), password);
    await tap(page.getByRole("button", { name: "Sign Up" }));
    await expect(label("OTP Code")).toBeFocused();
    await fill(label("OTP Code"), await readCode(site, email));
    await page.waitForURL(
      `/role-selection?${new URLSearchParams({ returnTo: `${teacher}#trial` })}`,
    );
    await expect(page.locator("main button[aria-current]")).toContainText("Student");
    await expectAccessible(page);
    await tap(main.getByRole("button", { name: "Student", exact: true }));
    await page.waitForURL(/\/register-student\?returnTo=/);

    await test.step("a registration that was left or refused continues", async () => {
      await page.getByLabel(/^Age/).fill("9");
      await page.getByLabel(/^Native language/).fill("Urdu");
      await page.goto("/role-selection");
      await main.getByRole("button", { name: "Student", exact: true }).click();
      await expect(page.getByLabel(/^Native language/)).toHaveValue("Urdu");
      await expect(label("Password")).toHaveValue("");
      await expectAccessible(page);
      await expectNoOverflow(page);
      await label("Password").fill(password);
      await page.getByRole("button", { name: "Complete profile" }).click();
      const guardian = page.getByLabel("Parent or guardian name");
      await expect(guardian).toBeFocused();
      await expect(guardian).toHaveAccessibleDescription(/is required for students under 13$/);
      // Only the server knows that the guardian's address is that of the account.
      await guardian.fill("Saira Malik");
      const contact = page.getByLabel("Parent or guardian contact");
      await contact.fill(email);
      await page.getByRole("button", { name: "Complete profile" }).click();
      const refusal = page.locator(`[id="${await contact.getAttribute("id")}-error"]`);
      await expect(contact).toBeFocused();
      await expect(refusal).toBeInViewport({ ratio: 1 });
      for (const field of [guardian, contact]) await field.fill("");
      await page.getByLabel(/^Age/).fill("29");
    });

    await fill(label("Password"), password);
    await tap(page.getByRole("button", { name: "Complete profile" }));
    await page.waitForURL(`${teacher}#trial`);
    await expect(times.first()).toBeInViewport();
    await tap(times.first());
    await tap(page.getByRole("button", { name: "Book trial lesson" }));
    await expect(page.getByText(/^Your trial lesson is booked/)).toBeVisible();
    await expect(main.getByRole("link", { name: "Your trial lesson", exact: true })).toBeVisible();
    const { screens, taps, fields } = count();
    const description = `${screens} screens, ${taps} taps, ${fields} fields`;
    test.info().annotations.push({ type: "journey", description });
    expect(taps).toBeLessThanOrEqual(9);
    expect(fields).toBeLessThanOrEqual(5);
  });
});

test("Back and Forward show the form that the URL names", async ({ page, site }) => {
  const email = newAddress("back");
  const title = (name: string) => page.getByRole("main").getByRole("heading", { name, level: 1 });
  await page.goto("/about");
  await page.goto("/signup");
  await page.getByLabel("Full Name").fill("Yusuf Mansour");
  await page.getByLabel("Email Address", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign Up" }).dblclick();
  await expect(title("Verify Your Email")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/signup");
  await expect(title("Create Account")).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL("/verify-otp");
  await expect(title("Verify Your Email")).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.reload();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await page.getByLabel("OTP Code").fill(await readCode(site, email));
  await page.waitForURL("/role-selection");
  await page.goBack();
  await expect(page).toHaveURL("/role-selection");
});
