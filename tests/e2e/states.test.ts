/** What is hovered, pressed or focused can be read as well as the rest, in both themes. */
import { AxeBuilder } from "@axe-core/playwright";
import type { CDPSession, Page } from "@playwright/test";
import { expect, test } from "./support/demo.ts";

/** Puts everything that reacts to a pointer or the keyboard into these states at once. */
async function force(devTools: CDPSession, states: string[]): Promise<void> {
  const { root } = await devTools.send("DOM.getDocument", { depth: -1 });
  const { nodeIds } = await devTools.send("DOM.querySelectorAll", {
    nodeId: root.nodeId,
    selector: "a, button, label, summary, input, select, textarea, .card-panel, .pill, tr",
  });
  const forcedPseudoClasses = states;
  await Promise.all(
    nodeIds.map((nodeId) => devTools.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses })),
  );
}

async function expectReadable(page: Page, what: string): Promise<void> {
  await page.evaluate(async () => {
    const running = document.getAnimations().filter((each) => {
      const end = each.effect?.getComputedTiming().endTime;
      return end !== Number.POSITIVE_INFINITY;
    });
    await Promise.all(running.map(({ finished }) => finished.catch(() => {})));
  });
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: ["color-contrast"], resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  const found = violations.flatMap(({ nodes }) =>
    nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  );
  expect(found, what).toEqual([]);
}

test("links and controls can be read in every state and theme", async ({
  page,
  logIn,
  request,
}) => {
  test.slow();
  const { courses } = (await (await request.get("/api/courses?limit=1")).json()).data;
  const [{ _id: courseId, teacherId }] = courses;
  await logIn("teacher");
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("DOM.enable");
  await devTools.send("CSS.enable");
  for (const path of [
    `/courses/${courseId}`,
    `/teachers/${teacherId._id}`,
    "/support",
    "/dashboard?tab=students",
    "/dashboard?tab=settings",
  ]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const states of [["hover"], ["focus", "focus-visible"]]) {
        await force(devTools, states);
        await expectReadable(page, `${states.join(" and ")} on ${path}, ${colorScheme}`);
      }
    }
  }
});
