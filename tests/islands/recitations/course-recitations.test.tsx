import { act, cleanup } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import CourseRecitations from "#islands/recitations/CourseRecitations.tsx";
import { drawChart } from "#lib/recitations/quran-chart.ts";
import type {
  RecitationLog,
  RecitationView,
  StudentWithProgress,
} from "#lib/recitations/recitations.responses.ts";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs, visitAsGuest } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");

const lesson: RecitationView = {
  _id: "rec_1",
  kind: "sabaq",
  first: 8,
  last: 32,
  passage: "Al-Baqarah 1–25",
  date: "2027-03-10",
  heardAt: "2027-03-10T17:00:00.000Z",
  mistakes: 2,
  note: "Mind the long vowels.",
};

const logOf = (lessons: RecitationView[], verse: number): RecitationLog => ({
  student: { _id: "prf_7", name: "Hamza" },
  course: { _id: "crs_1", title: "Hifz", teacherName: "Yusuf", timeZone: "Africa/Cairo" },
  lessons,
  next: {
    sabaq: { surah: 2, verse },
    sabqi: { surah: 67, verse: 1 },
    manzil: { surah: 113, verse: 1 },
  },
  chart: drawChart([]),
  total: lessons.length,
  page: 1,
  pages: 1,
});

const pupils = (students: StudentWithProgress[]) =>
  success({ course: { _id: "crs_1", title: "Hifz", timeZone: "Africa/Cairo" }, students });
const roster = pupils([
  { _id: "prf_7", name: "Hamza", lessons: 1, lastDate: "2027-03-10" },
  { _id: "prf_8", name: "Zahra", lessons: 0 },
]);

const list = "GET /recitations/course/crs_1";
const log = `${list}/student/prf_7?page=1`;
const post = "POST /recitations/course/crs_1/student/prf_7";

const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

beforeEach(() => {
  history.replaceState(null, "", "/dashboard/recitations/crs_1?student=prf_7");
  signInAs({ role: "teacher", timeZone: "Africa/Cairo" });
});

