import { describe, expect, it, vi } from "vitest";
import ClassTimes from "#islands/courses/ClassTimes.tsx";
import type { NextClass } from "#lib/classes/weekly-classes.ts";
import { render, screen } from "../support/render.tsx";

vi.mock(import("#lib/time/viewer-zone.ts"), async (original) => ({
  ...(await original()),
  viewerZone: vi.fn(() => "Asia/Karachi"),
}));
const { viewerZone } = await import("#lib/time/viewer-zone.ts");

const evening: NextClass = {
  day: "Monday",
  startTime: "22:00",
  endTime: "23:00",
  next: { start: "2027-01-04T20:00:00Z", end: "2027-01-04T21:00:00Z" },
};
const over: NextClass = { day: "Friday", startTime: "17:00", endTime: "18:00" };
const cells = () => screen.getAllByRole("cell").map(({ textContent }) => textContent);

describe("the weekly class times", () => {
  it("are shown in the time zones of teacher and viewer, each with its own day", () => {
    render(<ClassTimes classes={[evening, over]} zone="Africa/Cairo" />);
    expect(cells().slice(-4)).toEqual(["22:00-23:00", "Tue 01:00-02:00", "17:00-18:00", ""]);
    expect(screen.getByText(/Teacher's time zone: Africa\/Cairo \(GMT\+2\)/)).toBeDefined();
    expect(screen.getByText(/Your time zone: Asia\/Karachi \(GMT\+5\)/)).toBeDefined();
  });

  it("are shown once when both time zones agree", () => {
    vi.mocked(viewerZone).mockReturnValue("Africa/Cairo");
    render(<ClassTimes classes={[evening]} zone="Africa/Cairo" />);
    expect(cells().slice(-2)).toEqual(["22:00-23:00", ""]);
    expect(screen.queryByText(/Your time zone/)).toBeNull();
  });

  it("give the next class in both time zones", () => {
    vi.mocked(viewerZone).mockReturnValue("Asia/Karachi");
    render(<ClassTimes classes={[evening]} zone="Africa/Cairo" next="2027-01-04T20:00:00Z" />);
    expect(screen.getByText(/^Tue, Jan 5, 2027, 01:00/)).toBeDefined();
    expect(screen.getByText(/^Mon, Jan 4, 2027, 22:00 .* for the teacher$/)).toBeDefined();
  });
});
