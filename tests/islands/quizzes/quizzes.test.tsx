import { cleanup } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { QuizDialog } from "#islands/quizzes/QuizDialog.tsx";
import QuizEditor from "#islands/quizzes/QuizEditor.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const asked = {
  _id: "quz_1",
  title: "Letters",
  versionId: "quv_1",
  passMark: 60,
  questions: [
    {
      id: "q1",
      kind: "single",
      text: "Which has a fathah?",
      options: [
        { id: "a", text: "بَ" },
        { id: "b", text: "بِ" },
      ],
    },
    {
      id: "q2",
      kind: "multiple",
      text: "Which are of the throat?",
      options: [
        { id: "c", text: "ع" },
        { id: "d", text: "ح" },
        { id: "e", text: "ف" },
      ],
    },
  ],
};

const judged = (passed: boolean) => ({
  _id: "qat_1",
  quizId: "quz_1",
  title: "Letters",
  passMark: 60,
  rightCount: passed ? 2 : 1,
  questionCount: 2,
  score: passed ? 100 : 50,
  passed,
  submittedAt: "2027-03-10T12:00:00Z",
  questions: [
    { ...asked.questions[0], right: true, chosen: ["a"], ...(passed && { solution: ["a"] }) },
    {
      ...asked.questions[1],
      right: passed,
      chosen: ["c", "e"],
      ...(passed && { solution: ["c", "d"] }),
      explanation: "Six letters come from the throat, as in An-Nas 1.",
    },
  ],
});

function open() {
  return render(
    <QuizDialog
      quizId="quz_1"
      title="Letters"
      onHandedIn={() => undefined}
      onClose={() => undefined}
    />,
  );
}

const hidden = { hidden: true } as const;

describe("a student's quiz", () => {
  test("requires all answers, then shows what was wrong and can be repeated", async () => {
    signInAs({ role: "student" });
    const calls = answer({
      "GET /quizzes/quz_1": success(asked),
      "POST /quizzes/quz_1/attempts": success(judged(false)),
    });
    const user = open();
    const answerText = await screen.findByLabelText("بَ");
    expect(document.activeElement?.id).toBe("question-q1");
    await user.click(answerText);
    await user.click(screen.getByText("Submit"));
    expect(screen.getByRole("alert", hidden).textContent).toBe("Please answer every question");
    expect(calls.filter(({ name }) => name.startsWith("POST"))).toEqual([]);
    await user.click(screen.getByLabelText("ع"));
    await user.click(screen.getByLabelText("ف"));
    await user.click(screen.getByText("Submit"));
    expect(await screen.findByText("Not passed yet")).toBeDefined();
    expect(calls.find(({ name }) => name.startsWith("POST"))?.body).toEqual({
      versionId: "quv_1",
      answers: { q1: ["a"], q2: ["c", "e"] },
    });
    expect(screen.getByText("Incorrect")).toBeDefined();
    expect(screen.queryByText(/Correct answer/)).toBeNull();
    expect(screen.getByText(/Six letters come from the throat/)).toBeDefined();
    expect(screen.getByText("An-Nas 1").getAttribute("href")).toBe("/quran/114/1");
    await user.click(screen.getByText("Retake quiz"));
    expect(await screen.findByText("0 of 2 answered")).toBeDefined();
  });

  test("starts again when the teacher has changed it in the meantime", async () => {
    signInAs({ role: "student" });
    answer({
      "GET /quizzes/quz_1": success({ ...asked, questions: asked.questions.slice(0, 1) }),
      "POST /quizzes/quz_1/attempts": failure(409, "The teacher has just changed this quiz."),
    });
    const user = open();
    await user.click(await screen.findByLabelText("بِ"));
    await user.click(screen.getByText("Submit"));
    await user.click(await screen.findByText("Start again"));
    expect(await screen.findByText("0 of 1 answered")).toBeDefined();
  });
});

const ownCourse = { "GET /courses/crs_1": success({ _id: "crs_1", teacherId: { _id: "prf_1" } }) };

describe("the quiz editor of a course that cannot be edited", () => {
  test.each([
    ["does not exist", failure(404, "Course not found")],
    ["can't be loaded", failure(500, "Something went wrong")],
    ["belongs to another teacher", success({ _id: "crs_1", teacherId: "prf_2" })],
  ])("is hidden when the course %s", async (_why, reply) => {
    signInAs({ role: "teacher" });
    const calls = answer({ "GET /courses/crs_1": reply });
    render(<QuizEditor courseId="crs_1" />);
    await waitFor(() => expect(calls).toHaveLength(1));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByText("Quizzes")).toBeNull();
    expect(screen.queryByText("This course has no quizzes yet.")).toBeNull();
  });
});