describe("a teacher's lesson log", () => {
  test("continues where the last lesson of the same kind ended, even right after one was saved", async () => {
    let verse = 26;
    const calls = answer({
      [list]: roster,
      [log]: () => success(logOf([lesson], verse)),
      [post]: () => {
        verse = 31;
        return success({ _id: "rec_2" });
      },
    });
    const user = render(<CourseRecitations courseId="crs_1" />);
    await screen.findByText("Mind the long vowels.");
    await screen.findByLabelText("From surah");
    expect([
      value("From surah"),
      value("From verse"),
      value("To surah"),
      value("To verse"),
    ]).toEqual(["2. Al-Baqarah", "26", "2. Al-Baqarah", ""]);
    expect(screen.getAllByText("of 286")).toHaveLength(2);
    await user.click(screen.getByRole("radio", { name: /Old revision/ }));
    expect([value("From surah"), value("From verse")]).toEqual(["113. Al-Falaq", "1"]);
    await user.click(screen.getByRole("button", { name: "To the end of the surah" }));
    expect(value("To verse")).toBe("5");
    await user.click(screen.getByRole("radio", { name: /New lesson/ }));
    await user.type(screen.getByLabelText("To verse"), "30");
    await user.clear(screen.getByLabelText("Mistakes"));
    await user.type(screen.getByLabelText("Mistakes"), "3");
    await user.click(screen.getByRole("button", { name: "Save lesson" }));
    await screen.findByText("Lesson saved.");
    await waitFor(() => expect(value("From verse")).toBe("31"));
    expect([value("To verse"), value("Mistakes")]).toEqual(["", "0"]);
    await waitFor(() => expect(document.activeElement?.closest("form")).not.toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: /New lesson/ }));
    expect(calls.find(({ name }) => name === post)?.body).toMatchObject({
      kind: "sabaq",
      fromSurah: 2,
      fromVerse: 26,
      toSurah: 2,
      toVerse: 30,
      mistakes: 3,
    });
  });

  test("removes single marks when a lesson is edited, which lowers the number of mistakes", async () => {
    const word = { verse: "2:2", word: 1, mistake: "vowel", text: "ذلك" } as const;
    const other = { verse: "2:5", word: 3, mistake: "prompted", text: "هدى" } as const;
    const marked = { ...lesson, markedWords: [word, other] };
    const put = "PUT /recitations/rec_1";
    const calls = answer({
      [list]: roster,
      [log]: success(logOf([marked], 26)),
      [put]: success(null),
    });
    const user = render(<CourseRecitations courseId="crs_1" />);
    await user.click(await screen.findByRole("button", { name: "Edit: Al-Baqarah 1–25" }));
    await user.click(
      await screen.findByRole("button", { name: "Remove the mark: ذلك, verse 2:2" }),
    );
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await screen.findByText("Lesson updated.");
    const { text: _, ...kept } = other;
    expect(calls.find(({ name }) => name === put)?.body).toMatchObject({
      mistakes: 1,
      markedWords: [kept],
    });
  });

  test("shows errors from the form and from the server at the field", async () => {
    const twice = "This lesson has already been recorded for that day.";
    answer({ [list]: roster, [log]: success(logOf([], 26)), [post]: failure(409, twice) });
    const user = render(<CourseRecitations courseId="crs_1" />);
    await user.click(await screen.findByRole("button", { name: "Save lesson" }));
    expect(await screen.findByText("Please enter a verse")).toBeDefined();
    await user.type(screen.getByLabelText("To verse"), "287");
    expect(await screen.findByText("Al-Baqarah has 286 verses")).toBeDefined();
    expect(screen.getByLabelText("To verse").getAttribute("aria-invalid")).toBe("true");
    await user.clear(screen.getByLabelText("To verse"));
    await user.type(screen.getByLabelText("To verse"), "20");
    expect(await screen.findByText("The last verse must not come before the first")).toBeDefined();
    await user.type(screen.getByLabelText("To surah"), "3{Enter}");
    await user.type(screen.getByLabelText("To verse"), "20");
    await user.click(screen.getByRole("button", { name: "Save lesson" }));
    expect(await screen.findByText(twice)).toBeDefined();
    expect(value("To verse")).toBe("20");
  });

  test("shows a new lesson at once, and removes it with a message if it is refused", async () => {
    const twice = "This lesson has already been recorded for that day.";
    let refuse = () => {};
    answer({
      [list]: roster,
      [log]: success(logOf([lesson], 26)),
      [post]: () =>
        new Promise((resolve) => {
          refuse = () => resolve(failure(409, twice));
        }),
    });
    const user = render(<CourseRecitations courseId="crs_1" />);
    await user.type(await screen.findByLabelText("To verse"), "30");
    await user.click(screen.getByRole("button", { name: "Save lesson" }));
    expect(await screen.findByText("Al-Baqarah 26–30")).toBeDefined();
    // The button, and the lesson in the list.
    expect(screen.getAllByText("Saving...")).toHaveLength(2);
    expect(screen.getAllByRole("button", { name: "Delete" })).toHaveLength(1);
    refuse();
    expect(await screen.findByText(twice)).toBeDefined();
    expect(screen.queryByText("Al-Baqarah 26–30")).toBeNull();
    expect(value("To verse")).toBe("30");
  });

  test("hides a deleted lesson at once, and shows it again with a message if that is refused", async () => {
    let refuse = () => {};
    answer({
      [list]: roster,
      [log]: success(logOf([lesson], 26)),
      "DELETE /recitations/rec_1": () =>
        new Promise((resolve) => {
          refuse = () => resolve({ status: 500, body: { success: false } });
        }),
    });
    const user = render(<CourseRecitations courseId="crs_1" />);
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    await user.click(screen.getAllByRole("button", { name: "Delete" }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByText("Al-Baqarah 1–25")).toBeNull());
    refuse();
    expect(await screen.findByText("Al-Baqarah 1–25")).toBeDefined();
    expect(screen.getByRole("alert").textContent).toBe(
      "Al-Baqarah 1–25: Failed to delete the lesson. Please try again.",
    );
    expect(screen.queryByText("Lesson deleted.")).toBeNull();
  });

  test("finds a surah by its name, and accepts verses in the digits of any script", async () => {
    const calls = answer({
      [list]: roster,
      [log]: success(logOf([], 26)),
      [post]: success({ _id: "rec_2" }),
    });
    const user = render(<CourseRecitations courseId="crs_1" />);
    const from = await screen.findByRole("combobox", { name: "From surah" });
    await user.type(from, "kah");
    expect(screen.getByRole("option", { name: /Al-Kahf/ })).toBeDefined();
    await user.keyboard("{Escape}");
    expect(value("From surah")).toBe("2. Al-Baqarah");
    // Simulates a phone that doesn't select the existing text on focus.
    await user.type(from, "الكهف", { initialSelectionStart: 0, initialSelectionEnd: 0 });
    await user.tab();
    expect([value("From surah"), value("From verse"), value("To surah")]).toEqual([
      "18. Al-Kahf",
      "1",
      "18. Al-Kahf",
    ]);
    await user.type(screen.getByLabelText("To verse"), "١٠");
    await user.clear(screen.getByLabelText("Mistakes"));
    await user.type(screen.getByLabelText("Mistakes"), "٣");
    await user.click(screen.getByRole("button", { name: "Save lesson" }));
    await screen.findByText("Lesson saved.");
    expect(calls.find(({ name }) => name === post)?.body).toMatchObject({
      fromSurah: 18,
      toVerse: 10,
      mistakes: 3,
    });
  });

  test("suggests the next verses after a lesson is deleted, unless something was typed", async () => {
    let lessons = [lesson, { ...lesson, _id: "rec_2", passage: "Al-Baqarah 26–30" }];
    answer({
      [list]: roster,
      [log]: () => success(logOf(lessons, lessons.length === 2 ? 31 : 26)),
      "DELETE /recitations/rec_2": () => {
        lessons = [lesson];
        return success(null);
      },
      "DELETE /recitations/rec_1": () => {
        lessons = [];
        return success(null);
      },
    });
    const user = render(<CourseRecitations courseId="crs_1" />);
    await screen.findByText("Al-Baqarah 26–30");
    const remove = async (place: number) => {
      const buttons = screen.getAllByRole("button", { name: "Delete" });
      await user.click(buttons[place] as HTMLElement);
      await user.click(screen.getAllByRole("button", { name: "Delete" }).at(-1) as HTMLElement);
    };
    expect(value("From verse")).toBe("31");
    await remove(1);
    await waitFor(() => expect(value("From verse")).toBe("26"));
    await user.type(screen.getByLabelText("From verse"), "0");
    await remove(0);
    await screen.findByText(/^No lessons yet/);
    expect(value("From verse")).toBe("260");
  });

  test("restores typed text when the session ends in the meantime", async () => {
    answer({ [list]: roster, [log]: success(logOf([lesson], 26)) });
    const user = render(<CourseRecitations courseId="crs_1" />);
    await user.type(await screen.findByLabelText("To verse"), "40");
    await user.type(screen.getByLabelText(/^Note/), "Two pages");
    act(visitAsGuest);
    cleanup();
    signInAs({ role: "teacher", timeZone: "Africa/Cairo" });
    render(<CourseRecitations courseId="crs_1" />);
    await screen.findByText("Your unsaved changes have been restored.");
    expect([value("To verse"), value("Note (optional)")]).toEqual(["40", "Two pages"]);
  });

  test("can correct and delete a lesson", async () => {
    let lessons = [lesson];
    const calls = answer({
      [list]: roster,
      [log]: () => success(logOf(lessons, 26)),
      "PUT /recitations/rec_1": success(null),
      "DELETE /recitations/rec_1": () => {
        lessons = [];
        return success(null);
      },
      [post]: () => {
        lessons = [lesson];
        return success({ _id: "rec_2" });
      },
    });
    const user = render(<CourseRecitations courseId="crs_1" />);
    await user.click(await screen.findByRole("button", { name: "Edit: Al-Baqarah 1–25" }));
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await screen.findByText("Lesson updated.");
    expect(calls.find(({ name }) => name.startsWith("PUT"))?.body).toEqual({
      kind: "sabaq",
      date: "2027-03-10",
      fromSurah: 2,
      fromVerse: 1,
      toSurah: 2,
      toVerse: 25,
      mistakes: 2,
      note: "Mind the long vowels.",
    });
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(
      screen.getByText("Al-Baqarah 1–25 will no longer count for this student."),
    ).toBeDefined();
    await user.click(screen.getAllByRole("button", { name: "Delete" }).at(-1) as HTMLElement);
    expect(await screen.findByText(/^No lessons yet/)).toBeDefined();
    const note = await screen.findByText("You deleted the lesson on Al-Baqarah 1–25.");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText("Mind the long vowels.");
    expect(note.isConnected).toBe(false);
    expect(calls.findLast(({ name }) => name.startsWith("POST"))?.body).toMatchObject({
      kind: "sabaq",
      fromSurah: 2,
      toVerse: 25,
      mistakes: 2,
      note: "Mind the long vowels.",
    });
  });

  test("switches between students, and Back returns to the previous one", async () => {
    answer({
      [list]: roster,
      [log]: success(logOf([lesson], 26)),
      [`${list}/student/prf_8?page=1`]: success(logOf([], 1)),
    });
    const user = render(<CourseRecitations courseId="crs_1" />);
    await screen.findByText("Mind the long vowels.");
    expect(screen.getByRole("button", { name: "No previous student" })).toHaveProperty(
      "disabled",
      true,
    );
    await user.click(screen.getByRole("button", { name: "Next: Zahra" }));
    expect(await screen.findByText(/^No lessons yet/)).toBeDefined();
    expect(location.search).toBe("?student=prf_8");
    history.back();
    expect(await screen.findByText("Mind the long vowels.")).toBeDefined();
  });

  test("starts with the list of students, which can be empty", async () => {
    history.replaceState(null, "", "/dashboard/recitations/crs_1");
    answer({ [list]: failure(400, "Not now") });
    const user = render(<CourseRecitations courseId="crs_1" />);
    expect(await screen.findByText("Not now")).toBeDefined();
    answer({ [list]: pupils([]) });
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("No Students Yet")).toBeDefined();
  });
});
