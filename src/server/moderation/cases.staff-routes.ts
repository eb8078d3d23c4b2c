import type { Hono } from "hono";
import {
  caseAssignmentInput,
  caseClosingInput,
  caseDecisionInput,
  caseListQuery,
  caseNoteInput,
  caseReplyInput,
} from "#lib/cases/case-input.ts";
import { caseDetailSchema, caseListSchema } from "#lib/cases/cases.responses.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { sendFile } from "../http/send-file.ts";
import { caseWorkers, deciders } from "../staff/case-deciders.ts";
import { staffExport } from "../staff/staff-export.ts";
import { createStaffApp, staffRoute } from "../staff/staff-route.ts";
import { exportCases, listCases } from "./case-list.ts";
import { findCase } from "./case-page.ts";
import { decideCase } from "./decide-case.ts";
import { openEvidenceFile } from "./evidence-files.ts";
import { addNote, assignCase, closeCase, replyToCase } from "./work-on-case.ts";

const t = getTexts("staffCases");

const missing = { 404: "Case not found" } as const;

/** Cases for staff, mounted under /api/staff/cases. Each change answers with the changed case. */
export function caseRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/cases");
  staffRoute(app, {
    method: "get",
    path: "/",
    roles: caseWorkers,
    summary: "Cases, the urgent ones first",
    query: caseListQuery,
    data: caseListSchema,
    handle: ({ staff, query }) => listCases(context, staff, query),
  });
  staffExport(app, {
    kind: "export-cases",
    roles: caseWorkers,
    summary: "Cases as a CSV file",
    query: caseListQuery,
    read: ({ context, staff, query }) => exportCases(context, staff, query),
    title: (column) => t(`server.csv.${column}`),
    columns: {
      case: ({ _id }) => _id,
      kind: ({ kind }) => t(`kind.${kind}`),
      subject: ({ subjectKind }) => t(`subject.${subjectKind}`),
      title: ({ title }) => title,
      status: ({ status }) => t(`status.${status}`),
      urgent: ({ urgent }) => urgent,
      about: ({ about }) => about?.name ?? "",
      assignee: ({ assignee }) => assignee?.name ?? "",
      reports: ({ reports }) => String(reports),
      opened: ({ openedAt }) => openedAt,
      changed: ({ changedAt }) => changedAt,
    },
  });
  staffRoute(app, {
    method: "get",
    path: "/:id",
    roles: caseWorkers,
    summary: "One case with its reports, evidence and history",
    data: caseDetailSchema,
    refusals: missing,
    handle: ({ staff, param }) => findCase(context, staff, param("id")),
  });
  staffRoute(app, {
    method: "get",
    path: "/:id/files/:number",
    roles: caseWorkers,
    bySession: true,
    summary: "A picture or recording of a case's evidence, even if its owner has deleted it",
    contentType: "image/webp",
    refusals: { 404: "Case or file not found" },
    async handle({ staff, param, c }) {
      const opened = await openEvidenceFile(context, staff, param("id"), param("number"));
      const headers = {
        "Cache-Control": "private, no-store",
        "Cross-Origin-Resource-Policy": "same-origin",
      };
      return sendFile(c, { ...opened, headers });
    },
  });
  staffRoute(app, {
    method: "put",
    path: "/:id/assignee",
    roles: caseWorkers,
    summary: "Assign the case to oneself, or to nobody",
    body: caseAssignmentInput,
    data: caseDetailSchema,
    refusals: { ...missing, 409: "Assigned to someone else since it was read" },
    async handle({ staff, param, body }) {
      await assignCase(context, staff, param("id"), body);
      return findCase(context, staff, param("id"));
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/notes",
    roles: caseWorkers,
    summary: "Add an internal note, or an answer that arrived by email",
    body: caseNoteInput,
    data: caseDetailSchema,
    refusals: { ...missing, 409: "The request ID belongs to another text" },
    async handle({ staff, param, body }) {
      await addNote(context, staff, param("id"), body);
      return findCase(context, staff, param("id"));
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/replies",
    roles: caseWorkers,
    summary: "Email everyone who reported, or the person concerned",
    body: caseReplyInput,
    data: caseDetailSchema,
    refusals: {
      ...missing,
      409: "Nobody can be emailed, or the request ID belongs to another text",
    },
    async handle({ staff, param, body }) {
      await replyToCase(context, staff, param("id"), body);
      return findCase(context, staff, param("id"));
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/decision",
    roles: deciders,
    summary: "Decide the case, and notify everyone concerned",
    body: caseDecisionInput,
    data: caseDetailSchema,
    refusals: {
      ...missing,
      409: "Already decided, changed since it was read, or nothing left to refund",
    },
    async handle({ staff, param, body }) {
      await decideCase(context, staff, param("id"), body);
      return findCase(context, staff, param("id"));
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/closing",
    roles: caseWorkers,
    summary: "Close a case that needs no decision",
    body: caseClosingInput,
    data: caseDetailSchema,
    refusals: { ...missing, 409: "Decided, closed or appealed, or changed since it was read" },
    async handle({ staff, param, body }) {
      await closeCase(context, staff, param("id"), body);
      return findCase(context, staff, param("id"));
    },
  });
  return app.routes;
}
