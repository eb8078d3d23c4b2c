/**
 * While a page of the reader arrives on a slow connection, the parts that are already shown don't
 * move.
 */

import { expect, test } from "../support/demo.ts";
import { drawn, listMovements, watchMovements } from "./movements.ts";
import { servePiecewise } from "./piecewise.ts";

test.beforeEach(({ page }) => page.addInitScript(watchMovements));

test("nothing moves while a page loads on a slow connection", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 300,
    downloadThroughput: 40_000,
    uploadThroughput: 40_000,
  });
  for (const path of ["/quran/112", "/quran/page/604", "/quran/36?mode=reading", "/ur/quran/1"]) {
    await page.goto(path, { waitUntil: "load" });
    expect(await listMovements(page), path).toEqual([]);
  }
});

for (const { view, path, width, lastSent } of [
  { view: "a page of the printed mushaf", path: "/quran/page/604", width: 1280, lastSent: "كُفُوًا" },
  { view: "flowing text", path: "/quran/112?mode=reading", width: 1280, lastSent: "كُفُوًا" },
  {
    view: "flowing text on a phone",
    path: "/quran/112?mode=reading",
    width: 390,
    lastSent: "لَمۡ",
  },
  { view: "a list of verses", path: "/quran/112", width: 1280, lastSent: "كُفُوًا" },
  { view: "an opening page", path: "/quran/page/1", width: 390, lastSent: "ٱلۡمَغۡضُوبِ" },
]) {
  test(`${view} doesn't move when a verse arrives in two parts`, async ({ page, site }) => {
    const piecewise = await servePiecewise(site.url, lastSent);
    try {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(piecewise.url + path, { waitUntil: "commit" });
      const cut = page.getByText(lastSent).first();
      await expect(cut).toBeAttached();
      await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
      await drawn(page);
      piecewise.sendRest();
      await page.waitForLoadState("load");
      await expect(cut).toBeVisible();
      expect(await listMovements(page)).toEqual([]);
    } finally {
      await piecewise.close();
    }
  });
}

test("verses that arrive don't make the browser compute the styles of the whole page again", async ({
  page,
}) => {
  await page.goto("/quran/112");
  const selectors = await page.evaluate(() => {
    const listRules = (rules: CSSRuleList): string[] =>
      [...rules].flatMap((rule) => [
        ...(rule instanceof CSSStyleRule ? [rule.selectorText] : []),
        ...("cssRules" in rule ? listRules(rule.cssRules as CSSRuleList) : []),
      ]);
    return [...document.styleSheets].flatMap((sheet) => listRules(sheet.cssRules));
  });
  expect(selectors).toContain(":root[data-own-bar]");
  // Whatever arrives could change what such a rule applies to, anywhere on the page.
  const dependsOnPage = /(:root|\bhtml|\bbody):has\((?:[^()]|\([^()]*\))*\)[\s>+~]+[^\s,]/;
  expect(selectors.filter((selector) => dependsOnPage.test(selector))).toEqual([]);
  const dependsOnAnySibling = /(^|[\s>+~]|:not\()\*?(:not\()?:has\(\s*\+\s*\*/;
  expect(selectors.filter((selector) => dependsOnAnySibling.test(selector))).toEqual([]);
});
