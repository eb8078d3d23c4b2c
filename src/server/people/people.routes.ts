import { Hono, type Context as HonoContext } from "hono";
import * as z from "zod/mini";
import { AppError } from "#lib/errors.ts";
import { generalMessages } from "#lib/general-messages.ts";
import {
  type OwnProfile,
  ownProfileSchema,
  ownStudentSchema,
  ownTeacherSchema,
  profileSchema,
  studentListSchema,
  studentSchema,
  type TeacherDetail,
  teacherListSchema,
  teacherSchema,
  timeSlotsSchema,
} from "#lib/people/people.responses.ts";
import {
  peopleListQuery,
  registrationInput,
  studentProfileUpdate,
  studentSearchQuery,
  teacherProfileUpdate,
  timeSlotsInput,
} from "#lib/people/people.ts";
import { teacherListQuery } from "#lib/people/teacher-filters.ts";
import { forgetKeptZones, isAnswerOutdated } from "#lib/time/zone-question.ts";
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
  findProfile,
  findStudent,
  findTeacher,
  listFeaturedStudents,
  listStudents,
  listTeachers,
  listTimeSlots,
  registerProfile,
  replaceTimeSlots,
  searchStudents,
  updateProfile,
} from "./people.ts";

const tag = "people";
const noTeacher = "Teacher not found";
const notOwn = "Not the owner";

/** The changed profile, without an answer to the question about the zone that it had before. */
function okOwn(c: HonoContext, profile: OwnProfile) {
  if (isAnswerOutdated(c.req.header("Cookie"), profile.timeZone)) {
    c.header("Set-Cookie", forgetKeptZones, { append: true });
  }
  return ok(c, profile);
}

/** POST /auth/register. It shares its prefix with the account routes. */
export function registrationRoutes(context: Context) {
  return new Hono<AppEnv>().post(
    "/register",
    authenticate(context, () => generalMessages.noToken),
    documented(tag, "Complete the registration with a profile; the role can't be changed later", {
      bearer: true,
      data: ownProfileSchema,
      successes: { 201: "Created" },
      refusals: { 409: "The profile already exists" },
    }),
    validate("json", registrationInput),
    async (c) =>
      created(
        c,
        await registerProfile(context, c.var.actor, c.req.valid("json"), c.var.clientAddress),
      ),
  );
}

/**
 * Browsers print every response with 404 in their console, even where a missing profile is
 * expected: after the first log-in, and for staff.
 */
const missingHeader = "X-Missing";

const isNotFound = (error: unknown): boolean =>
  error instanceof AppError && error.code === "not_found";

/** Profiles by user ID, mounted under /users. */
export function profileRoutes(context: Context) {
  return new Hono<AppEnv>().get(
    "/authUser/:userId",
    documented(tag, "The profile of a user: complete for the owner, public for others", {
      description: `With the header \`${missingHeader}: null\`, an account without a profile is answered with 200 and \`data: null\` instead of 404.`,
      data: z.nullable(profileSchema),
      refusals: { 404: "User not found, or no profile yet" },
    }),
    async (c) => {
      const caller = await findCaller(context, c);
      try {
        return ok(c, await findProfile(context, caller, c.req.param("userId")));
      } catch (error) {
        if (c.req.header(missingHeader) !== "null" || !isNotFound(error)) throw error;
        return ok(c, null);
      }
    },
  );
}

/** With many courses, the response is large, and all visitors get the same. */
function shareTeacher(c: HonoContext, { _id, courses }: TeacherDetail): void {
  const ofCourses = courses.map((course) => pageTags.course(course._id));
  // Changes are purged immediately. The 15 seconds are for changes that don't purge.
  shareAnswer(c, 15, [pageTags.teacher(_id), ...ofCourses]);
}

/** Mounted under /teachers. */
export function teacherRoutes(context: Context) {
  const signedIn = authenticate(context);
  return new Hono<AppEnv>()
    .get(
      "/",
      documented(tag, "Teachers, recommended ones first, one page", { data: teacherListSchema }),
      validate("query", teacherListQuery),
      async (c) => ok(c, await listTeachers(context, undefined, c.req.valid("query"))),
    )
    .get(
      "/:id",
      documented(tag, "A teacher and their published courses", {
        data: teacherSchema,
        refusals: { 404: noTeacher },
      }),
      async (c) => {
        const caller = await findCaller(context, c);
        const teacher = await findTeacher(context, caller, c.req.param("id"));
        if (!caller) shareTeacher(c, teacher);
        return ok(c, teacher);
      },
    )
    .on(
      ["PUT", "PATCH"],
      "/:id",
      signedIn,
      documented(tag, "Update the user's own profile, fully or partially", {
        bearer: true,
        data: ownTeacherSchema,
        refusals: { 403: notOwn },
      }),
      validate("json", teacherProfileUpdate),
      async (c) => {
        const target = { role: "teacher", profileId: c.req.param("id") } as const;
        return okOwn(c, await updateProfile(context, c.var.actor, target, c.req.valid("json")));
      },
    )
    .get(
      "/:id/timeslots",
      signedIn,
      documented(tag, "A teacher's weekly time slots", {
        bearer: true,
        data: timeSlotsSchema,
        refusals: { 404: noTeacher },
      }),
      async (c) => {
        const slots = await listTimeSlots(context, c.var.actor, c.req.param("id"));
        return ok(c, { availableTimeSlots: slots });
      },
    )
    .put(
      "/:id/timeslots",
      signedIn,
      teachersOnly(),
      documented(tag, "Replace the teacher's own weekly time slots", {
        bearer: true,
        data: timeSlotsSchema,
        refusals: { 403: notOwn, 409: "Time slots overlap, or a booked one is missing" },
      }),
      validate("json", timeSlotsInput),
      async (c) => {
        const input = c.req.valid("json");
        const slots = await replaceTimeSlots(context, c.var.actor, c.req.param("id"), input);
        return ok(c, { availableTimeSlots: slots });
      },
    );
}

/** Mounted under /students. */
export function studentRoutes(context: Context) {
  return new Hono<AppEnv>()
    .get(
      "/",
      documented(tag, "Students, newest first, one page", { data: studentListSchema }),
      validate("query", peopleListQuery),
      async (c) => ok(c, await listStudents(context, undefined, c.req.valid("query"))),
    )
    .get(
      "/featured",
      documented(tag, "Featured students", { data: studentListSchema }),
      validate("query", peopleListQuery),
      async (c) => ok(c, await listFeaturedStudents(context, undefined, c.req.valid("query"))),
    )
    .get(
      "/search",
      documented(tag, "Students whose name contains the query", { data: studentListSchema }),
      validate("query", studentSearchQuery),
      async (c) => ok(c, await searchStudents(context, undefined, c.req.valid("query"))),
    )
    .get(
      "/:id",
      documented(tag, "A student", {
        data: studentSchema,
        refusals: { 404: "Student not found" },
      }),
      async (c) => {
        const caller = await findCaller(context, c);
        return ok(c, await findStudent(context, caller, c.req.param("id")));
      },
    )
    .on(
      ["PUT", "PATCH"],
      "/:id",
      authenticate(context),
      documented(tag, "Update the user's own profile, fully or partially", {
        bearer: true,
        data: ownStudentSchema,
        refusals: { 403: notOwn },
      }),
      validate("json", studentProfileUpdate),
      async (c) => {
        const target = { role: "student", profileId: c.req.param("id") } as const;
        const input = c.req.valid("json");
        const { actor, clientAddress } = c.var;
        return okOwn(c, await updateProfile(context, actor, target, input, clientAddress));
      },
    );
}
