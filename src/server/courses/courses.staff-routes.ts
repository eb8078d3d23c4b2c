import type { Hono } from "hono";
import { staffCoursesSchema } from "#lib/courses/staff-courses.responses.ts";
import { staffCoursesQuery } from "#lib/courses/staff-courses.ts";
import { staffReasonInput } from "#lib/staff/staff.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { noData } from "../http/documented.ts";
import { closeCourseCheckouts } from "../payments/checkout/close-course-checkouts.ts";
import { answerCsv } from "../staff/csv-answer.ts";
import { createStaffApp, staffRoute } from "../staff/staff-route.ts";
import { hideCourse, showCourse } from "./hide-course.ts";
import { exportStaffCourses, listStaffCourses } from "./staff-courses.ts";

const t = getTexts("staffCourses");

const roles = ["moderator"] as const;
const refusals = { 404: "Not staff, or no such course" } as const;

/** Mounted under /api/staff/courses. */
export function courseStaffRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/courses");
  staffRoute(app, {
    method: "get",
    path: "/",
    roles: ["moderator", "support"],
    summary: "Courses, newest first, one page",
    query: staffCoursesQuery,
    data: staffCoursesSchema,
    handle: ({ query }) => listStaffCourses(context, query),
  });
  staffRoute(app, {
    method: "get",
    path: "/export.csv",
    roles,
    summary: "Courses as a CSV file",
    query: staffCoursesQuery,
    contentType: "text/csv",
    async handle({ query }) {
      const rows = await exportStaffCourses(context, query);
      const names = ["id", "title", "teacher", "status", "students", "price", "hidden"] as const;
      return answerCsv(
        "courses",
        names.map((name) => t(`server.csv.${name}`)),
        rows.map((row) => [
          row._id,
          row.title,
          row.teacher.name,
          row.status,
          String(row.students),
          row.price,
          row.hidden?.reason ?? "",
        ]),
      );
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/hide",
    roles,
    summary: "Hide a course from all public pages",
    body: staffReasonInput,
    data: noData,
    refusals,
    async handle({ staff, param, body }) {
      await hideCourse(context.db, param("id"), staff, body);
      await closeCourseCheckouts(context, param("id"));
      return null;
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/show",
    roles,
    summary: "Show a hidden course again",
    body: staffReasonInput,
    data: noData,
    refusals,
    async handle({ staff, param, body }) {
      await showCourse(context.db, param("id"), staff, body);
      return null;
    },
  });
  return app.routes;
}
