/** Short quizzes: the inputs of teachers and students. */
import * as z from "zod/mini";
import { prose, requiredLine } from "../text/text-schemas.ts";
import { questionKinds, quizLimits } from "./quizzes.rules.ts";

const passMarkMessage = "The pass mark must be between 1 and 100 percent";

/** Existing questions and options keep their IDs when they are edited. New ones have none. */
const knownId = z.optional(z.string().check(z.regex(/^[\w-]{1,32}$/)));

const option = z.object({
  id: knownId,
  text: requiredLine(quizLimits.option, "Please enter the answer"),
  right: z.boolean("Please choose whether the answer is correct"),
});

const question = z
  .object({
    id: knownId,
    kind: z.enum(questionKinds, "Please choose how many answers are correct"),
    text: prose(quizLimits.question).check(z.minLength(1, "Please enter the question")),
    explanation: z.optional(prose(quizLimits.explanation)),
    options: z
      .array(option)
      .check(
        z.minLength(2, "A question needs at least two answers"),
        z.maxLength(quizLimits.options, `Please use at most ${quizLimits.options} answers`),
      ),
  })
  .check(
    z.refine(
      ({ kind, options }) => {
        const right = options.filter((each) => each.right).length;
        return kind === "single" ? right === 1 : right >= 1;
      },
      { error: "Please mark the correct answer", path: ["options"] },
    ),
    z.refine(
      ({ options }) =>
        new Set(options.map(({ text }) => text.toLocaleLowerCase())).size === options.length,
      { error: "Two answers are the same", path: ["options"] },
    ),
  );

export const quizInput = z.object({
  title: requiredLine(120, "Title is required"),
  passMark: z
    .number(passMarkMessage)
    .check(z.int(passMarkMessage), z.minimum(1, passMarkMessage), z.maximum(100, passMarkMessage)),
  questions: z
    .array(question)
    .check(
      z.minLength(1, "A quiz needs at least one question"),
      z.maxLength(quizLimits.questions, `Please use at most ${quizLimits.questions} questions`),
    ),
});
export type QuizInput = z.output<typeof quizInput>;

export const attemptInput = z.object({
  versionId: z.string("Please start the quiz again").check(z.minLength(1), z.maxLength(64)),
  /** The IDs of the chosen options, by question ID. */
  answers: z.record(
    z.string().check(z.maxLength(32)),
    z.array(z.string().check(z.maxLength(32))).check(z.maxLength(quizLimits.options)),
  ),
});
export type AttemptInput = z.output<typeof attemptInput>;

export const quizMessages = {
  missing: "Quiz not found",
  full: `A course can have at most ${quizLimits.quizzes} quizzes`,
  changed: "The teacher has just changed this quiz. Please start again.",
  unanswered: "Please answer every question",
} as const;
