import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RoomWarning } from "#islands/dashboard/overview/RoomWarning.tsx";
import { EntryList } from "#islands/timeline/shared/EntryList.tsx";
import { NextEntry } from "#islands/timeline/shared/NextEntry.tsx";
import type { Role } from "#lib/people/people.options.ts";
import type { TimelineEntry } from "#lib/timeline/timeline.responses.ts";
import { render, screen } from "../support/render.tsx";

const start = Date.parse("2027-03-10T17:30:00Z");
const minute = 60_000;

const entry: TimelineEntry = {
  _id: "cls_1",
  kind: "class",
  startsAt: new Date(start).toISOString(),
  endsAt: new Date(start + 60 * minute).toISOString(),
  timeZone: "Africa/Cairo",
  room: "ready",
  isInProgress: false,
  course: { _id: "crs_1", title: "Tajweed" },
  number: 10,
};

const setMinutesBefore = (minutes: number) => vi.setSystemTime(start - minutes * minute);
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const show = (shown: TimelineEntry, role: Role = "student") =>
  render(<NextEntry entry={shown} role={role} zone="Asia/Karachi" />);

const joinLink = () => screen.queryByRole("link", { name: "Join: Tajweed, Class 10" });

describe("the next entry on the dashboard", () => {
  it("shows its start in the viewer's time zone, and can't be joined before it opens", () => {
    setMinutesBefore(130);
    show(entry);
    expect(screen.getByText("Today, 22:30–23:30 GMT+5")).toBeDefined();
    expect(screen.getByText(/in 2 h 10 min/)).toBeDefined();
    expect(screen.getByText("Opens 10 minutes before the start")).toBeDefined();
    expect(joinLink()).toBeNull();
    expect(
      screen.getByRole("button", { name: "Join: Tajweed, Class 10" }).hasAttribute("disabled"),
    ).toBe(true);
  });

  it("can be joined from ten minutes before the start until the end", () => {
    setMinutesBefore(10);
    show(entry);
    expect(joinLink()?.getAttribute("href")).toBe("/join/cls_1");
    expect(screen.getByText("The room is open.")).toBeDefined();
  });

  it("stays open beyond the planned end while the meeting is in progress", () => {
    setMinutesBefore(-70);
    show({ ...entry, isInProgress: true });
    expect(joinLink()).not.toBeNull();
    expect(screen.getByRole("heading", { name: "Now" })).toBeDefined();
  });

  it("names each day once when it ends after midnight", () => {
    setMinutesBefore(10);
    const [startsAt, endsAt] = ["2027-03-10T18:30:00.000Z", "2027-03-10T20:30:00.000Z"];
    show({ ...entry, startsAt, endsAt });
    const time = document.querySelector("time");
    expect(time?.textContent).toMatch(/^Wed, Mar 10, 23:30 – Thu, Mar 11, 01:30/);
  });

  it("can be started by its teacher at any time", () => {
    setMinutesBefore(3_000);
    show(entry, "teacher");
    const link = screen.getByRole("link", { name: "Start Meeting: Tajweed, Class 10" });
    expect(link.getAttribute("href")).toBe("/start/cls_1");
    expect(screen.getByText(/^Monday, March 8,|^Wednesday, March 10,/)).toBeDefined();
  });

  it("tells a teacher why a class can't be started, and leads to where an account is connected", () => {
    setMinutesBefore(3_000);
    show({ ...entry, room: "none", needsConnection: true }, "teacher");
    expect(screen.getByRole("status").textContent).toBe(
      "Your Zoom account isn't connected. Once you connect it, meetings are created automatically.",
    );
    expect(screen.getByRole("link", { name: "Connect Zoom" }).getAttribute("href")).toBe(
      "/dashboard/meetings",
    );
    expect(screen.queryByRole("button", { name: /Start Meeting/ })).toBeNull();
  });

  it("tells a teacher that a class without a meeting can't be started yet", () => {
    setMinutesBefore(3_000);
    show({ ...entry, room: "none" }, "teacher");
    expect(screen.getByRole("status").textContent).toBe("There is no meeting yet.");
    const start = screen.getByRole("button", { name: /Start Meeting/ });
    expect(start.hasAttribute("disabled")).toBe(true);
  });

  it("says that the room is missing, but to students only once it should be open", () => {
    setMinutesBefore(60);
    show({ ...entry, room: "none" });
    expect(screen.getByText("The room will open shortly before the start.")).toBeDefined();
    setMinutesBefore(5);
    show({ ...entry, _id: "cls_2", room: "none" });
    expect(screen.getByText("Your teacher hasn't opened the room yet.")).toBeDefined();
  });

  it.each([
    ["next entry", NextEntry],
    ["list", ({ entry: shown, ...others }) => <EntryList entries={[shown]} {...others} />],
  ] satisfies [string, typeof NextEntry][])(
    "lets the two people of a trial lesson write and cancel in the %s",
    (_, Shown) => {
      setMinutesBefore(60);
      const { course: _c, number: _n, ...rest } = entry;
      const trial: TimelineEntry = {
        ...rest,
        kind: "trial",
        person: { _id: "prf_9", name: "Amina" },
      };
      const role: Role = "student";
      render(<Shown entry={trial} role={role} zone="Asia/Karachi" />);
      expect(screen.getByText("Trial lesson with Amina")).toBeDefined();
      expect(screen.getByRole("link", { name: /message/i }).getAttribute("href")).toBe(
        "/dashboard/messages?to=prf_9",
      );
      expect(screen.getByRole("button", { name: /cancel/i })).toBeDefined();
    },
  );
});

