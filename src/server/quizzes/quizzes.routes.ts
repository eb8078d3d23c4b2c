import { Hono } from "hono";
import {
  attemptSchema,
  newQuizSchema,
  ownQuizzesSchema,
  quizResultsSchema,
  quizWithoutSolutionsSchema,
} from "#lib/quizzes/quizzes.responses.ts";
import { attemptInput, quizInput } from "#lib/quizzes/quizzes.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented, noData } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { addQuiz, changeQuiz, listOwnQuizzes, removeQuiz, restoreQuiz } from "./own-quizzes.ts";
import { listResults } from "./results.ts";
import { findAttempt, findQuiz, submitAttempt } from "./take-quiz.ts";

const tag = "quizzes";
const notTeacher = "Not a teacher";
const missing = "Not one of the teacher's quizzes";
const notTaken = "Not a quiz in a course that the student is enrolled in";

/** Mounted under /quizzes. */
export function quizRoutes(context: Context) {
  const signedIn = authenticate(context);
  return new Hono<AppEnv>()
    .get(
      "/course/:courseId",
      documented(tag, "The quizzes of the teacher's own course, with solutions", {
        bearer: true,
        data: ownQuizzesSchema,
        refusals: { 403: notTeacher, 404: "Not one of the teacher's courses" },
      }),
      signedIn,
      async (c) => ok(c, await listOwnQuizzes(context, c.var.actor, c.req.param("courseId"))),
    )
    .post(
      "/course/:courseId",
      documented(tag, "Add a quiz to the teacher's own course", {
        bearer: true,
        data: newQuizSchema,
        successes: { 201: "Created" },
        refusals: {
          403: notTeacher,
          404: "Not one of the teacher's courses",
          409: "Too many quizzes",
        },
      }),
      signedIn,
      validate("json", quizInput),
      async (c) => {
        const courseId = c.req.param("courseId");
        return created(c, await addQuiz(context, c.var.actor, courseId, c.req.valid("json")));
      },
    )
    .put(
      "/:id",
      documented(tag, "Update a quiz; earlier attempts don't change", {
        bearer: true,
        data: noData,
        refusals: { 403: notTeacher, 404: missing },
      }),
      signedIn,
      validate("json", quizInput),
      async (c) => {
        await changeQuiz(context, c.var.actor, c.req.param("id"), c.req.valid("json"));
        return ok(c, null);
      },
    )
    .delete(
      "/:id",
      documented(tag, "Delete a quiz; attempts are kept", {
        bearer: true,
        data: noData,
        refusals: { 403: notTeacher, 404: missing },
      }),
      signedIn,
      async (c) => {
        await removeQuiz(context, c.var.actor, c.req.param("id"));
        return ok(c, null);
      },
    )
    .post(
      "/:id/restore",
      documented(tag, "Undo the deletion of a quiz", {
        bearer: true,
        data: noData,
        refusals: { 403: notTeacher, 404: missing, 409: "The course has too many quizzes" },
      }),
      signedIn,
      async (c) => {
        await restoreQuiz(context, c.var.actor, c.req.param("id"));
        return ok(c, null);
      },
    )
    .get(
      "/:id",
      documented(tag, "A quiz to take, without its solution", {
        bearer: true,
        data: quizWithoutSolutionsSchema,
        refusals: { 403: "Not a student", 404: notTaken },
      }),
      signedIn,
      async (c) => ok(c, await findQuiz(context, c.var.actor, c.req.param("id"))),
    )
    .post(
      "/:id/attempts",
      documented(tag, "Submit answers; the response says which were correct", {
        bearer: true,
        data: attemptSchema,
        successes: { 201: "Graded" },
        refusals: {
          403: "Not a student",
          404: notTaken,
          409: "The quiz has changed in the meantime",
          429: "Too many attempts within an hour",
        },
      }),
      signedIn,
      validate("json", attemptInput),
      async (c) => {
        const quizId = c.req.param("id");
        return created(c, await submitAttempt(context, c.var.actor, quizId, c.req.valid("json")));
      },
    )
    .get(
      "/:id/results",
      documented(tag, "The students' results in a quiz of the teacher's own course", {
        bearer: true,
        data: quizResultsSchema,
        refusals: { 403: notTeacher, 404: missing },
      }),
      signedIn,
      async (c) => ok(c, await listResults(context, c.var.actor, c.req.param("id"))),
    )
    .get(
      "/attempts/:id",
      documented(tag, "The student's own attempt, or one in the teacher's own course", {
        bearer: true,
        data: attemptSchema,
        refusals: { 403: "No profile yet", 404: "Not the owner, nor the teacher of the course" },
      }),
      signedIn,
      async (c) => ok(c, await findAttempt(context, c.var.actor, c.req.param("id"))),
    );
}
