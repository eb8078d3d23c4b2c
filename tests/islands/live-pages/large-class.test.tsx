/** The list of people in a large class, which is shown beside the text while the teacher leads. */
import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { People } from "#islands/live-pages/lead/People.tsx";
import { type Live, LiveContext } from "#islands/live-pages/live-context.ts";
import { Button } from "#islands/ui/Button.tsx";
import type { LivePageState } from "#lib/live-pages/live-pages.responses.ts";
import { screen } from "../support/render.tsx";
import { snapshot, stateWith } from "./page-stream.ts";

vi.mock(import("#islands/ui/Button.tsx"), async (original) => {
  const { Button: shown } = await original();
  return { Button: vi.fn(shown) };
});

const send = vi.fn(async () => true);
const session = { send } as unknown as Live["session"];

interface ClassProps {
  state: Partial<LivePageState>;
  /** The students who have the page open. */
  here: ReadonlySet<number>;
}

/** The server sends all people, or the whole state, with every change. */
function Class({ state, here }: ClassProps) {
  const people = Array.from({ length: 300 }, (_, index) => ({
    ...{ _id: `prf_${index}`, name: `Student ${index}`, isHere: here.has(index) },
  }));
  const view = {
    ...{ ...snapshot, role: "host", profileId: "prf_teacher", hostId: "prf_teacher", people },
    state: stateWith({ ...state, lead: { _id: "prf_teacher", name: "Khalid" } }),
    pointer: null,
  };
  const live = { view, isLead: true, session } as unknown as Live;
  return (
    <LiveContext value={live}>
      <People />
    </LiveContext>
  );
}

test("a step of the lead, or a student who leaves, doesn't render the other people of a large class", () => {
  const everyone = new Set(Array.from({ length: 300 }, (_, index) => index));
  const { rerender } = render(<Class state={{ current: "2:1" }} here={everyone} />);
  const countRendered = () => {
    const { length } = vi.mocked(Button).mock.calls;
    vi.mocked(Button).mockClear();
    return length;
  };
  const perPerson = countRendered() / 300;
  expect(perPerson).toBeGreaterThanOrEqual(3);

  rerender(<Class state={{ current: "2:2" }} here={everyone} />);
  expect(countRendered()).toBe(0);

  const others = new Set([...everyone].filter((index) => index !== 7));
  rerender(<Class state={{ current: "2:2" }} here={others} />);
  expect(countRendered()).toBe(perPerson);

  rerender(<Class state={{ current: "2:2", cohosts: ["prf_8"] }} here={others} />);
  expect(countRendered()).toBe(perPerson);
  expect(screen.getByText("Co-host")).toBeDefined();
});

test("a co-host who is named after others is added to them", async () => {
  const everyone = new Set([0, 1]);
  const { rerender } = render(<Class state={{ cohosts: [] }} here={everyone} />);
  rerender(<Class state={{ cohosts: ["prf_8"] }} here={everyone} />);
  const row = document.querySelector('[data-person="prf_1"]');
  const button = [...(row?.querySelectorAll("button") ?? [])].find(
    ({ textContent }) => textContent === "Make co-host",
  );
  button?.click();
  expect(send).toHaveBeenCalledWith({ command: "cohosts", profileIds: ["prf_8", "prf_1"] });
});