describe("the warning about a class without a room", () => {
  const warn = (shown: TimelineEntry) =>
    render(<RoomWarning timeline={[shown]} zone="Africa/Cairo" />);
  const warning = () => screen.queryByText("Your next class has no meeting yet");

  it("appears a day before the class and leads to its page", () => {
    setMinutesBefore(25 * 60);
    warn({ ...entry, room: "none" });
    expect(warning()).toBeNull();
    setMinutesBefore(23 * 60);
    warn({ ...entry, _id: "cls_2", room: "none" });
    expect(warning()).not.toBeNull();
    expect(screen.getByRole("link", { name: "Create the meeting" }).getAttribute("href")).toBe(
      "/dashboard/classes/crs_1",
    );
  });

  it("doesn't appear for a class without students, which gets its room with the first one", () => {
    setMinutesBefore(60);
    const waiting: TimelineEntry = { ...entry, room: "none", waitsForStudents: true };
    warn(waiting);
    expect(warning()).toBeNull();
    show(waiting, "teacher");
    expect(screen.getByText("The meeting is created once a student enrolls.")).toBeDefined();
  });

  it("leads teachers whose account isn't connected to where they connect it", () => {
    setMinutesBefore(60);
    warn({ ...entry, room: "none", needsConnection: true });
    expect(screen.getByText(/Your Zoom account isn't connected/)).toBeDefined();
    expect(screen.getByRole("link", { name: "Connect Zoom" }).getAttribute("href")).toBe(
      "/dashboard/meetings",
    );
    expect(screen.queryByRole("link", { name: "Create the meeting" })).toBeNull();
  });

  it("has the only filled button, even if the class is also the next entry", () => {
    const roomless: TimelineEntry = { ...entry, room: "none", needsConnection: true };
    const isFilled = ({ classList }: Element) => classList.contains("btn-secondary");
    setMinutesBefore(3_000);
    show(roomless, "teacher");
    expect(screen.getAllByRole("link", { name: "Connect Zoom" }).map(isFilled)).toEqual([true]);
    cleanup();
    setMinutesBefore(60);
    show(roomless, "teacher");
    warn(roomless);
    expect(screen.getAllByRole("link", { name: "Connect Zoom" }).map(isFilled)).toEqual([
      false,
      true,
    ]);
  });

  it("doesn't appear while the room is ready or being created", () => {
    setMinutesBefore(60);
    warn(entry);
    warn({ ...entry, room: "coming" });
    expect(warning()).toBeNull();
  });
});
