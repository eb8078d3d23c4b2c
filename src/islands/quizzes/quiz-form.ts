/** Values of the quiz form and their conversion for the API. */
import type { OwnQuiz } from "#lib/quizzes/quizzes.responses.ts";
import { defaultPassMark, type QuestionKind } from "#lib/quizzes/quizzes.rules.ts";

export interface OptionValues {
  /** ID of the saved option. Empty for a new one. */
  known: string;
  text: string;
  right: boolean;
}

export interface QuestionValues {
  known: string;
  kind: QuestionKind;
  text: string;
  explanation: string;
  options: OptionValues[];
}

export interface QuizValues {
  title: string;
  passMark: string;
  questions: QuestionValues[];
}

/** Name of a quiz's draft. A new quiz has no ID. */
export const quizDraft = (id: string | undefined): string => `quiz:${id ?? "new"}`;

export const newOption = (): OptionValues => ({ known: "", text: "", right: false });

export const newQuestion = (): QuestionValues => ({
  known: "",
  kind: "single",
  text: "",
  explanation: "",
  options: [newOption(), newOption()],
});

export const emptyQuiz = (): QuizValues => ({
  title: "",
  passMark: String(defaultPassMark),
  questions: [newQuestion()],
});

export function toQuizValues(quiz: OwnQuiz): QuizValues {
  return {
    title: quiz.title,
    passMark: String(quiz.passMark),
    questions: quiz.questions.map(({ id, kind, text, explanation = "", options }) => ({
      known: id,
      kind,
      text,
      explanation,
      options: options.map((option) => ({ ...option, known: option.id })),
    })),
  };
}

const withId = (known: string) => (known ? { id: known } : {});

export const toQuizInput = ({ title, passMark, questions }: QuizValues) => ({
  title,
  passMark: Number(passMark),
  questions: questions.map(({ known, kind, text, explanation, options }) => ({
    ...withId(known),
    kind,
    text,
    explanation,
    options: options.map((option) => ({
      ...withId(option.known),
      text: option.text,
      right: option.right,
    })),
  })),
});
