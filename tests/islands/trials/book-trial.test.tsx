import { act, cleanup, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OwnTrials } from "#islands/dashboard/trials/OwnTrials.tsx";
import BookTrial from "#islands/trials/BookTrial.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { formatDay, formatInstant, formatTime, formatUpcoming } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { $canceledTrial } from "#lib/trials/trials.store.ts";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const times = [
  { slotId: "slt_1", start: "2027-03-05T15:00:00.000Z", minutes: 60 },
  { slotId: "slt_2", start: "2027-03-07T15:00:00.000Z", minutes: 45 },
  { slotId: "slt_3", start: "2027-03-07T17:00:00.000Z", minutes: 60 },
];
const lesson = {
  _id: "trl_1",
  slotId: "slt_2",
  startTime: "2027-03-07T15:00:00.000Z",
  endTime: "2027-03-07T16:00:00.000Z",
  timeZone: "Asia/Kathmandu",
  room: "ready",
  teacher: { _id: "prf_1", name: "Khalid Mansour" },
  student: { _id: "prf_2", name: "Layla Osman" },
};

const show = (offered = times, viewerZone?: string) =>
  render(
    <BookTrial
      teacherId="prf_1"
      teacherName="Khalid Mansour"
      zone="Asia/Kathmandu"
      times={offered}
      viewerZone={viewerZone}
    />,
  );

beforeEach(() => {
  $canceledTrial.set(undefined);
  signInAs({ _id: "prf_2", role: "student" });
});

afterEach(() => {
  vi.useRealTimers();
});

function setTime(now: string): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(now) });
  signInAs({ _id: "prf_2", role: "student" });
}

