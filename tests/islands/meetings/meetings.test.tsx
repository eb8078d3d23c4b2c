import { beforeEach, describe, expect, it, vi } from "vitest";
import ConnectCallback from "#islands/meetings/ConnectCallback.tsx";
import CourseMeetings from "#islands/meetings/CourseMeetings.tsx";
import Meetings from "#islands/meetings/Meetings.tsx";
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
const connected = { body: { success: true, status: "success", connected: true } };
const listOf = (...meetings: object[]) => ({
  body: { success: true, status: "success", meetings },
});

beforeEach(() => {
  vi.mocked(goTo).mockReset();
  history.replaceState(null, "", "/dashboard/meetings");
});

describe("the meetings page", () => {
  it("is for teachers only", () => {
    signInAs({ role: "student" });
    render(<Meetings />);
    expect(screen.getByText("Only teachers can access this page.")).toBeDefined();
    expect(screen.getByRole("link", { name: "Back to Dashboard" })).toBeDefined();
  });

  it("connects by a ticket, never by the access token", async () => {
    signInAs({ role: "teacher" });
    answer({
      "GET /zoom/status": failure(500, "x"),
      "POST /zoom/connect/ticket": success({ ticket: "once" }),
    });
    const user = render(<Meetings />);
    await user.click(await screen.findByRole("button", { name: "Connect Zoom" }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/api/zoom/connect?token=once"));
  });

  it("asks for topic, date and a sensible duration, then creates and starts anew", async () => {
    signInAs({ role: "teacher" });
    const calls = answer({
      "GET /zoom/status": connected,
      "GET /zoom/teacher/meetings": listOf(),
      "GET /courses/teacher": success([
        { _id: "crs_1", title: "Tajweed", status: "published" },
        { _id: "crs_2", title: "A draft", status: "draft" },
      ]),
      "POST /zoom/meetings": success({ _id: "mtg_1" }),
    });
    const user = render(<Meetings />);
    expect(await screen.findByText("No upcoming meetings scheduled.")).toBeDefined();
    const duration = screen.getByLabelText<HTMLInputElement>("Duration (minutes)");
    expect(duration.value).toBe("60");
    await user.clear(duration);
    await user.type(duration, "14");
    await user.click(screen.getByRole("button", { name: "Create Meeting" }));
    for (const words of [
      "Meeting topic is required",
      "Meeting date and time are required",
      "Please choose a course",
      "Duration must be between 15 and 300 minutes",
    ]) {
      expect(await screen.findByText(words)).toBeDefined();
    }
    expect(screen.queryByRole("option", { name: "A draft" })).toBeNull();
    await user.type(screen.getByLabelText("Meeting Topic"), "  First class ");
    await user.selectOptions(screen.getByLabelText("Course"), "Tajweed");
    await user.type(screen.getByLabelText("Date and Time"), "2030-03-01T18:00");
    await user.clear(duration);
    await user.type(duration, "45");
    await user.click(screen.getByRole("button", { name: "Create Meeting" }));
    expect(await screen.findByText("Meeting created successfully!")).toBeDefined();
    expect(duration.value).toBe("60");
    const sent = calls.find(({ name }) => name === "POST /zoom/meetings")?.body;
    expect(sent).toEqual({
      topic: "First class",
      courseId: "crs_1",
      startTime: new Date("2030-03-01T18:00").toISOString(),
      duration: 45,
      settings: {
        host_video: true,
        participant_video: true,
        join_before_host: false,
        mute_upon_entry: true,
        waiting_room: true,
      },
    });
  });
});

describe("the meetings of a course", () => {
  const show = () =>
    render(<CourseMeetings courseId="crs_1" teacherId="prf_9" teacherZone="Africa/Cairo" />);
  const locked = /visible to enrolled students/;
  const seats = (...courseIds: string[]) => ({
    "GET /enrollment/student/enrollments": success(
      courseIds.map((courseId) => ({ _id: "enr_1", courseId })),
    ),
  });

  it("are locked to strangers and to students of other courses", async () => {
    visitAsGuest();
    show();
    expect(screen.getByText(locked)).toBeDefined();
  });

  it("are not even asked for by a student without a seat", async () => {
    signInAs({});
    const calls = answer(seats("crs_2"));
    show();
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.getByText(locked)).toBeDefined();
  });

  it("aren't said to be locked where nobody could ask who is enrolled", async () => {
    signInAs({});
    answer({ "GET /enrollment/student/enrollments": { status: 404, text: "{}" } });
    const user = show();
    expect(await screen.findByText("Failed to fetch enrolled courses")).toBeDefined();
    expect(screen.queryByText(locked)).toBeNull();
    answer(seats("crs_2"));
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText(locked)).toBeDefined();
  });

  it("give the enrolled their join link and the teacher's own time", async () => {
    signInAs({});
    answer({ ...seats("crs_1"), "GET /zoom/course/crs_1/meetings": listOf(meeting) });
    show();
    const link = await screen.findByRole("link", { name: "Join Meeting: First class" });
    expect(link.getAttribute("href")).toBe(meeting.joinUrl);
    expect(screen.getByText(/^Teacher's time:/)).toBeDefined();
  });

  it("give their teacher the start link", async () => {
    signInAs({ _id: "prf_9", role: "teacher" });
    const startUrl = "http://localhost/start/mtg_1";
    answer({ "GET /zoom/course/crs_1/meetings": listOf({ ...meeting, startUrl }) });
    show();
    const link = await screen.findByRole("link", { name: "Start Meeting: First class" });
    expect(link.getAttribute("href")).toBe(startUrl);
  });

  it("leave out what is over or called off", async () => {
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

  it("offer to try again", async () => {
    signInAs({});
    answer({ ...seats("crs_1"), "GET /zoom/course/crs_1/meetings": failure(400, "No luck") });
    const user = show();
    expect(await screen.findByText("No luck")).toBeDefined();
    answer({ ...seats("crs_1"), "GET /zoom/course/crs_1/meetings": listOf(meeting) });
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("First class")).toBeDefined();
  });
});

describe("the way back from the meeting service", () => {
  it("needs a code", async () => {
    history.replaceState(null, "", "/zoom/auth/callback");
    render(<ConnectCallback />);
    expect(await screen.findByText("Connection Failed")).toBeDefined();
    expect(screen.getByText("Authorization code not found in callback URL")).toBeDefined();
  });

  it("hands code and state in once, and tells what was refused", async () => {
    history.replaceState(null, "", "/zoom/auth/callback?code=c1&state=s1");
    signInAs({ role: "teacher" });
    const calls = answer({ "POST /zoom/oauth/callback": failure(400, "That link is used up.") });
    render(<ConnectCallback />);
    expect(await screen.findByText("That link is used up.")).toBeDefined();
    expect(calls.map(({ body }) => body)).toEqual([{ code: "c1", state: "s1" }]);
  });

  it("tells of success", async () => {
    history.replaceState(null, "", "/zoom/auth/callback?code=c1&state=s1");
    signInAs({ role: "teacher" });
    answer({ "POST /zoom/oauth/callback": success(null) });
    render(<ConnectCallback />);
    expect(await screen.findByText("Zoom connected successfully!")).toBeDefined();
  });
});
