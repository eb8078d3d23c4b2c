/** The browser's time zone and hour cycle, which the page's head reports to the server. */
import { expect, test } from "../support/demo.ts";

const hourCycles = [
  ["en-US", "12"],
  ["en-GB", "24"],
  ["ar-EG", "12"],
  ["ur-PK", "12"],
  ["fr-FR", "24"],
] as const;

for (const isOld of [false, true]) {
  test(`${isOld ? "an old" : "a new"} browser reports its time zone and whether its clock has 12 or 24 hours`, async ({
    browser,
    baseURL,
  }) => {
    for (const [locale, hours] of hourCycles) {
      const context = await browser.newContext({ baseURL, locale, timezoneId: "Asia/Karachi" });
      const page = await context.newPage();
      if (isOld) {
        await page.addInitScript(() => void Reflect.deleteProperty(globalThis, "Temporal"));
      }
      await page.goto("/support");
      await page.getByRole("heading", { level: 1 }).click();
      await expect
        .poll(async () => {
          const cookies = await context.cookies();
          return Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
        }, locale)
        .toMatchObject({ zone: "Asia/Karachi", clock: hours });
      await context.close();
    }
  });
}
