/** Meetings grouped by date in the viewer's time zone. */
import { expect, it, vi } from "vitest";
import { MeetingList } from "#islands/meetings/shared/MeetingList.tsx";
import { render, screen } from "../support/render.tsx";

// New York's clocks go forward in the early hours of March 14, 2027.
vi.mock("#lib/time/viewer-zone.ts", async (original) => ({
  ...(await original<typeof import("#lib/time/viewer-zone.ts")>()),
  viewerZone: () => "America/New_York",
}));

const at = (_id: string, startTime: string) => ({
  _id,
  topic: _id,
  startTime,
  duration: 45,
  timeZone: "Africa/Cairo",
});

it("the meeting list groups meetings by local date and sorts them by start across a daylight saving change", () => {
  render(
    <MeetingList
      action={() => null}
      meetings={[
        at("after", "2027-03-14T22:00:00Z"),
        at("late in the evening", "2027-03-14T03:30:00Z"),
        at("before", "2027-03-13T23:00:00Z"),
        at("early on Monday", "2027-03-15T04:00:00Z"),
      ]}
    />,
  );
  const days = screen.getAllByRole("heading").map(({ textContent }) => textContent);
  expect(days).toEqual([
    "Saturday, March 13, 2027",
    "Sunday, March 14, 2027",
    "Monday, March 15, 2027",
  ]);
  const rows = screen.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
  expect(rows.map((row) => /^(.*?)\d\d:/.exec(row)?.[1])).toEqual([
    "before",
    "late in the evening",
    "after",
    "early on Monday",
  ]);
  // The same local time on both sides of the change.
  expect(rows[0]).toContain("18:00 GMT-5 · 45 minutes");
  expect(rows[2]).toContain("18:00 GMT-4 · 45 minutes");
  expect(rows[2]).toContain("Teacher's time: ");
  expect(rows[2]).toContain("00:00");
});
