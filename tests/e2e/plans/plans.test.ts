/** The premium plan: seen by visitors, bought without scripts, managed and canceled. */
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow, expectReadable } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import { joinByApi } from "../support/people.ts";

const student = {
  role: "student",
  name: "Maryam Siddiqui",
  country: "Nepal",
  timeZone: "Asia/Kathmandu",
  age: 21,
};

/** Signs up a student. The page's browser is logged in. */
async function signUp(page: Page, site: Parameters<typeof joinByApi>[1]): Promise<void> {
  const email = await joinByApi(page.request, site, "subscriber");
  const data = { email, password: "a calm evening by the river" };
  const session = await page.request.post("/api/auth/login", { data });
  const headers = { authorization: `Bearer ${(await session.json()).data.accessToken}` };
  const registered = await page.request.post("/api/auth/register", { data: student, headers });
  expect(registered.status()).toBe(201);
}

test("a visitor compares the plans, and logs in to subscribe", async ({ page }) => {
  await page.goto("/quran/plans");
  await expect(page.getByRole("heading", { name: "Premium", exact: true })).toBeVisible();
  await expect(page.getByText("$6", { exact: true })).toBeVisible();
  await expect(page.getByText("Paying yearly saves $12 a year.")).toBeVisible();
  await expect(page.getByText("Premium is included for teachers")).toBeVisible();
  await expectAccessible(page);
  // The prices of both plans have the same format in every language.
  for (const [prefix, free, month] of [
    ["", "$0", "$6"],
    ["/ar", "0 US$", "6 US$"],
    ["/fr", "0 $", "6 $"],
  ] as const) {
    await page.goto(`${prefix}/quran/plans`);
    for (const price of [free, month]) {
      await expect(page.locator(".text-3xl", { hasText: price })).toHaveCount(1);
    }
  }
  await page.goto("/quran/plans");
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoOverflow(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectReadable(page);
  await page.getByRole("button", { name: "Subscribe yearly for $60" }).click();
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fquran%2Fplans$/);
});

test("a teacher who has Premium included sees no buttons to subscribe", async ({ page, logIn }) => {
  const subscribe = page.getByRole("button", { name: /^Subscribe (monthly|yearly)/ });
  await page.goto("/quran/plans");
  await expect(subscribe).toHaveCount(2);
  await logIn("teacher");
  await page.goto("/quran/plans");
  await expect(page.getByText("You have Premium because you teach a published")).toBeVisible();
  await expect(subscribe).toHaveCount(0);
  await expectAccessible(page);
  await page.context().clearCookies();
  await page.reload();
  await expect(subscribe).toHaveCount(2);
});

test("nothing is sold inside the meeting service's app", async ({ browser, site }) => {
  const userAgent = "Mozilla/5.0 ZoomWebKit/537.36 (KHTML, like Gecko) ZoomApps/1.0";
  const context = await browser.newContext({ baseURL: site.url, userAgent });
  const page = await context.newPage();
  await page.goto("/quran/plans");
  await expect(page.getByText("Premium isn't sold in this app.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Subscribe (monthly|yearly)/ })).toHaveCount(0);
  await expect(page.getByText("$6", { exact: true })).toBeHidden();
  await context.close();
});

test("a student subscribes without scripts, manages the subscription and cancels it", async ({
  browser,
  site,
}) => {
  const plain = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const page = await plain.newPage();
  await signUp(page, site);
  const otherTab = await plain.newPage();
  await otherTab.goto("/quran/plans");
  await page.goto("/quran/plans");
  const cardOf = (plan: string) => page.getByRole("region", { name: plan, exact: true });
  await expect(cardOf("Free")).toContainText("Your plan");
  await expect(cardOf("Premium")).not.toContainText("Your plan");
  await page.getByRole("button", { name: "Subscribe monthly for $6" }).click();
  await page.getByLabel("Card number").fill("4242 4242 4242 4242");
  await page.getByRole("button", { name: "Subscribe for $6.00" }).click();
  await expect(page).toHaveURL(/\/dashboard\?tab=settings#plan$/);
  await page.goto("/quran/plans");
  await expect(page.getByText("You're subscribed to Premium.")).toBeVisible();
  await expect(cardOf("Premium")).toContainText("Your plan");
  await expect(cardOf("Free")).not.toContainText("Your plan");
  await expect(page.getByText("Paid monthly. Renews on")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Subscribe (monthly|yearly)/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Manage subscription" }).click();
  await expect(page).toHaveURL(/\/dashboard\?tab=settings#plan$/);
  await otherTab.getByRole("button", { name: "Subscribe yearly for $60" }).click();
  await expect(otherTab.getByRole("alert")).toHaveText(/You already have a subscription/);
  await otherTab.close();

  await page.goto("/dashboard?tab=settings#plan");
  await page.getByRole("link", { name: "Your plan" }).click();
  const managePlan = async () => {
    await expect(page.getByText("Paid monthly. Renews on")).toBeVisible();
    await page.getByRole("button", { name: "Cancel subscription" }).click();
    await expect(page.getByRole("heading", { name: "Cancel your subscription?" })).toBeVisible();
    await expect(page.getByText("You'll keep Premium until")).toBeVisible();
    await page.getByRole("button", { name: "Cancel subscription" }).click();
    await expect(page.getByText("Canceled. Ends on")).toBeVisible();
    await page.getByRole("button", { name: "Continue subscription" }).click();
    await expect(page.getByText("Paid monthly. Renews on")).toBeVisible();
  };
  await managePlan();
  await expect(page).toHaveURL("/quran/plans/manage");
  // A browser that has run scripts before has reported its time zone.
  await plain.addCookies([{ name: "zone", value: "Asia/Kathmandu", url: site.url }]);
  await page.goto("/dashboard?tab=settings#plan");
  await managePlan();
  await expect(page).toHaveURL(/\/dashboard\?tab=settings#plan$/);
  await page.getByRole("button", { name: "Manage subscription" }).click();
  await expect(page.getByRole("link", { name: "Back to Halaqa" })).toBeVisible();

  const context = await browser.newContext({
    baseURL: site.url,
    storageState: await plain.storageState(),
  });
  const scripted = await context.newPage();
  await scripted.goto("/quran/plans/manage");
  await expectAccessible(scripted);
  await scripted.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(scripted.getByText("You'll keep Premium until")).toBeVisible();
  await expectAccessible(scripted);
  await scripted.goto("/dashboard?tab=settings#plan");
  const card = scripted.getByRole("region", { name: "Plan", exact: true });
  await expect(card.getByText("Paid monthly. Renews on")).toBeVisible();
  await expect(card.getByRole("link", { name: /View invoice/ })).toBeVisible();
  await expectAccessible(scripted);
  await scripted.setViewportSize({ width: 320, height: 700 });
  await expectNoOverflow(scripted);

  await card.getByRole("button", { name: "Manage subscription" }).click();
  await scripted.getByRole("button", { name: "Pay yearly" }).click();
  await scripted.getByRole("link", { name: "Back to Halaqa" }).click();
  await expect(card.getByText("Paid yearly. Renews on")).toBeVisible();

  await card.getByRole("button", { name: "Cancel subscription" }).click();
  const dialog = scripted.getByRole("dialog", { name: "Cancel your subscription?" });
  await expect(dialog.getByText("You'll keep Premium until")).toBeVisible();
  await expectAccessible(scripted);
  await dialog.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(card.getByText("Canceled. Ends on")).toBeVisible();
  await card.getByRole("button", { name: "Continue subscription" }).click();
  await expect(card.getByText("Paid yearly. Renews on")).toBeVisible();
  await plain.close();
  await context.close();
});
