import { Hono } from "hono";
import * as z from "zod/mini";
import { guardianTokenInput } from "#lib/guardians/guardian-view.ts";
import { pagingQuery } from "#lib/paging/paging.ts";
import {
  loggedRecitationSchema,
  passagePreparationSchema,
  recitationLogSchema,
  studentsWithProgressSchema,
  verseMarksSchema,
} from "#lib/recitations/recitations.responses.ts";
import {
  maxRecitationsPageSize,
  newRecitationInput,
  passageQuery,
  recitationInput,
  sharedPassageQuery,
} from "#lib/recitations/recitations.ts";
import { getTexts } from "#translations/translate.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented, noData } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { renewGuardianLink, revokeGuardianLink } from "./guardian-page.ts";
import { findOwnMarks } from "./own-marks.ts";
import { findRecitations } from "./read-lessons.ts";
import { listStudentsWithProgress } from "./students-with-progress.ts";
import { preparePassage } from "./weak-words.ts";
import { changeRecitation, logRecitation, removeRecitation } from "./write-lessons.ts";

const t = getTexts("recitations");

const tag = "recitations";
const notYours = "Neither the student nor the course's teacher, or not enrolled";
const missing = "Not a lesson in one of the teacher's courses";
const twice = "Already recorded for that day, or too many lessons";

/** Mounted under /recitations. */
export function recitationRoutes(context: Context) {
  const signedIn = authenticate(context);
  return new Hono<AppEnv>()
    .get(
      "/course/:courseId",
      documented(tag, "The students of the teacher's own course with their latest lessons", {
        bearer: true,
        data: studentsWithProgressSchema,
        refusals: { 403: "Not the course's teacher" },
      }),
      signedIn,
      async (c) =>
        ok(c, await listStudentsWithProgress(context, c.var.actor, c.req.param("courseId"))),
    )
    .get(
      "/marks",
      documented(tag, "How well the acting student knows the verses and words of a passage", {
        description:
          "Verses are written as in 2:255. Verses that aren't memorized are left out, and so are words that aren't weak.",
        bearer: true,
        data: verseMarksSchema,
        refusals: { 403: "Not a student" },
      }),
      signedIn,
      validate("query", passageQuery),
      async (c) => ok(c, await findOwnMarks(context, c.var.actor, c.req.valid("query"))),
    )
    .get(
      "/course/:courseId/student/:studentId",
      documented(tag, "A student's lessons in a course, and the memorization progress", {
        description: "Verses are numbered through the whole Quran, from 1 to 6236.",
        bearer: true,
        data: recitationLogSchema,
        refusals: { 403: notYours },
      }),
      signedIn,
      validate("query", z.object(pagingQuery(maxRecitationsPageSize))),
      async (c) =>
        ok(c, await findRecitations(context, c.var.actor, c.req.param(), c.req.valid("query"))),
    )
    .get(
      "/course/:courseId/student/:studentId/passage",
      documented(tag, "What a teacher needs to know before a student recites a passage", {
        description:
          "A word at which a mistake was marked is weak until it has been recited correctly in two to four later lessons.",
        bearer: true,
        data: passagePreparationSchema,
        refusals: { 403: "Not the course's teacher, or the student isn't enrolled" },
      }),
      signedIn,
      validate("query", sharedPassageQuery),
      async (c) =>
        ok(c, await preparePassage(context, c.var.actor, c.req.param(), c.req.valid("query"))),
    )
    .post(
      "/course/:courseId/student/:studentId",
      documented(tag, "Record a student's lesson in the teacher's own course", {
        description: "Repeating it with the same clientId has no effect.",
        bearer: true,
        data: loggedRecitationSchema,
        successes: { 200: "The lesson was already recorded", 201: "Recorded" },
        refusals: { 403: notYours, 409: twice, 429: "Too many lessons within an hour" },
      }),
      signedIn,
      validate("json", newRecitationInput),
      async (c) => {
        const input = c.req.valid("json");
        const { _id, isNew } = await logRecitation(context, c.var.actor, c.req.param(), input);
        return isNew ? created(c, { _id }) : ok(c, { _id });
      },
    )
    .post(
      "/course/:courseId/guardian-link",
      documented(tag, "Email the guardian a new link, which replaces the previous one", {
        bearer: true,
        data: noData,
        refusals: {
          403: "Not a student of the course",
          409: "No guardian with a confirmed email address",
          429: "Too many links within an hour",
        },
      }),
      signedIn,
      async (c) => {
        await renewGuardianLink(context, c.var.actor, c.req.param("courseId"));
        return ok(c, null, { message: t("call.linkSent") });
      },
    )
    .post(
      "/guardian-link/end",
      documented(tag, "Turn off the guardian's link", {
        description: "The token is sent in the body so that it isn't logged.",
        data: noData,
        refusals: { 404: "The link is turned off" },
      }),
      validate("json", guardianTokenInput),
      async (c) => {
        await revokeGuardianLink(context, c.req.valid("json").token);
        return ok(c, null);
      },
    )
    .put(
      "/:id",
      documented(tag, "Correct a lesson", {
        bearer: true,
        data: noData,
        refusals: { 403: "Not a teacher", 404: missing, 409: twice },
      }),
      signedIn,
      validate("json", recitationInput),
      async (c) => {
        await changeRecitation(context, c.var.actor, c.req.param("id"), c.req.valid("json"));
        return ok(c, null);
      },
    )
    .delete(
      "/:id",
      documented(tag, "Delete a lesson", {
        bearer: true,
        data: noData,
        refusals: { 403: "Not a teacher", 404: missing },
      }),
      signedIn,
      async (c) => {
        await removeRecitation(context, c.var.actor, c.req.param("id"));
        return ok(c, null);
      },
    );
}
