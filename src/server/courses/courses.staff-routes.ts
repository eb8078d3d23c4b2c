import type { Hono } from "hono";
import {
  type StaffCourseRow,
  staffCourseSchema,
  staffCoursesSchema,
} from "#lib/courses/staff-courses.responses.ts";
import {
  showCourseInput,
  staffCourseStates,
  staffCoursesQuery,
} from "#lib/courses/staff-courses.ts";
import { staffReasonInput } from "#lib/staff/staff.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { noData } from "../http/documented.ts";
import { findStaffCourse } from "../moderation/course-page.ts";
import { hideCourseDirectly } from "../moderation/decide-directly.ts";
import { staffExport } from "../staff/staff-export.ts";
import { createStaffApp, staffRoute } from "../staff/staff-route.ts";
import { courseModerators, showCourse } from "./hide-course.ts";
import { exportStaffCourses, listStaffCourses } from "./staff-courses.ts";

const t = getTexts("staffCourses");

const readers = ["moderator", "support"] as const;
const roles = courseModerators;
const refusals = { 404: "Not staff, or no such course" } as const;

/** Whether the teacher has published the course, and whether staff have hidden it. */
function nameState({ status, hidden }: StaffCourseRow): string {
  // A status that was added later is written as it is stored.
  const known = staffCourseStates.find((state) => state === status);
  const publication = known ? t(`state.${known}`) : status;
  return hidden ? `${publication}, ${t("state.hidden")}` : publication;
}

/** Mounted under /api/staff/courses. */
export function courseStaffRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/courses");
  staffRoute(app, {
    method: "get",
    path: "/",
    roles: readers,
    summary: "Courses, newest first, one page",
    query: staffCoursesQuery,
    data: staffCoursesSchema,
    handle: ({ query }) => listStaffCourses(context, query),
  });
  staffExport(app, {
    kind: "export-courses",
    roles,
    summary: "Courses as a CSV file",
    query: staffCoursesQuery,
    read: ({ context, query }) => exportStaffCourses(context, query),
    title: (column) => t(`server.csv.${column}`),
    columns: {
      id: ({ _id }) => _id,
      title: ({ title }) => title,
      teacher: ({ teacher }) => teacher.name,
      status: nameState,
      students: ({ students }) => String(students),
      price: ({ price }) => price,
      hidden: ({ hidden }) => hidden?.reason ?? "",
    },
  });
  staffRoute(app, {
    method: "get",
    path: "/:id",
    roles: readers,
    summary: "A course in any state with its history",
    data: staffCourseSchema,
    refusals,
    handle: ({ staff, param }) => findStaffCourse(context, staff, param("id")),
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/hide",
    roles,
    summary: "Hide a course from all public pages",
    body: staffReasonInput,
    data: noData,
    refusals: { ...refusals, 409: "Staff have hidden it already" },
    async handle({ staff, param, body }) {
      await hideCourseDirectly(context, staff, param("id"), body);
      return null;
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/show",
    roles,
    summary: "Show a hidden course again",
    body: showCourseInput,
    data: noData,
    refusals: { ...refusals, 409: "Someone else has hidden the course again" },
    async handle({ staff, param, body }) {
      await showCourse(context, param("id"), staff, body);
      return null;
    },
  });
  return app.routes;
}
