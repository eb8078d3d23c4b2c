/** A teacher marks the recitation of a student who then leaves the course, or whose turn a co-host ends. */
import { cleanup, render as renderInto } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Marking } from "#islands/live-pages/lead/Marking.tsx";
import { type Live, LiveContext } from "#islands/live-pages/live-context.ts";
import { signInAs } from "../support/session.ts";
import { snapshot } from "./page-stream.ts";

const layla = { _id: "prf_layla", name: "Layla Osman", isHere: true };
const omar = { _id: "prf_omar", name: "Omar Khan", isHere: true };
const leading = { isFirst: true, isLast: true, go() {}, previous() {}, next() {} };

beforeEach(() => {
  signInAs({ role: "teacher", timeZone: "UTC" });
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
});
afterEach(cleanup);

function markLayla() {
  const onClose = vi.fn();
  const part = (reciter: typeof layla | null, people: (typeof layla)[], isLead = true) => {
    const view = { ...snapshot, role: "host", people, pointer: null };
    const live = { view, isLead, facts: { courseId: "crs_1" }, session: {} };
    return (
      <LiveContext value={live as unknown as Live}>
        <Marking text={createRef()} leading={leading} {...{ reciter, onClose }} />
      </LiveContext>
    );
  };
  const page = renderInto(part(layla, [layla, omar]));
  const show = (...change: Parameters<typeof part>) => page.rerender(part(...change));
  return { page, show, onClose };
}

test("a teacher learns that the student has left the course, and can dismiss the message", () => {
  const { page, show, onClose } = markLayla();
  expect(page.getByRole("region", { name: "Marking Layla Osman's recitation" })).toBeDefined();
  show(null, [omar]);
  expect(page.queryByRole("region")).toBeNull();
  expect(page.getByRole("alert").textContent).toContain(
    "Layla Osman is no longer in this course, so the recitation can't be logged.",
  );
  page.getByRole("button", { name: "Close" }).click();
  expect(onClose).toHaveBeenCalled();
});

test("a teacher learns that a co-host has ended a turn, and where the marks are", () => {
  const { page, show } = markLayla();
  show(null, [layla, omar], false);
  expect(page.getByRole("alert").textContent).toContain(
    "Layla Osman's turn has ended. The marks stay on this device until Layla Osman recites again.",
  );
  show(omar, [layla, omar], false);
  expect(page.queryByRole("alert")).toBeNull();
  expect(page.getByRole("region", { name: "Marking Omar Khan's recitation" })).toBeDefined();
});

test("a teacher who has ended a turn sees no message about it", () => {
  const { page, show } = markLayla();
  show(null, [layla, omar]);
  expect(page.queryByRole("alert")).toBeNull();
});
