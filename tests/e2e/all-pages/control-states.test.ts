/** Hovered, pressed and focused elements are as readable as others, in both themes. */
import type { CDPSession } from "@playwright/test";
import { expectReadable } from "../support/checks.ts";
import { test } from "../support/demo.ts";

/** Forces everything that reacts to a pointer or the keyboard into these states at once. */
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

test("links and controls are readable in every state and theme", async ({
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
        await test.step(`${states.join(" and ")} on ${path}, ${colorScheme}`, () =>
          expectReadable(page));
      }
    }
  }
});