describe("a teacher's quiz editor", () => {
  test("shows who took each quiz, and each person's latest answers", async () => {
    signInAs({ role: "teacher" });
    const quiz = { ...asked, takenBy: 1, passedBy: 0 };
    answer({
      ...ownCourse,
      "GET /quizzes/course/crs_1": success([
        quiz,
        { ...quiz, _id: "quz_2", title: "New", takenBy: 0 },
      ]),
      "GET /quizzes/quz_1/results": success([
        {
          student: { _id: "prf_2", name: "Layla Osman" },
          attempts: 2,
          best: 50,
          passed: false,
          lastAttemptId: "qat_1",
        },
      ]),
      "GET /quizzes/attempts/qat_1": success(judged(false)),
    });
    const user = render(<QuizEditor courseId="crs_1" />);
    await user.click(await screen.findByRole("button", { name: "Results: Letters" }));
    expect(screen.queryByRole("button", { name: "Results: New" })).toBeNull();
    expect(await screen.findByText("Not passed yet · best 50%")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Review answers: Layla Osman" }));
    expect(await screen.findAllByText("Selected")).toHaveLength(3);
    expect(screen.queryByText("Retake quiz")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Back" }));
    expect(await screen.findByText("2 attempts")).toBeDefined();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Review answers: Layla Osman");
  });

  test("restores unsaved text after the page was closed, until it is canceled", async () => {
    signInAs({ role: "teacher" });
    answer({ ...ownCourse, "GET /quizzes/course/crs_1": success([]) });
    const user = render(<QuizEditor courseId="crs_1" />);
    await user.click(await screen.findByRole("button", { name: "Add quiz" }));
    await user.type(screen.getByLabelText("Quiz title"), "Letters");
    const leaving = new Event("beforeunload", { cancelable: true });
    dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    cleanup();
    render(<QuizEditor courseId="crs_1" />);
    expect(await screen.findByDisplayValue("Letters")).toBeDefined();
    expect(screen.getByText("Your unsaved changes have been restored.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    cleanup();
    render(<QuizEditor courseId="crs_1" />);
    expect(await screen.findByText("This course has no quizzes yet.")).toBeDefined();
    expect(screen.queryByLabelText("Quiz title")).toBeNull();
  });

  test("adds a quiz in one form that reports what is missing", async () => {
    signInAs({ role: "teacher" });
    const calls = answer({
      ...ownCourse,
      "GET /quizzes/course/crs_1": success([]),
      "POST /quizzes/course/crs_1": success({ _id: "quz_1" }),
    });
    const user = render(<QuizEditor courseId="crs_1" />);
    expect(await screen.findByText("This course has no quizzes yet.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Add quiz" }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Quiz title")));
    await user.click(screen.getByRole("button", { name: "Save quiz" }));
    expect(await screen.findByText("Title is required")).toBeDefined();
    expect(screen.getByText("Please enter the question")).toBeDefined();
    await user.type(screen.getByLabelText("Quiz title"), "Letters");
    await user.type(screen.getByLabelText("Question"), "Which is first?");
    await user.type(screen.getByLabelText("Answer 1 of question 1"), "ا");
    await user.type(screen.getByLabelText("Answer 2 of question 1"), "ب");
    await user.click(screen.getByRole("button", { name: "Save quiz" }));
    expect(await screen.findByText("Please mark the correct answer")).toBeDefined();
    await user.click(screen.getByLabelText("Answer 2 of question 1 is correct"));
    await user.click(screen.getByLabelText("Answer 1 of question 1 is correct"));
    await user.click(screen.getByRole("button", { name: "Save quiz" }));
    expect(
      await screen.findByText("You saved “Letters”. Students find it under Progress."),
    ).toBeDefined();
    expect(document.activeElement?.textContent).toBe("Add quiz");
    expect(calls.find(({ name }) => name.startsWith("POST"))?.body).toEqual({
      title: "Letters",
      passMark: 70,
      questions: [
        {
          kind: "single",
          text: "Which is first?",
          explanation: "",
          options: [
            { text: "ا", right: true },
            { text: "ب", right: false },
          ],
        },
      ],
    });
  });
});
