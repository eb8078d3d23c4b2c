/** The panel beside the text for people who may lead the class. */
import { expect, test } from "vitest";
import { ClassPanel } from "#islands/live-pages/lead/ClassPanel.tsx";
import { type Live, LiveContext } from "#islands/live-pages/live-context.ts";
import { render, screen } from "../support/render.tsx";
import { snapshot } from "./page-stream.ts";

function showPanel(role: "host" | "cohost", isLead: boolean) {
  const view = { ...snapshot, role, people: [], pointer: null };
  const live = { view, isLead, facts: { isCanceled: true } } as unknown as Live;
  render(
    <LiveContext value={live}>
      <ClassPanel onShare={() => {}} />
    </LiveContext>,
  );
}

const note = "You're a co-host. The teacher can pass the lead to you.";

test("a co-host who doesn't lead learns how to get the lead", () => {
  showPanel("cohost", false);
  expect(screen.getByText(note)).toBeDefined();
});

test("the teacher and a co-host who leads don't see this note", () => {
  showPanel("cohost", true);
  showPanel("host", false);
  expect(screen.getByRole("button", { name: "Give the lead back" })).toBeDefined();
  expect(screen.queryByText(note)).toBeNull();
});
