import { Hono } from "hono";
import { courseListQuery } from "#lib/catalog/course-filters.ts";
import {
  courseCancellationSchema,
  courseDeletionSchema,
  courseListSchema,
  courseSchema,
  coursesSchema,
} from "#lib/courses/courses.responses.ts";
import { courseMessages, createCourseInput, updateCourseInput } from "#lib/courses/courses.ts";
import { authenticate, findCaller } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { teachersOnly } from "../http/role-only.ts";
import { shareAnswer } from "../http/shared-answer.ts";
import { validate } from "../http/validate.ts";
import { pageTags } from "../pages-tags.ts";
import {
  cancelCourse,
  createCourse,
  deleteCourse,
  findCourse,
  listCourses,
  listOwnCourses,
  listStudentCourses,
  listTeacherCourses,
  updateCourse,
} from "./courses.ts";

const tag = "courses";
const onlyTeachers = "Not a teacher";
const missing = "Course not found, or not visible to the caller";

/** The course routes of section 7.2 of the specification, under /courses. */
export function courseRoutes(context: Context) {
  const signedIn = authenticate(context);
  return new Hono<AppEnv>()
    .get(
      "/",
      documented(
        tag,
        "Published courses that are open for enrollment: filtered, sorted, one page",
        {
          data: courseListSchema,
        },
      ),
      validate("query", courseListQuery),
      async (c) => {
        const list = await listCourses(context, undefined, c.req.valid("query"));
        // Changes are purged immediately. The 15 seconds are for changes that don't purge.
        shareAnswer(c, 15, [pageTags.courses]);
        return ok(c, list);
      },
    )
    .post(
      "/",
      signedIn,
      teachersOnly(() => courseMessages.onlyTeachersCreate),
      documented(tag, "Create a course", {
        bearer: true,
        data: courseSchema,
        successes: { 201: "Created" },
        refusals: {
          403: onlyTeachers,
          409: "The schedule overlaps, or a payment account is missing",
        },
      }),
      validate("json", createCourseInput),
      async (c) => created(c, await createCourse(context, c.var.actor, c.req.valid("json"))),
    )
    .get(
      "/teacher",
      signedIn,
      documented(tag, "The teacher's own courses, whatever their status", {
        bearer: true,
        data: coursesSchema,
        refusals: { 403: onlyTeachers },
      }),
      async (c) => ok(c, await listOwnCourses(context, c.var.actor)),
    )
    .get(
      "/teacher/:id",
      signedIn,
      documented(tag, "A teacher's published courses", {
        bearer: true,
        data: coursesSchema,
        refusals: { 404: "Teacher not found" },
      }),
      async (c) => ok(c, await listTeacherCourses(context, c.var.actor, c.req.param("id"))),
    )
    .get(
      "/student/:id",
      signedIn,
      documented(tag, "The student's own courses", {
        bearer: true,
        data: coursesSchema,
        refusals: { 403: "Not the owner" },
      }),
      async (c) => ok(c, await listStudentCourses(context, c.var.actor, c.req.param("id"))),
    )
    .get(
      "/:id",
      documented(tag, "One course", { data: courseSchema, refusals: { 404: missing } }),
      async (c) => {
        const caller = await findCaller(context, c);
        return ok(c, await findCourse(context, caller, c.req.param("id")));
      },
    )
    .put(
      "/:id",
      signedIn,
      teachersOnly(() => courseMessages.onlyTeachersEdit),
      documented(tag, "Update a course, fully or partially", {
        bearer: true,
        data: courseSchema,
        refusals: {
          403: "Not the teacher of this published course",
          404: missing,
          409: "The schedule overlaps, a payment account is missing, or students would lose their seats",
        },
      }),
      validate("json", updateCourseInput),
      async (c) =>
        ok(c, await updateCourse(context, c.var.actor, c.req.param("id"), c.req.valid("json"))),
    )
    .post(
      "/:id/cancel",
      signedIn,
      documented(
        tag,
        "Cancel the teacher's own course: archives it and refunds every student, once",
        {
          bearer: true,
          data: courseCancellationSchema,
          refusals: { 403: "Not the teacher of this published course", 404: missing },
        },
      ),
      async (c) => {
        const { refunds, message } = await cancelCourse(context, c.var.actor, c.req.param("id"));
        return ok(c, { refunds }, { message });
      },
    )
    .delete(
      "/:id",
      signedIn,
      documented(tag, "Delete or archive a course", {
        bearer: true,
        data: courseDeletionSchema,
        refusals: { 403: "Not the teacher of this published course", 404: missing },
      }),
      async (c) => {
        const { archived, message } = await deleteCourse(context, c.var.actor, c.req.param("id"));
        return ok(c, { archived }, { message });
      },
    );
}
