import "../support/dialogs.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import CourseMeetings from "#islands/meetings/CourseMeetings.tsx";
import RoomMeetings from "#islands/meetings/RoomMeetings.tsx";
import { answer, failure, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs, visitAsGuest } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { goTo } = await import("#lib/client/navigation.ts");

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const meeting = {
  _id: "mtg_1",
  topic: "First class",
  startTime: tomorrow,
  duration: 60,
  timeZone: "Africa/Cairo",
  status: "scheduled",
  joinUrl: "http://localhost/join/mtg_1",
};
const listOf = (...meetings: object[]) => ({
  body: { success: true, status: "success", meetings },
});

beforeEach(() => {
  vi.mocked(goTo).mockReset();
  history.replaceState(null, "", "/dashboard/meetings");
});

describe("the meetings in a course's room", () => {
  const show = (nextClassAt?: string) =>
    render(
      <RoomMeetings
        courseId="crs_1"
        teacherZone="Africa/Cairo"
        title="Other meetings"
        nextClassAt={nextClassAt}
      />,
    );
  const path = "GET /zoom/course/crs_1/meetings";
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const heading = () => screen.findByRole("heading", { name: "Other meetings" });

  it("are those that belong to no class, and open by the rule of classes", async () => {
    signInAs({});
    answer({
      [path]: listOf(
        { ...meeting, _id: "mtg_2", topic: "Extra hour", startTime: inMinutes(5) },
        { ...meeting, topic: "Next week" },
        { ...meeting, _id: "mtg_3", topic: "Class 2", classId: "cls_2" },
      ),
    });
    show(inMinutes(60));
    const section = (await heading()).closest("section");
    expect(section?.className).toContain("order-first");
    expect(section?.textContent).toMatch(/in [45] min/);
    expect(screen.getByRole("link", { name: "Join meeting: Extra hour" })).toBeDefined();
    const early = screen.getByRole("button", { name: "Join meeting: Next week" });
    expect((early as HTMLButtonElement).disabled).toBe(true);
    expect(screen.queryByText("Class 2")).toBeNull();
  });

  it("come after a class that is earlier", async () => {
    signInAs({});
    answer({ [path]: listOf(meeting) });
    show(inMinutes(60));
    expect((await heading()).closest("section")?.className).not.toContain("order-first");
  });

  it("have no section of their own if all belong to classes", async () => {
    signInAs({});
    const calls = answer({ [path]: listOf({ ...meeting, classId: "cls_2" }) });
    show();
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByRole("heading")).toBeNull();
  });
});

describe("the meetings on the course page", () => {
  const show = () =>
    render(<CourseMeetings courseId="crs_1" teacherId="prf_9" teacherZone="Africa/Cairo" />);
  const locked = /visible to enrolled students/;
  const seats = (...courseIds: string[]) => ({
    "GET /enrollment/student/enrollments": success(
      courseIds.map((courseId) => ({ _id: "enr_1", courseId })),
    ),
  });

  it("are locked for other people", async () => {
    visitAsGuest();
    show();
    expect(await screen.findByText(locked)).toBeDefined();
  });

  it("are not even requested for a student without a seat", async () => {
    signInAs({});
    const calls = answer(seats("crs_2"));
    show();
    expect(screen.getByText("Loading meetings...")).toBeDefined();
    expect(screen.queryByText(locked)).toBeNull();
    expect(await screen.findByText(locked)).toBeDefined();
    expect(calls).toHaveLength(1);
  });

  it("are not shown as locked when the enrollment could not be checked", async () => {
    signInAs({});
    answer({ "GET /enrollment/student/enrollments": { status: 404, text: "{}" } });
    const user = show();
    expect(await screen.findByText("Failed to fetch enrolled courses")).toBeDefined();
    expect(screen.queryByText(locked)).toBeNull();
    answer(seats("crs_2"));
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText(locked)).toBeDefined();
  });

  it("open by the rule of classes, say when, and show the time in the teacher's zone", async () => {
    signInAs({});
    const soon = { ...meeting, _id: "mtg_2", topic: "Extra hour" };
    const startTime = new Date(Date.now() + 5 * 60_000).toISOString();
    answer({
      ...seats("crs_1"),
      "GET /zoom/course/crs_1/meetings": listOf({ ...soon, startTime }, meeting),
    });
    show();
    const link = await screen.findByRole("link", { name: "Join meeting: Extra hour" });
    expect(link.getAttribute("href")).toBe("/join/mtg_1");
    const early = screen.getByRole("button", { name: "Join meeting: First class" });
    expect(early).toHaveProperty("disabled", true);
    expect(screen.getByText("Opens 10 minutes before the start")).toBeDefined();
    expect(screen.getAllByText(/^Teacher's time:/)).toHaveLength(2);
  });

  it("give their teacher the start link", async () => {
    signInAs({ _id: "prf_9", role: "teacher" });
    const startUrl = "http://localhost/start/mtg_1";
    answer({ "GET /zoom/course/crs_1/meetings": listOf({ ...meeting, startUrl }) });
    show();
    const link = await screen.findByRole("link", { name: "Start Meeting: First class" });
    expect(link.getAttribute("href")).toBe("/start/mtg_1");
  });

  it("keep an ongoing meeting reachable beyond its planned end", async () => {
    signInAs({});
    const startTime = new Date(Date.now() - 70 * 60_000).toISOString();
    answer({
      ...seats("crs_1"),
      "GET /zoom/course/crs_1/meetings": listOf(
        { ...meeting, startTime, status: "started" },
        { ...meeting, _id: "mtg_2", topic: "Never begun", startTime },
      ),
    });
    show();
    expect(await screen.findByRole("link", { name: "Join meeting: First class" })).toBeDefined();
    expect(screen.queryByText("Never begun")).toBeNull();
  });

  it("omit past and canceled meetings", async () => {
    signInAs({});
    answer({
      ...seats("crs_1"),
      "GET /zoom/course/crs_1/meetings": listOf(
        { ...meeting, startTime: "2020-01-01T10:00:00Z" },
        { ...meeting, _id: "mtg_2", status: "cancelled" },
      ),
    });
    show();
    expect(await screen.findByText("No upcoming meetings scheduled.")).toBeDefined();
  });

  it("show the service's message when they could not be read", async () => {
    signInAs({});
    answer({
      ...seats("crs_1"),
      "GET /zoom/course/crs_1/meetings": { status: 400, body: { success: false } },
    });
    show();
    expect(await screen.findByText("Failed to fetch course meetings")).toBeDefined();
  });

  it("can be reloaded", async () => {
    signInAs({});
    answer({ ...seats("crs_1"), "GET /zoom/course/crs_1/meetings": failure(400, "No luck") });
    const user = show();
    expect(await screen.findByText("No luck")).toBeDefined();
    answer({ ...seats("crs_1"), "GET /zoom/course/crs_1/meetings": listOf(meeting) });
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("First class")).toBeDefined();
  });
});
