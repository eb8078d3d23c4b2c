import { beforeEach, describe, expect, test, vi } from "vitest";
import TeacherClasses from "#islands/classes/TeacherClasses.tsx";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");

const hour = 60 * 60_000;
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

const past = {
  _id: "cls_1",
  number: 1,
  startsAt: at(-49),
  endsAt: at(-48),
  isCancelled: false,
  attendance: { present: 0, students: 1 },
};
const coming = {
  _id: "cls_2",
  number: 2,
  startsAt: "2099-03-10T15:00:00.000Z",
  endsAt: "2099-03-10T16:00:00.000Z",
  isCancelled: false,
};
const list = success({ timeZone: "Africa/Cairo", classes: [past, coming] });

beforeEach(() => {
  history.replaceState(null, "", "/dashboard/classes/crs_1");
  signInAs({ role: "teacher", timeZone: "Africa/Cairo" });
});

describe("a teacher's classes", () => {
  test("are moved in the course's time zone, and a conflict is reported at its field", async () => {
    const clash = "This time overlaps with your class in “Surah Yasin”.";
    const calls = answer({
      "GET /classes/course/crs_1": list,
      "PATCH /classes/cls_2": failure(409, clash, [{ field: "startTime", message: clash }]),
    });
    const user = render(<TeacherClasses courseId="crs_1" />);
    await user.click(await screen.findByRole("button", { name: "Move: class 2" }));
    // Cairo is two hours ahead of UTC in March.
    expect(screen.getByLabelText("Date")).toHaveProperty("value", "2099-03-10");
    expect(screen.getByLabelText("Start time")).toHaveProperty("value", "17:00");
    await user.click(screen.getByText("Move class"));
    expect((await screen.findAllByText(clash)).length).toBeGreaterThan(0);
    expect(screen.getByLabelText("Start time").getAttribute("aria-invalid")).toBe("true");
    expect(calls.find(({ name }) => name.startsWith("PATCH"))?.body).toEqual({
      date: "2099-03-10",
      startTime: "17:00",
      endTime: "18:00",
      note: "",
    });
  });

  test("offer to reinstate a class that was canceled, with the focus", async () => {
    let isCancelled = false;
    answer({
      "GET /classes/course/crs_1": () =>
        success({ timeZone: "Africa/Cairo", classes: [past, { ...coming, isCancelled }] }),
      "POST /classes/cls_2/cancel": () => {
        isCancelled = true;
        return success(null, "The class is canceled.");
      },
    });
    const user = render(<TeacherClasses courseId="crs_1" />);
    await user.click(await screen.findByRole("button", { name: "Cancel: class 2" }));
    await user.click(screen.getByText("Cancel class"));
    const reinstate = await screen.findByRole("button", { name: "Reinstate: class 2" });
    await waitFor(() => expect(document.activeElement).toBe(reinstate));
  });

  test("have an attendance list that can be searched and shows many students in parts", async () => {
    const entries = Array.from({ length: 60 }, (_, index) => ({
      student: { _id: `prf_${index}`, name: index === 55 ? "Émile Haddad" : `Student ${index}` },
      present: false,
      isCorrected: false,
    }));
    answer({
      "GET /classes/course/crs_1": list,
      "GET /classes/cls_1/attendance": success(entries),
    });
    const user = render(<TeacherClasses courseId="crs_1" />);
    await user.click(await screen.findByRole("button", { name: "Attendance for class 1" }));
    expect(await screen.findAllByRole("checkbox")).toHaveLength(50);
    await user.type(screen.getByLabelText("Search students"), "emile");
    expect(screen.getAllByRole("checkbox")).toHaveLength(1);
    await user.type(screen.getByLabelText("Search students"), "x");
    expect(screen.getByText("No students match “emilex”.")).toBeDefined();
    await user.clear(screen.getByLabelText("Search students"));
    await user.click(screen.getByRole("button", { name: "Show all 60" }));
    expect(screen.getAllByRole("checkbox")).toHaveLength(60);
  });

  test("have attendance that the teacher can correct", async () => {
    let present = false;
    const calls = answer({
      "GET /classes/course/crs_1": list,
      "GET /classes/cls_1/attendance": () =>
        success([{ student: { _id: "prf_9", name: "هناء" }, present, isCorrected: present }]),
      "PUT /classes/cls_1/attendance": () => {
        present = true;
        return success(null);
      },
    });
    const user = render(<TeacherClasses courseId="crs_1" />);
    expect(await screen.findByText("0 of 1 attended")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Attendance for class 1" }));
    expect(await screen.findByText("Didn't join")).toBeDefined();
    await user.click(screen.getByLabelText("هناء attended"));
    expect(await screen.findByText("Didn't join · set by you")).toBeDefined();
    expect(calls.find(({ name }) => name.startsWith("PUT"))?.body).toEqual({
      studentId: "prf_9",
      present: true,
    });
  });

  test("show a correction of attendance at once, and undo it with a message if it is refused", async () => {
    const responses: (() => void)[] = [];
    const saved: boolean[] = [];
    answer({
      "GET /classes/course/crs_1": list,
      "GET /classes/cls_1/attendance": () =>
        success(
          ["Hana", "Omar"].map((name, index) => ({
            student: { _id: `prf_${index}`, name },
            present: saved[index] ?? false,
            isCorrected: false,
          })),
        ),
      "PUT /classes/cls_1/attendance": () =>
        new Promise((resolve) => {
          const isFirst = responses.length === 0;
          responses.push(() => {
            if (!isFirst) saved[1] = true;
            resolve(isFirst ? failure(409, "This class was canceled.") : success(null));
          });
        }),
    });
    const user = render(<TeacherClasses courseId="crs_1" />);
    await user.click(await screen.findByRole("button", { name: "Attendance for class 1" }));
    const isChecked = (name: string) =>
      screen.getByLabelText<HTMLInputElement>(`${name} attended`).checked;
    await user.click(await screen.findByLabelText("Hana attended"));
    await user.click(screen.getByLabelText("Omar attended"));
    expect([isChecked("Hana"), isChecked("Omar")]).toEqual([true, true]);
    expect(responses).toHaveLength(1);
    responses[0]?.();
    await waitFor(() => expect(isChecked("Hana")).toBe(false));
    expect(screen.getByRole("alert").textContent).toBe("Hana: This class was canceled.");
    expect(isChecked("Omar")).toBe(true);
    await waitFor(() => expect(responses).toHaveLength(2));
    responses[1]?.();
    await waitFor(() => expect(saved[1]).toBe(true));
    expect([isChecked("Hana"), isChecked("Omar")]).toEqual([false, true]);
  });

  test("link to the course form while there are none, and can be reloaded after an error", async () => {
    answer({ "GET /classes/course/crs_1": failure(400, "Not now") });
    const user = render(<TeacherClasses courseId="crs_1" />);
    expect(await screen.findByText("Not now")).toBeDefined();
    answer({ "GET /classes/course/crs_1": success({ timeZone: "UTC", classes: [] }) });
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    const link = await screen.findByRole("link", { name: "Edit Course" });
    await waitFor(() => expect(link.getAttribute("href")).toBe("/edit-course/crs_1"));
  });
});
