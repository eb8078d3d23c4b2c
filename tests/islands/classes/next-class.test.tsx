import { act } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ClassTable } from "#islands/classes/ClassTable.tsx";
import { NextClass } from "#islands/classes/NextClass.tsx";
import type { ClassView } from "#lib/classes/classes.responses.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { render, screen } from "../support/render.tsx";

const begin = new Date("2027-03-14T12:00:00Z");
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: begin });
});
afterEach(() => void vi.useRealTimers());

const meeting = {
  _id: "mtg_1",
  status: "scheduled" as const,
  joinUrl: "http://localhost/join/mtg_1",
};

const classAt = (startsAt: string, more: Partial<ClassView> = {}): ClassView => ({
  _id: startsAt,
  number: 1,
  startsAt,
  endsAt: new Date(Date.parse(startsAt) + 60 * 60_000).toISOString(),
  isCancelled: false,
  ...more,
});

function show(classes: ClassView[]) {
  render(<NextClass classes={classes} zone="Europe/London" teacherZone="America/New_York" />);
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const link = () => screen.queryByRole("link", { name: "Join class" });

describe("the next class", () => {
  test("can be joined from ten minutes before its start until its end, without a reload", () => {
    show([classAt("2027-03-14T12:30:00Z", { meeting })]);
    expect(link()).toBeNull();
    expect(screen.getByRole("button", { name: "Join class" })).toHaveProperty("disabled", true);
    expect(screen.getByText("Today")).toBeDefined();
    expect(screen.getByText("· in 30 min")).toBeDefined();
    pass(20 * 60_000 - 1_000);
    expect(link()).toBeNull();
    pass(1_000);
    expect(link()?.getAttribute("href")).toBe("/join/mtg_1");
    expect(screen.queryByRole("link", { name: "Open in Zoom" })).toBeNull();
    expect(screen.getByRole("status").textContent).toBe("The room is open.");
    pass(10 * 60_000);
    expect(screen.getByText(/In progress/)).toBeDefined();
    pass(60 * 60_000);
    expect(screen.getByText("No upcoming classes")).toBeDefined();
  });

  test("can be opened in Zoom once it is open, if its meeting is in Zoom", () => {
    const zoomUrl = "http://localhost/zoom/open/cls_1";
    show([classAt("2027-03-14T12:30:00Z", { meeting: { ...meeting, zoomUrl } })]);
    const inZoom = () => screen.queryByRole("link", { name: "Open in Zoom" });
    expect(inZoom()).toBeNull();
    pass(20 * 60_000);
    expect(inZoom()?.getAttribute("href")).toBe("/zoom/open/cls_1");
  });

  test("has links in the language of the page", () => {
    const zoomUrl = "http://localhost/zoom/open/cls_1";
    const next = classAt("2027-03-14T12:05:00Z", { meeting: { ...meeting, zoomUrl } });
    runWithLanguage("ar", () => show([next]));
    const paths = screen.getAllByRole("link").map((each) => each.getAttribute("href"));
    expect(paths).toContain("/ar/join/mtg_1");
    expect(paths).toContain("/ar/zoom/open/cls_1");
  });

  test("is up to date at once when the computer wakes up", () => {
    show([classAt("2027-03-14T20:00:00Z", { meeting })]);
    // Timers don't run while the computer sleeps.
    vi.setSystemTime(new Date("2027-03-14T19:55:00Z"));
    expect(link()).toBeNull();
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(link()).not.toBeNull();
  });

  test("says so when its room does not exist yet, and skips canceled classes", () => {
    show([
      classAt("2027-03-14T12:05:00Z", { isCancelled: true, meeting }),
      classAt("2027-03-14T12:08:00Z", { number: 2 }),
    ]);
    expect(screen.getByText(/Class 2/)).toBeDefined();
    expect(link()).toBeNull();
    expect(screen.getByRole("status").textContent).toBe("Your teacher hasn't opened the room yet.");
  });
});

test("a class shows both time zones, even in weeks when only one of them has changed its clock", () => {
  render(
    <ClassTable
      title="Upcoming classes"
      classes={[
        classAt("2027-03-10T23:00:00Z"),
        classAt("2027-03-17T22:00:00Z", { number: 2, movedFrom: "2027-03-16T22:00:00Z" }),
        classAt("2027-03-31T22:00:00Z", { number: 3, isCancelled: true, note: "Eid" }),
      ]}
      zone="Europe/London"
      teacherZone="America/New_York"
      empty=""
    />,
  );
  const [winter, between, summer] = screen
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent ?? "");
  expect(winter).toMatch(/Wed, Mar 10/);
  expect(winter).toContain("Teacher's time: Wed, Mar 10, 18:00");
  expect(between).toContain("22:00");
  expect(between).toContain("Teacher's time: Wed, Mar 17, 18:00");
  expect(between).toContain("Movedfrom Tue, Mar 16, 22:00 GMT");
  expect(summer).toContain("Teacher's time: Wed, Mar 31, 18:00");
  expect(summer).toContain("CanceledEid");
});

test("a list of classes names the teacher's time once while the clocks differ by the same time", () => {
  render(
    <ClassTable
      classes={[
        classAt("2027-03-17T22:00:00Z"),
        classAt("2027-03-24T22:00:00Z", { number: 2 }),
        classAt("2027-03-31T22:00:00Z", { number: 3 }),
      ]}
      zone="Europe/London"
      teacherZone="America/New_York"
      empty=""
    />,
  );
  const rows = screen.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
  const named = rows.map((row) => /Teacher's time: (.*?)–/.exec(row)?.[1]);
  expect(named).toEqual(["Wed, Mar 17, 18:00", undefined, "Wed, Mar 31, 18:00"]);
});
