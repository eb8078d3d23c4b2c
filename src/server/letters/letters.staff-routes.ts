/** Letters in the console. Support writes them, and only owners send. */
import type { Hono } from "hono";
import { letterSchema, lettersSchema, suppressionsSchema } from "#lib/letters/letters.responses.ts";
import {
  letterInput,
  lettersQuery,
  newLetterInput,
  previewQuery,
  sendLetterInput,
  suppressionInput,
  suppressionsQuery,
  testLetterInput,
} from "#lib/letters/letters.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { noData } from "../http/documented.ts";
import { staffExport } from "../staff/staff-export.ts";
import { createStaffApp, type StaffApp, staffRoute } from "../staff/staff-route.ts";
import {
  changeLetterStatus,
  letterChanges,
  resendUnconfirmed,
  sendLetter,
} from "./letter-status.ts";
import {
  createLetter,
  deleteLetter,
  exportLetters,
  findLetter,
  listLetters,
  saveLetter,
} from "./letters.ts";
import { previewLetter, sendTestLetter } from "./preview.ts";
import {
  addSuppression,
  exportSuppressions,
  listSuppressions,
  removeSuppression,
} from "./suppressions.ts";

const t = getTexts("staffLetters");

const roles = ["support"] as const;
const refusals = { 404: "Not staff, or no such letter", 409: "The letter has changed" } as const;

/** Mounted under /api/staff/letters. */
export function letterStaffRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/letters");
  staffRoute(app, {
    method: "get",
    path: "/",
    roles,
    summary: "Letters, newest first, one page",
    query: lettersQuery,
    data: lettersSchema,
    handle: ({ query }) => listLetters(context, query),
  });
  staffExport(app, {
    kind: "export-letters",
    roles,
    summary: "Letters and their progress, as a CSV file",
    query: lettersQuery,
    read: ({ context, query }) => exportLetters(context, query),
    title: (column) => t(`server.csv.${column}`),
    columns: {
      id: ({ _id }) => _id,
      subject: ({ subject }) => subject,
      kind: ({ kind }) => t(`kind.${kind}`),
      status: ({ status }) => t(`status.${status}`),
      audience: ({ audience }) => t(`audience.${audience}`),
      created: ({ createdAt }) => createdAt,
      started: ({ startedAt }) => startedAt ?? "",
      sent: ({ progress }) => String(progress.sent),
      waiting: ({ progress }) => String(progress.waiting),
      skipped: ({ progress }) => String(progress.skipped),
      failed: ({ progress }) => String(progress.failed),
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/",
    roles,
    summary: "Create a draft",
    body: newLetterInput,
    data: letterSchema,
    handle: async ({ staff, body }) =>
      findLetter(context, staff, await createLetter(context, staff, body)),
  });
  staffRoute(app, {
    method: "get",
    path: "/:id",
    roles,
    summary: "A letter with its texts and progress",
    data: letterSchema,
    refusals: { 404: refusals[404] },
    handle: ({ staff, param }) => findLetter(context, staff, param("id")),
  });
  staffRoute(app, {
    method: "put",
    path: "/:id",
    roles,
    summary: "Save a draft",
    body: letterInput,
    data: letterSchema,
    refusals,
    async handle({ staff, param, body }) {
      await saveLetter(context, staff, param("id"), body);
      return findLetter(context, staff, param("id"));
    },
  });
  staffRoute(app, {
    method: "delete",
    path: "/:id",
    roles,
    summary: "Delete a draft",
    data: noData,
    refusals,
    async handle({ staff, param }) {
      await deleteLetter(context, staff, param("id"));
      return null;
    },
  });
  addPreviewAndTest(context, app);
  addSending(context, app);
  return app.routes;
}

function addPreviewAndTest(context: Context, app: StaffApp): void {
  staffRoute(app, {
    method: "get",
    path: "/:id/preview",
    roles,
    summary: "The email as HTML, in one language and theme",
    query: previewQuery,
    contentType: "text/html",
    refusals: { 404: refusals[404] },
    async handle({ staff, actor, param, query }) {
      const page = await previewLetter(context, { staff, actor }, param("id"), query);
      const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" };
      return new Response(page, { headers });
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/test",
    roles,
    summary: "Send a letter to oneself, as a test",
    body: testLetterInput,
    data: noData,
    refusals: { 404: refusals[404] },
    async handle({ staff, actor, param, body }) {
      await sendTestLetter(context, { staff, actor }, param("id"), body.language);
      return null;
    },
  });
}

function addSending(context: Context, app: StaffApp): void {
  staffRoute(app, {
    method: "post",
    path: "/:id/send",
    roles: ["owner"],
    summary: "Send a letter to the confirmed number of addresses",
    body: sendLetterInput,
    data: letterSchema,
    refusals,
    async handle({ staff, param, body }) {
      await sendLetter(context, staff, param("id"), body);
      return findLetter(context, staff, param("id"));
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/resend",
    roles: ["owner"],
    summary: "Send a letter again to those whose email may not have arrived",
    data: letterSchema,
    refusals,
    async handle({ staff, param }) {
      await resendUnconfirmed(context, staff, param("id"));
      return findLetter(context, staff, param("id"));
    },
  });
  for (const change of letterChanges) {
    staffRoute(app, {
      method: "post",
      path: `/:id/${change}`,
      // Everyone who notices a mistake may stop the letter.
      roles: change === "continue" ? ["owner"] : roles,
      summary: `${change[0]?.toUpperCase()}${change.slice(1)} the sending of a letter`,
      data: letterSchema,
      refusals,
      async handle({ staff, param }) {
        await changeLetterStatus(context, staff, param("id"), change);
        return findLetter(context, staff, param("id"));
      },
    });
  }
}

/** Mounted under /api/staff/suppressions. */
export function suppressionStaffRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/suppressions");
  staffRoute(app, {
    method: "get",
    path: "/",
    roles,
    summary: "Addresses that get no letters, newest first, one page",
    query: suppressionsQuery,
    data: suppressionsSchema,
    handle: ({ query }) => listSuppressions(context, query),
  });
  staffExport(app, {
    kind: "export-suppressions",
    roles,
    summary: "Addresses that get no letters, as a CSV file",
    query: suppressionsQuery,
    read: ({ context, query }) => exportSuppressions(context, query),
    title: (column) => t(`suppressions.${column}`),
    columns: {
      email: ({ email }) => email,
      reasonLabel: ({ reason }) => t(`suppressions.reason.${reason}`),
      note: ({ note }) => note,
      added: ({ createdAt }) => createdAt,
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/",
    roles,
    summary: "Add an address that gets no letters",
    body: suppressionInput,
    data: noData,
    refusals: { 409: "The address has an entry" },
    async handle({ staff, body }) {
      await addSuppression(context, staff, body);
      return null;
    },
  });
  staffRoute(app, {
    method: "delete",
    path: "/:id",
    roles,
    summary: "Remove an address, so that it gets letters again",
    data: noData,
    refusals: { 404: "Not staff, or no such entry" },
    async handle({ staff, param }) {
      await removeSuppression(context, staff, param("id"));
      return null;
    },
  });
  return app.routes;
}