describe("booking a trial lesson", () => {
  it("shows all times in the page's zone, whatever the browser's is", async () => {
    answer({ "GET /trials": success([]) });
    const user = show(times, "America/Chicago");
    expect(screen.getByText(/America\/Chicago \(GMT-6\)/)).toBeDefined();
    await user.click(screen.getByRole("radio", { name: "11:00" }));
    expect(screen.getByText(/for the teacher/).closest("time")?.textContent).toBe(
      `Sun, Mar 7, 11:00 (${formatInstant("2027-03-07T17:00:00Z", "Asia/Kathmandu", Date.now())} for the teacher)`,
    );
  });

  it("offers times by day, and shows the chosen one in both time zones", async () => {
    let lessons: object[] = [];
    const calls = answer({
      "GET /trials": () => success(lessons),
      "POST /trials": () => {
        lessons = [lesson];
        return success(lesson);
      },
    });
    const user = show();
    const button = screen.getByRole("button", { name: "Book trial lesson" });
    expect(button).toHaveProperty("disabled", true);
    expect(screen.queryByText(/for the teacher/)).toBeNull();
    const start = "2027-03-07T15:00:00.000Z";
    const sunday = screen.getByRole("group", { name: formatDay(start, viewerZone(), Date.now()) });
    const [second, ...later] = within(sunday).getAllByRole("radio");
    expect(later).toHaveLength(1);
    expect(second).toBe(
      within(sunday).getByRole("radio", { name: formatTime(start, viewerZone()) }),
    );
    if (second) await user.click(second);
    const chosen = screen.getByText(/for the teacher/).closest("p")?.textContent;
    expect(chosen).toContain(formatUpcoming(start, viewerZone(), false));
    expect(chosen).toContain("20:45");
    expect(chosen).toContain("45 minutes");
    await user.click(await screen.findByLabelText(/^What should the teacher know\?/));
    await user.keyboard(" She reads from page 20. ");
    await user.click(button);
    const confirmation = await screen.findByText(/^Your trial lesson is booked/);
    expect(document.activeElement).toBe(confirmation);
    expect(calls.find(({ name }) => name === "POST /trials")?.body).toEqual({
      slotId: "slt_2",
      startTime: "2027-03-07T15:00:00.000Z",
      note: "She reads from page 20.",
    });
    expect(screen.getByRole("link", { name: "Message Khalid Mansour" })).toBeDefined();
  });

  it("changes the page's own link to this section once a lesson is booked", async () => {
    let lessons: object[] = [];
    answer({
      "GET /trials": () => success(lessons),
      "POST /trials": () => {
        lessons = [lesson];
        return success(lesson);
      },
    });
    const link = document.createElement("a");
    link.innerHTML =
      '<i data-trial-action="free">Free trial</i><i data-trial-action="booked" hidden>Yours</i>';
    document.body.append(link);
    const shown = () => link.querySelector("i:not([hidden])")?.textContent;
    try {
      const user = show();
      expect(shown()).toBe("Free trial");
      const [first] = screen.getAllByRole("radio");
      if (first) await user.click(first);
      await user.click(screen.getByRole("button", { name: "Book trial lesson" }));
      expect(await screen.findByText(/^Your trial lesson is booked/)).toBeDefined();
      expect(shown()).toBe("Yours");
    } finally {
      link.remove();
    }
  });

  it("shows the booked lesson in the page's zone, with a button that opens before the start", async () => {
    setTime("2027-03-02T10:00:00Z");
    answer({ "GET /trials": success([lesson]) });
    show(times, "America/Chicago");
    const join = await screen.findByRole("button", { name: "Join lesson: Khalid Mansour" });
    expect(join).toHaveProperty("disabled", true);
    expect(screen.getByText("Opens 10 minutes before the start")).toBeDefined();
    expect(screen.queryByRole("link", { name: /Join lesson/ })).toBeNull();
    const time = screen.getByText(/for the teacher/).closest("time")?.textContent;
    expect(time).toMatch(/^Sun, Mar 7, 09:00 \(/);
    cleanup();
    queryClient.clear();
    setTime("2027-03-07T14:51:00Z");
    show(times, "America/Chicago");
    expect(await screen.findByRole("link", { name: /Join lesson/ })).toBeDefined();
    expect(screen.queryByText("Opens 10 minutes before the start")).toBeNull();
  });

  it("quiets the bar's link to the form while the form is in view", () => {
    answer({ "GET /trials": success([]) });
    let report: ((entries: { isIntersecting: boolean }[]) => void) | undefined;
    class Observer {
      constructor(callback: typeof report) {
        report = callback;
      }
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal("IntersectionObserver", Observer);
    const bar = document.createElement("div");
    bar.className = "action-bar";
    bar.innerHTML = '<a class="btn btn-secondary"><i data-trial-action="free">Free trial</i></a>';
    document.body.append(bar);
    const look = () => bar.querySelector("a")?.className;
    try {
      show();
      act(() => report?.([{ isIntersecting: true }]));
      expect(look()).toBe("btn btn-secondary");
      // On small windows, the bar stays in view.
      bar.style.position = "fixed";
      act(() => report?.([{ isIntersecting: true }]));
      expect(look()).toBe("btn btn-outline border-base-300");
      act(() => report?.([{ isIntersecting: false }]));
      expect(look()).toBe("btn btn-secondary");
    } finally {
      bar.remove();
    }
  });

  it("says why it failed", async () => {
    const words = "This time slot is already booked. Please choose another one.";
    answer({ "GET /trials": success([]), "POST /trials": failure(409, words) });
    const user = show();
    const [first] = screen.getAllByRole("radio");
    if (first) await user.click(first);
    await user.click(screen.getByRole("button", { name: "Book trial lesson" }));
    expect(await screen.findByText(words)).toBeDefined();
  });

  it("leads a child without a guardian to the profile and back to the times", async () => {
    const words = "Students under 13 need a parent or guardian's name and contact details.";
    const errors = [{ field: "parentGuardianName", message: words }];
    answer({ "GET /trials": success([]), "POST /trials": failure(400, words, errors) });
    const user = show();
    const [first] = screen.getAllByRole("radio");
    if (first) await user.click(first);
    await user.click(screen.getByRole("button", { name: "Book trial lesson" }));
    const link = await screen.findByRole("link", { name: "Add a parent or guardian" });
    expect(link.getAttribute("href")).toBe(
      "/dashboard?tab=settings&edit=profile&section=guardian&returnTo=%2Fteachers%2Fprf_1%23trial",
    );
  });

  it("ignores lessons with other teachers, and offers nothing without an open time", async () => {
    answer({
      "GET /trials": success([{ ...lesson, teacher: { _id: "prf_9", name: "Somebody" } }]),
    });
    show([]);
    expect(await screen.findByText("No times are available right now.")).toBeDefined();
    expect(screen.queryByText(/^Your trial lesson is booked/)).toBeNull();
  });
});

describe("an upcoming trial lesson", () => {
  const layla = { _id: "prf_2", name: "Layla Osman", role: "student" } as const;
  const khalid = { _id: "prf_1", name: "Khalid Mansour", role: "teacher" } as const;
  const showTo = (profile: typeof layla | typeof khalid, room: string) => {
    signInAs(profile);
    answer({ "GET /trials": success([{ ...lesson, room }]) });
    return render(<OwnTrials profile={profile} />);
  };

  it("leads both people into its room, each with the right link", async () => {
    setTime("2027-03-07T14:55:00Z");
    showTo(layla, "ready");
    const join = await screen.findByRole("link", { name: "Join lesson: Khalid Mansour" });
    expect(join.getAttribute("href")).toBe("/join/trl_1");
    cleanup();
    queryClient.clear();
    showTo(khalid, "ready");
    const start = await screen.findByRole("link", { name: "Start lesson: Layla Osman" });
    expect(start.getAttribute("href")).toBe("/start/trl_1");
  });

  it("can be prepared by the teacher ahead of time", async () => {
    setTime("2027-03-02T10:00:00Z");
    showTo(khalid, "ready");
    const start = await screen.findByRole("link", { name: "Start lesson: Layla Osman" });
    expect(start.className).not.toContain("btn-secondary");
    expect(screen.queryByText("Opens 10 minutes before the start")).toBeNull();
  });

  it("shows the teacher what the student wrote", async () => {
    signInAs(khalid);
    answer({ "GET /trials": success([{ ...lesson, note: "She reads\nfrom page 20." }]) });
    render(<OwnTrials profile={khalid} />);
    expect(await screen.findByText("The student wrote:")).toBeDefined();
    expect(screen.getByText(/She reads\s+from page 20\./)).toBeDefined();
  });

  it("says that its room is being created", async () => {
    showTo(layla, "coming");
    expect(await screen.findByText(/^We're setting up your Zoom room/)).toBeDefined();
    expect(screen.queryByRole("link", { name: /Join lesson/ })).toBeNull();
  });

  it("shows both people how to meet without a room", async () => {
    showTo(layla, "none");
    expect(
      await screen.findByText("Khalid Mansour will message you the link to the video class."),
    ).toBeDefined();
    cleanup();
    queryClient.clear();
    showTo(khalid, "none");
    expect(await screen.findByText(/message the student a link to the video class/)).toBeDefined();
    const connect = screen.getByRole("link", { name: "connect Zoom" });
    expect(connect.getAttribute("href")).toBe("/dashboard/meetings");
  });

  it("also shows students the teacher's time, and teachers the time in their profile's zone", async () => {
    showTo(layla, "none");
    expect(await screen.findByText(/20:45 .* for the teacher/)).toBeDefined();
    cleanup();
    queryClient.clear();
    showTo(khalid, "none");
    expect(await screen.findByText(/20:45 .* in your profile's time zone/)).toBeDefined();
    expect(screen.queryByText(/for the teacher/)).toBeNull();
  });

  it("is replaced by a sentence with the focus once it is canceled", async () => {
    let lessons = [lesson];
    signInAs(layla);
    answer({
      "GET /trials": () => success(lessons),
      "DELETE /trials/trl_1": () => {
        lessons = [];
        return success(null);
      },
    });
    const user = render(<OwnTrials profile={layla} />);
    await user.click(await screen.findByRole("button", { name: /^Cancel lesson/ }));
    const dialog = await screen.findByRole("dialog", { hidden: true });
    const confirm = within(dialog).getByRole("button", { name: "Cancel lesson", hidden: true });
    await user.click(confirm);
    const note = await screen.findByText(/^Your trial lesson with Khalid Mansour is canceled\./);
    expect(document.activeElement?.contains(note)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    const again = screen.getByRole("link", { name: "Book another time" });
    expect(again.getAttribute("href")).toBe("/teachers/prf_1#trial");
  });

  it("updates the teacher's hours on the surrounding page", async () => {
    const hours = document.createElement("section");
    hours.id = "hours";
    hours.textContent = "Available";
    document.body.append(hours);
    answer({
      "GET /trials": success([]),
      "POST /trials": success(lesson),
      [`GET ${location.href}`]: { text: `<main><section id="hours">Booked</section></main>` },
    });
    const user = show();
    const [first] = screen.getAllByRole("radio");
    if (first) await user.click(first);
    await user.click(screen.getByRole("button", { name: "Book trial lesson" }));
    expect(await screen.findByText("Booked")).toBeDefined();
    document.getElementById("hours")?.remove();
  });
});
