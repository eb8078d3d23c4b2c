/** A person marks and annotates the Quran on two devices, offline and with the keyboard. */
import type { Browser, Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow, expectReadable } from "../support/checks.ts";
import { expect, test } from "../support/demo.ts";
import { joinWithProfile, newAddress, password } from "../support/people.ts";
import type { Site } from "../support/site.ts";

/** A device on which the person is logged in. */
async function openDevice(browser: Browser, site: Site, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await logIn(page, email);
  return page;
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element isn't drawn");
  return box;
}

const verse = (page: Page) => page.locator('[data-verse="112:1"]');

async function openTools(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Tools for verse 112:1" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Write a note" })).toBeVisible();
}

test("notes that are written offline on two devices are both kept", async ({ browser, site }) => {
  const email = newAddress("reader");
  await joinWithProfile(site, email, { name: "Maryam Siddiqui", role: "student" });
  const phone = await openDevice(browser, site, email);
  const tablet = await openDevice(browser, site, email);

  await test.step("a note and a highlight are made with the keyboard", async () => {
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.goto("/quran/112");
    await openTools(phone);
    await phone.getByRole("button", { name: "Write a note" }).press("Enter");
    await phone.keyboard.type("Sincerity.");
    await expect(phone.getByRole("button", { name: "Save note" })).toBeInViewport({ ratio: 1 });
    await phone.setViewportSize({ width: 1280, height: 720 });
    await phone.keyboard.press("Control+Enter");
    await expect(verse(phone).getByRole("button", { name: "1 note" })).toBeVisible();
    await phone.getByRole("radio", { name: "Some words" }).check();
    await phone.getByRole("combobox", { name: "From" }).selectOption("3");
    await phone.getByRole("button", { name: "Gold" }).press("Enter");
    const words = verse(phone).locator("[data-word][data-highlight=gold]");
    await expect(words).toHaveCount(1);
    await expect(phone.getByRole("button", { name: "Gold" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expect(phone.getByText("Not saved yet")).toHaveCount(0);
    await expectAccessible(phone);
  });

  await test.step("the other device shows them", async () => {
    await tablet.goto("/quran/112");
    await expect(verse(tablet).locator("[data-highlight=gold]")).toHaveCount(1);
    await openTools(tablet);
    await expect(tablet.getByText("Sincerity.")).toBeVisible();
  });

  await test.step("both devices change the note while they are offline", async () => {
    for (const [device, text] of [
      [phone, "Written on the phone."],
      [tablet, "Written on the tablet."],
    ] as const) {
      await device.context().setOffline(true);
      await device.getByRole("button", { name: "Edit", exact: true }).click();
      await device.getByRole("textbox", { name: "Your note" }).fill(text);
      await device.getByRole("button", { name: "Save note" }).click();
      await expect(device.getByText("Not saved yet")).toBeVisible();
    }
    await tablet.getByRole("button", { name: "Bookmark this verse" }).click();
  });

  await test.step("back online, both have both notes", async () => {
    for (const device of [phone, tablet]) {
      await device.context().setOffline(false);
      await expect(device.getByText("Not saved yet")).toHaveCount(0);
    }
    for (const device of [phone, tablet]) {
      await device.goto("/quran/study");
      await expect(device.getByText("Written on the phone.")).toBeVisible();
      await expect(device.getByText("Written on the tablet.")).toBeVisible();
      await expect(device.getByText("Everything is saved.")).toBeVisible();
      await expect(device.getByText("This note was changed on two devices")).toHaveCount(1);
    }
    await expectAccessible(phone);
    await phone.emulateMedia({ colorScheme: "dark" });
    await expectReadable(phone);
    await phone.setViewportSize({ width: 390, height: 800 });
    await expectNoOverflow(phone);
  });

  await test.step("a browser that blocks storage shows the items and saves new ones", async () => {
    const frame = await openDevice(browser, site, email);
    await frame.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("Storage is blocked", "SecurityError");
      };
    });
    await frame.goto("/quran/112");
    await openTools(frame);
    await expect(frame.getByText("Written on the phone.")).toBeVisible();
    await frame.getByRole("radio", { name: "Some words" }).check();
    await frame.getByRole("combobox", { name: "From" }).selectOption("1");
    await frame.getByRole("combobox", { name: "To" }).selectOption("2");
    await frame.getByRole("button", { name: "Green" }).click();
    await expect(frame.getByText("Not saved yet")).toHaveCount(0);
    await frame.goto("/quran/study");
    await expect(frame.getByText("This browser doesn't let the site store data.")).toBeVisible();
    await expect(frame.getByText("Everything is saved.")).toBeVisible();
    await frame.goto("/quran/112");
    const words = verse(frame).locator("[data-highlight=green]");
    await expect(words).toHaveCount(2);
    // The bands of neighboring words touch.
    const [first, second] = [await boxOf(words.first()), await boxOf(words.last())];
    expect(Math.abs(first.x - second.x - second.width)).toBeLessThan(0.5);
    await frame.context().close();
  });

  await test.step("in flowing text, the dot at an item isn't cut off", async () => {
    await phone.setViewportSize({ width: 1280, height: 800 });
    await phone.goto("/quran/112?mode=reading");
    const dot = verse(phone).locator(".study-marks[data-marked]");
    await expect(dot).toHaveCount(1);
    // The dot is drawn again when the page has read what other devices have added.
    await expect(async () => {
      const distances = await dot.evaluate((marks) => {
        const { top, height } = getComputedStyle(marks, "::after");
        const end = marks.closest(".verse-end")?.getBoundingClientRect();
        const box = marks.closest(".flow-page")?.getBoundingClientRect();
        if (!end || !box) throw new Error("The dot isn't in flowing text");
        const y = end.top + Number.parseFloat(top);
        return [y - box.top, box.bottom - y - Number.parseFloat(height)];
      });
      for (const distance of distances) expect(distance).toBeGreaterThan(0);
    }).toPass();
    await phone.goto("/quran/study");
  });

  await test.step("the page finds, exports and deletes items", async () => {
    await tablet.getByRole("searchbox", { name: "Search your items" }).fill("phone");
    await expect(tablet.getByText("Written on the tablet.")).toHaveCount(0);
    await tablet.getByRole("searchbox").fill("");
    const download = tablet.waitForEvent("download");
    await tablet.getByRole("button", { name: "Markdown" }).click();
    expect((await download).suggestedFilename()).toBe("halaqa-quran-notes.md");
    const bookmarks = tablet.getByRole("region", { name: "Bookmarks" });
    await bookmarks.getByRole("button", { name: /^Delete/ }).click();
    await expect(bookmarks.getByText("Bookmark deleted.")).toBeVisible();
    await bookmarks.getByRole("button", { name: "Undo" }).click();
    await expect(bookmarks.getByRole("link")).toBeVisible();
    await bookmarks.getByRole("button", { name: /^Delete/ }).click();
    await expect(bookmarks.getByRole("link")).toHaveCount(0);
    await expect(tablet.getByText("Everything is saved.")).toBeVisible();
  });

  await test.step("another tab shows changes at once, and where to continue reading", async () => {
    const tab = await tablet.context().newPage();
    await tab.goto("/quran/112");
    await tablet.goto("/quran/112");
    await openTools(tablet);
    await tablet.getByRole("button", { name: "Bookmark this verse" }).click();
    await expect(verse(tab).getByRole("button", { name: "Bookmark" })).toBeVisible();
    await tab.goto("/quran");
    await tablet.goto("/quran/36");
    await tablet.locator('[data-verse="36:40"]').scrollIntoViewIfNeeded();
    const resume = tab.getByRole("link", { name: /^Continue at 36:/ });
    // The position is stored once the page has been still for a moment, and only after the tools
    // have loaded.
    await expect(async () => {
      await tablet.mouse.wheel(0, 20);
      await expect(resume).toBeVisible({ timeout: 4_000 });
    }).toPass();
    await resume.click();
    await expect(tab).toHaveURL(/\/quran\/36#36:[34]\d$/);
    await tab.close();
  });

  await test.step("another account on the same device sees none of the items", async () => {
    const other = newAddress("other");
    await joinWithProfile(site, other, { name: "Yusuf Karim", role: "student" });
    await tablet.context().clearCookies();
    await logIn(tablet, other);
    // The notes are opened for the person who has logged in, even if the server can't be reached.
    await tablet.route("**/api/auth/refresh", (route) => route.fulfill({ status: 503 }));
    await tablet.goto("/quran/112");
    await openTools(tablet);
    await expect(tablet.getByText("Written on the tablet.")).toHaveCount(0);
    await expect(tablet.locator("main :is([data-highlight], .study-mark)")).toHaveCount(0);
    await tablet.getByRole("button", { name: "Write a note" }).press("Enter");
    await tablet.keyboard.type("Of the second person.");
    await tablet.keyboard.press("Control+Enter");
    await expect(tablet.getByText("Not saved yet")).toBeVisible();
    await tablet.unroute("**/api/auth/refresh");
    await tablet.goto("/quran/study");
    await expect(tablet.getByText("Of the second person.")).toBeVisible();
    await expect(tablet.getByText("Written on the tablet.")).toHaveCount(0);
    await expect(tablet.getByText("Everything is saved.")).toBeVisible();
    await tablet.goto("/quran/112");
    await openTools(tablet);
    await expect(tablet.getByText("Of the second person.")).toBeVisible();
    await expect(tablet.getByText("Written on the tablet.")).toHaveCount(0);
    await expect(tablet.locator("main [data-highlight]")).toHaveCount(0);
  });

  await test.step("logging out deletes everything from the device", async () => {
    await phone.setViewportSize({ width: 1280, height: 800 });
    await phone.goto("/dashboard?tab=settings");
    await phone.getByRole("button", { name: "Logout" }).first().click();
    await phone.waitForURL("/");
    const names = await phone.evaluate(async () =>
      (await indexedDB.databases()).map(({ name }) => name),
    );
    expect(names).not.toContain("halaqa-study");
    await phone.goto("/quran/112");
    await openToolsAsVisitor(phone);
    await expect(phone.getByText("Log in to keep bookmarks")).toBeVisible();
  });
});

async function openToolsAsVisitor(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Tools for verse 112:1" }).click();
}

test("visitors hide the words of a surah and show them one by one", async ({ page }) => {
  await page.goto("/quran/112");
  const display = page.locator(".display > summary");
  await display.click();
  await page.getByRole("button", { name: "Hide words" }).press("Enter");
  await expect(display, "the focus isn't lost with the options").toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Hide words", pressed: true })).toBeVisible();
  await page.keyboard.press("Enter");
  const shown = verse(page).locator("[data-word][data-shown]");
  await page.keyboard.press("r");
  await expect(shown).toHaveCount(1);
  await page.getByRole("button", { name: "Show the next word of verse 112:1" }).click();
  await expect(shown).toHaveCount(2);
  await verse(page).locator("[data-word]").nth(2).click();
  await expect(shown, "a tap on hidden text shows the next word").toHaveCount(3);
  await expectAccessible(page);
  await display.click();
  await page.getByRole("button", { name: "Hide verses" }).click();
  await expect(shown).toHaveCount(0);
  await page.keyboard.press("r");
  await expect(verse(page)).toHaveAttribute("data-shown", "");
  await page.getByRole("button", { name: "Show the text" }).click();
  await expect(page.locator("html")).not.toHaveAttribute("data-hide-text");
});

test("hidden text has no visible colors of tajweed and no lines of highlights", async ({
  page,
}) => {
  await page.goto("/quran/112?tajweed=1");
  await page.getByText("Display").click();
  await page.getByRole("button", { name: "Hide words" }).click();
  await page.getByRole("button", { name: "Show the next word of verse 112:1" }).click();
  const look = (position: number, selector: string) =>
    verse(page)
      .locator(`[data-word="${position}"]${selector}`)
      .first()
      .evaluate((element) => {
        const { color, textDecorationColor, textEmphasisColor } = getComputedStyle(element);
        return [color, textDecorationColor, textEmphasisColor];
      });
  // As if both words were highlighted.
  await verse(page)
    .locator("[data-word]")
    .evaluateAll((words) => {
      for (const word of words) word.setAttribute("data-highlight", "gold");
    });
  const hidden = "rgba(0, 0, 0, 0)";
  expect(await look(4, " .tj-qalqalah")).toEqual([hidden, hidden, hidden]);
  expect((await look(4, "")).slice(0, 2)).toEqual([hidden, hidden]);
  expect((await look(1, ""))[1]).not.toBe(hidden);
});
