import "../support/dialogs.ts";
import { within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import Meetings from "#islands/meetings/Meetings.tsx";
import { answer, failure, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

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

  it("says when the connection could not be checked, and treats it as not connected", async () => {
    signInAs({ role: "teacher" });
    answer({ "GET /zoom/status": { status: 400, body: { success: false } } });
    const user = render(<Meetings />);
    expect(await screen.findByText("Failed to check Zoom connection")).toBeDefined();
    expect(screen.getByRole("button", { name: "Connect Zoom" })).toBeDefined();
    answer({
      "GET /zoom/status": connected,
      "GET /zoom/teacher/meetings": listOf(),
      "GET /courses/teacher": success([]),
    });
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No upcoming meetings scheduled.")).toBeDefined();
    expect(screen.queryByText("Failed to check Zoom connection")).toBeNull();
  });

  it("says when Zoom's page cannot be reached", async () => {
    signInAs({ role: "teacher" });
    answer({
      "GET /zoom/status": { body: { success: true, connected: false } },
      "POST /zoom/connect/ticket": { status: 400, body: { success: false } },
    });
    const user = render(<Meetings />);
    await user.click(await screen.findByRole("button", { name: "Connect Zoom" }));
    expect(await screen.findByText("Failed to connect to Zoom")).toBeDefined();
    expect(goTo).not.toHaveBeenCalled();
  });

  it("rejects an hour that a daylight saving change skips", async () => {
    signInAs({ role: "teacher" });
    answer({
      "GET /zoom/status": connected,
      "GET /zoom/teacher/meetings": listOf(),
      "GET /courses/teacher": success([{ _id: "crs_1", title: "Tajweed", status: "published" }]),
    });
    const user = render(<Meetings />);
    await user.type(await screen.findByLabelText("Meeting topic"), "At night");
    await user.selectOptions(screen.getByLabelText("Course"), "Tajweed");
    vi.stubEnv("TZ", "Europe/Berlin");
    await user.type(screen.getByLabelText("Date and time"), "2027-03-28T02:30");
    await user.click(screen.getByRole("button", { name: "Create Meeting" }));
    expect(
      await screen.findByText(/This time doesn.t exist because the clocks go forward/),
    ).toBeDefined();
    vi.unstubAllEnvs();
  });

  it("connects with a ticket, never with the access token", async () => {
    signInAs({ role: "teacher" });
    answer({
      "GET /zoom/status": failure(500, "x"),
      "POST /zoom/connect/ticket": success({ ticket: "once" }),
    });
    const user = render(<Meetings />);
    await user.click(await screen.findByRole("button", { name: "Connect Zoom" }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/api/zoom/connect?token=once"));
  });

  it("requires a topic, a date and a valid duration, then creates the meeting and resets the form", async () => {
    const creation = Promise.withResolvers<ReturnType<typeof success>>();
    signInAs({ role: "teacher" });
    const calls = answer({
      "GET /zoom/status": connected,
      "GET /zoom/teacher/meetings": listOf(),
      "GET /courses/teacher": success([
        { _id: "crs_1", title: "Tajweed", status: "published" },
        { _id: "crs_2", title: "A draft", status: "draft" },
        { _id: "crs_3", title: "Off sale", status: "archived", enrolledStudentIds: ["prf_2"] },
        { _id: "crs_4", title: "Over", status: "archived", enrolledStudentIds: [] },
      ]),
      "POST /zoom/meetings": () => creation.promise,
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
    expect(screen.queryByRole("option", { name: "Over" })).toBeNull();
    expect(screen.getByRole("option", { name: "Off sale" })).toBeDefined();
    expect(screen.getByText(/Schedule meetings at least 48 hours ahead/)).toBeDefined();
    await user.type(screen.getByLabelText("Meeting topic"), "  First class ");
    await user.selectOptions(screen.getByLabelText("Course"), "Tajweed");
    await user.type(screen.getByLabelText("Date and time"), "2030-03-01T18:00");
    await user.clear(duration);
    await user.type(duration, "45");
    await user.click(screen.getByRole("button", { name: "Create Meeting" }));
    expect(await screen.findByText("Creating Meeting...")).toBeDefined();
    creation.resolve(success({ _id: "mtg_1" }));
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

describe("a teacher on the meetings page", () => {
  const course = { _id: "crs_1", title: "Tajweed" };
  const own = { ...meeting, startUrl: "http://localhost/start/mtg_1", courseId: course };
  const waits = {
    _id: "mtg_9",
    topic: "Revision",
    startTime: tomorrow,
    duration: 45,
    courseId: course,
  };
  const board = (meetings: object[], waiting: object[] = []) => ({
    body: { success: true, status: "success", meetings, data: { meetings, waiting } },
  });
  const base = {
    "GET /zoom/status": connected,
    "GET /courses/teacher": success([{ ...course, status: "published" }]),
  };
  const show = () => {
    signInAs({ role: "teacher" });
    return render(<Meetings />);
  };

  it("can change a meeting, and only changed fields are sent", async () => {
    const calls = answer({
      ...base,
      "GET /zoom/teacher/meetings": board([own]),
      "PATCH /zoom/meetings/mtg_1": success(null),
    });
    const user = show();
    await user.click(await screen.findByRole("button", { name: "Edit: First class" }));
    const dialog = within(screen.getByRole("dialog"));
    const topic = dialog.getByLabelText<HTMLInputElement>("Meeting topic");
    expect(topic.value).toBe("First class");
    await user.clear(topic);
    await user.click(dialog.getByRole("button", { name: "Save meeting" }));
    expect(await dialog.findByText("Meeting topic is required")).toBeDefined();
    await user.type(topic, "Heavy letters");
    await user.click(dialog.getByRole("button", { name: "Save meeting" }));
    expect(await screen.findByText("Meeting updated successfully!")).toBeDefined();
    expect(calls.find(({ name }) => name.startsWith("PATCH"))?.body).toEqual({
      topic: "Heavy letters",
      duration: 60,
    });
  });

  it("sees in the dialog why a change is rejected", async () => {
    answer({
      ...base,
      "GET /zoom/teacher/meetings": board([{ ...own, classId: "cls_1" }]),
      "PATCH /zoom/meetings/mtg_1": failure(409, "Move the class", [
        { field: "startTime", message: "Move the class" },
      ]),
    });
    const user = show();
    await user.click(await screen.findByRole("button", { name: "Edit: First class" }));
    const link = screen.getByRole("link", { name: "move the class" });
    expect(link.getAttribute("href")).toBe("/dashboard/classes/crs_1");
    await user.click(screen.getByRole("button", { name: "Save meeting" }));
    expect((await screen.findAllByText("Move the class")).length).toBeGreaterThan(0);
    expect(screen.getByRole("dialog")).toBeDefined();
  });

  it("can cancel a meeting after a confirmation", async () => {
    let list = [own];
    const calls = answer({
      ...base,
      "GET /zoom/teacher/meetings": () => board(list),
      "DELETE /zoom/meetings/mtg_1": () => {
        list = [];
        return success(null);
      },
    });
    const user = show();
    await user.click(await screen.findByRole("button", { name: "Cancel: First class" }));
    await user.click(screen.getByRole("button", { name: "Keep meeting" }));
    expect(calls.some(({ name }) => name.startsWith("DELETE"))).toBe(false);
    await user.click(screen.getByRole("button", { name: "Cancel: First class" }));
    await user.click(screen.getByRole("button", { name: "Cancel meeting" }));
    expect(await screen.findByText("Meeting canceled successfully!")).toBeDefined();
    expect(await screen.findByText("No upcoming meetings scheduled.")).toBeDefined();
  });

  it("can disconnect Zoom after reading how many upcoming meetings are affected", async () => {
    let isConnected = true;
    const calls = answer({
      ...base,
      "GET /zoom/status": () => ({
        body: {
          ...connected.body,
          connected: isConnected,
          data: { connected: isConnected, upcomingMeetings: 3 },
        },
      }),
      "GET /zoom/teacher/meetings": board([own]),
      "POST /zoom/disconnect": () => {
        isConnected = false;
        return success({ connected: false });
      },
    });
    const user = show();
    await user.click(await screen.findByRole("button", { name: "Disconnect Zoom" }));
    expect(
      await screen.findByText(/3 upcoming meetings keep their rooms in your Zoom/),
    ).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Stay connected" }));
    expect(calls.some(({ name }) => name === "POST /zoom/disconnect")).toBe(false);
    await user.click(screen.getByRole("button", { name: "Disconnect Zoom" }));
    await user.click(screen.getByRole("button", { name: "Disconnect" }));
    expect(await screen.findByRole("button", { name: "Connect Zoom" })).toBeDefined();
    const ending = await screen.findByText(/^Zoom is disconnected\. Students can still join/);
    expect(ending.role).toBe("status");
    await waitFor(() => expect(document.activeElement).toBe(ending));
    // Upcoming meetings stay visible, so that they can be canceled here.
    expect(await screen.findByText("First class")).toBeDefined();
  });

  it("can neither change nor cancel an ongoing meeting", async () => {
    answer({ ...base, "GET /zoom/teacher/meetings": board([{ ...own, status: "started" }]) });
    show();
    expect(await screen.findByText("In progress")).toBeDefined();
    expect(screen.getByRole("link", { name: "Start Meeting: First class" })).toBeDefined();
    expect(screen.queryByRole("button", { name: /^(Edit|Cancel):/ })).toBeNull();
  });

  it("sees that Zoom is unavailable and that nothing has to be done", async () => {
    const words = "Failed to create meeting: Zoom does not answer right now.";
    let waiting: object[] = [];
    answer({
      ...base,
      "GET /zoom/teacher/meetings": () => board([], waiting),
      "POST /zoom/meetings": () => {
        waiting = [{ ...waits, startTime: new Date("2030-03-01T18:00").toISOString() }];
        return failure(503, words);
      },
    });
    const user = show();
    const topic = await screen.findByLabelText<HTMLInputElement>("Meeting topic");
    await user.type(topic, "Revision");
    await user.selectOptions(screen.getByLabelText("Course"), "Tajweed");
    await user.type(screen.getByLabelText("Date and time"), "2030-03-01T18:00");
    await user.click(screen.getByRole("button", { name: "Create Meeting" }));
    expect(await screen.findByText(words)).toBeDefined();
    expect(topic.value).toBe("");
    const panel = within(await screen.findByRole("region", { name: "Waiting for Zoom" }));
    expect(panel.getByText("Revision")).toBeDefined();
    expect(screen.queryByRole("link", { name: /Revision/ })).toBeNull();
    await user.click(panel.getByRole("button", { name: "Cancel: Revision" }));
    expect(screen.getByText(/Your students haven't been notified of it/)).toBeDefined();
  });

  it("keeps typed text when Zoom saved nothing", async () => {
    answer({
      ...base,
      "GET /zoom/teacher/meetings": board([]),
      "POST /zoom/meetings": failure(503, "Failed to create meeting"),
    });
    const user = show();
    const topic = await screen.findByLabelText<HTMLInputElement>("Meeting topic");
    await user.type(topic, "Revision");
    await user.selectOptions(screen.getByLabelText("Course"), "Tajweed");
    await user.type(screen.getByLabelText("Date and time"), "2030-03-01T18:00");
    await user.click(screen.getByRole("button", { name: "Create Meeting" }));
    expect(await screen.findByText("Failed to create meeting")).toBeDefined();
    expect(topic.value).toBe("Revision");
  });

  it("sees the meetings and how to reconnect when the access was revoked", async () => {
    answer({
      "GET /zoom/status": {
        body: {
          success: true,
          status: "success",
          connected: false,
          data: { connected: false, accessEndedAt: "2030-02-01T10:00:00Z" },
        },
      },
      "GET /zoom/teacher/meetings": board([own]),
    });
    show();
    expect(await screen.findByRole("button", { name: "Reconnect Zoom" })).toBeDefined();
    expect(screen.getByText(/Zoom was disconnected on/)).toBeDefined();
    expect(await screen.findByText("First class")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Create Meeting" })).toBeNull();
  });

  it("is asked to log in when the session has ended", async () => {
    const showAlert = vi.fn();
    vi.stubGlobal("alert", showAlert);
    answer({
      "GET /zoom/status": failure(500, "x"),
      "POST /zoom/connect/ticket": failure(401, "Authentication required to connect to Zoom"),
      "POST /auth/refresh": failure(401, "Gone"),
    });
    const user = show();
    await user.click(await screen.findByRole("button", { name: "Connect Zoom" }));
    await waitFor(() =>
      expect(showAlert).toHaveBeenCalledWith("Authentication required. Please log in again."),
    );
    expect(vi.mocked(goTo).mock.lastCall?.[0]).toContain("/login");
  });

  it("can retry when the list could not be read", async () => {
    let fails = true;
    answer({
      ...base,
      "GET /zoom/teacher/meetings": () =>
        fails ? { status: 400, body: { success: false } } : board([own]),
    });
    const user = show();
    expect(await screen.findByText("Failed to fetch teacher meetings")).toBeDefined();
    fails = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("First class")).toBeDefined();
  });
});
