import type { Hono } from "hono";
import { nameStoredCountry } from "#lib/people/people.labels.ts";
import { vettingDetailSchema, vettingListSchema } from "#lib/vetting/vetting.responses.ts";
import {
  interviewNoteInput,
  verifyInput,
  vettingListQuery,
  vettingReasonInput,
} from "#lib/vetting/vetting.ts";
import { listVettingStates } from "#lib/vetting/vetting-states.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { staffExport } from "../staff/staff-export.ts";
import { createStaffApp, type StaffApp, staffRoute } from "../staff/staff-route.ts";
import { reviewers } from "./permissions.ts";
import { addInterviewNote, requestChanges, verifyTeacher, withdrawVerification } from "./review.ts";
import { exportVettings, listVettings } from "./review-list.ts";
import { findVetting } from "./review-page.ts";

const t = getTexts("staffVetting");

const missing = { 404: "Not staff, or no such teacher" } as const;
const decided = { ...missing, 409: "Already decided, or changed since it was read" } as const;
const data = vettingDetailSchema;
const roles = reviewers;

/** Teachers to review, mounted under /api/staff/teachers. IDs are those of profiles. */
export function vettingStaffRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/teachers");
  staffRoute(app, {
    method: "get",
    path: "/",
    roles,
    summary: "Teachers to review, those who have waited longest first",
    query: vettingListQuery,
    data: vettingListSchema,
    handle: ({ query }) => listVettings(context, query),
  });
  staffExport(app, {
    kind: "export-teachers",
    roles,
    summary: "Teachers and their reviews as a CSV file",
    query: vettingListQuery,
    read: ({ context, query }) => exportVettings(context, query),
    title: (column) => t(`server.csv.${column}`),
    columns: {
      id: ({ _id }) => _id,
      name: ({ name }) => name,
      country: ({ country }) => nameStoredCountry(country),
      status: (row) =>
        listVettingStates(row)
          .map((state) => t(state))
          .join(", "),
      submitted: ({ submittedAt }) => submittedAt ?? "",
      verifiedUntil: ({ verifiedUntil }) => verifiedUntil ?? "",
      documents: ({ documents }) => String(documents),
      courses: ({ publishedCourses }) => String(publishedCourses),
    },
  });
  staffRoute(app, {
    method: "get",
    path: "/:id",
    roles,
    summary: "A teacher's credentials, documents and review",
    data,
    refusals: missing,
    handle: ({ staff, param }) => findVetting(context, staff, param("id")),
  });
  addDecisions(context, app);
  return app.routes;
}

/** Each change returns the changed teacher. */
function addDecisions(context: Context, app: StaffApp): void {
  staffRoute(app, {
    method: "post",
    path: "/:id/verification",
    roles,
    summary: "Verify a submitted teacher until a date",
    body: verifyInput,
    data,
    refusals: decided,
    async handle({ staff, param, body }) {
      await verifyTeacher(context, staff, param("id"), body);
      return findVetting(context, staff, param("id"));
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/changes",
    roles,
    summary: "Request changes from a teacher who submitted credentials",
    body: vettingReasonInput,
    data,
    refusals: decided,
    async handle({ staff, param, body }) {
      await requestChanges(context, staff, param("id"), body);
      return findVetting(context, staff, param("id"));
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/withdrawal",
    roles,
    summary: "Withdraw a verification",
    body: vettingReasonInput,
    data,
    refusals: { ...missing, 409: "Not verified, or changed since it was read" },
    async handle({ staff, param, body }) {
      await withdrawVerification(context, staff, param("id"), body);
      return findVetting(context, staff, param("id"));
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/notes",
    roles,
    summary: "Add interview notes",
    body: interviewNoteInput,
    data,
    refusals: missing,
    async handle({ staff, param, body }) {
      await addInterviewNote(context, staff, param("id"), body);
      return findVetting(context, staff, param("id"));
    },
  });
}
