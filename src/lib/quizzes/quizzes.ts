/** Short quizzes: the inputs of teachers and students. */
import * as z from "zod/mini";
import { getTexts as getEditorTexts } from "#translations/quiz-editor.ts";
import { getTexts } from "#translations/quizzes.ts";
import { prose, requiredLine } from "../text/text-schemas.ts";
import { questionKinds, quizLimits } from "./quizzes.rules.ts";

const t = getEditorTexts("quizEditor");
const messages = getTexts("quizzes");

const invalidPassMark = { error: () => t("error.passMark") };

/** Existing questions and options keep their IDs when they are edited. New ones have none. */
const knownId = z.optional(z.string().check(z.regex(/^[\w-]{1,32}$/)));

const option = z.object({
  id: knownId,
  text: requiredLine(quizLimits.option, () => t("error.answer")),
  right: z.boolean({ error: () => t("error.right") }),
});

const question = z
  .object({
    id: knownId,
    kind: z.enum(questionKinds, { error: () => t("error.kind") }),
    text: prose(quizLimits.question).check(z.minLength(1, { error: () => t("error.question") })),
    explanation: z.optional(prose(quizLimits.explanation)),
    options: z.array(option).check(
      z.minLength(2, { error: () => t("error.tooFewAnswers") }),
      z.maxLength(quizLimits.options, {
        error: () => t("error.tooManyAnswers", { maximum: quizLimits.options }),
      }),
    ),
  })
  .check(
    z.refine(
      ({ kind, options }) => {
        const right = options.filter((each) => each.right).length;
        return kind === "single" ? right === 1 : right >= 1;
      },
      { error: () => t("error.noneRight"), path: ["options"] },
    ),
    z.refine(
      ({ options }) =>
        new Set(options.map(({ text }) => text.toLocaleLowerCase())).size === options.length,
      { error: () => t("error.sameAnswers"), path: ["options"] },
    ),
  );

export const quizInput = z.object({
  title: requiredLine(120, () => t("error.title")),
  passMark: z
    .number(invalidPassMark)
    .check(z.int(invalidPassMark), z.minimum(1, invalidPassMark), z.maximum(100, invalidPassMark)),
  questions: z.array(question).check(
    z.minLength(1, { error: () => t("error.noQuestions") }),
    z.maxLength(quizLimits.questions, {
      error: () => t("error.tooManyQuestions", { maximum: quizLimits.questions }),
    }),
  ),
});
export type QuizInput = z.output<typeof quizInput>;

export const attemptInput = z.object({
  versionId: z
    .string({ error: () => messages("server.startAgain") })
    .check(z.minLength(1), z.maxLength(64)),
  /** The IDs of the chosen options, by question ID. */
  answers: z.record(
    z.string().check(z.maxLength(32)),
    z.array(z.string().check(z.maxLength(32))).check(z.maxLength(quizLimits.options)),
  ),
});
export type AttemptInput = z.output<typeof attemptInput>;

export const quizMessages = {
  get missing() {
    return messages("server.missing");
  },
  get full() {
    return messages("server.full", { maximum: quizLimits.quizzes });
  },
  get changed() {
    return messages("server.changed");
  },
  get unanswered() {
    return messages("unanswered");
  },
};
