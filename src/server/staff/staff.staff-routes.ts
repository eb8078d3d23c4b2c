import type { Hono } from "hono";
import { nameAction } from "#lib/staff/action-names.ts";
import {
  newAuthenticatorSchema,
  passkeyOptionsSchema,
  recoveryCodesSchema,
  staffLogSchema,
  staffSignInSchema,
  staffTodaySchema,
} from "#lib/staff/staff.responses.ts";
import { factorCodeInput, passkeyInput, staffLogQuery } from "#lib/staff/staff.ts";
import { nameSubject } from "#lib/staff/subject-names.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { noData } from "../http/documented.ts";
import { retryFailedJob } from "./failed-jobs.ts";
import { removePasskey } from "./second-factor/remove-passkey.ts";
import {
  enrollAuthenticator,
  enrollPasskey,
  enterCode,
  enterPasskey,
  enterRecoveryCode,
  findStaffSignIn,
  replaceRecoveryCodes,
  startAuthenticator,
  startNewPasskey,
  startPasskey,
} from "./second-factor/staff-sign-in.ts";
import { staffExport } from "./staff-export.ts";
import { exportStaffLog, listStaffLog } from "./staff-log.ts";
import { createStaffApp, type StaffRequest, staffRoute, staffSignInRoute } from "./staff-route.ts";
import { findToday } from "./today.ts";

const t = getTexts("staff");

const refusals = {
  400: "The code or passkey was rejected",
  429: "Too many attempts",
} as const;
const tooMany = "The person can't have another passkey";

const toRequest = ({ actor, c }: StaffRequest<unknown, unknown>) => ({
  actor,
  address: c.var.clientAddress,
});

/** The second factor of staff, mounted under /api/staff/sign-in. */
export function staffSignInRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/sign-in");
  staffSignInRoute(app, {
    method: "get",
    path: "/",
    summary: "What the session needs before it may open the console",
    data: staffSignInSchema,
    handle: ({ actor }) => findStaffSignIn(context, actor),
  });
  staffSignInRoute(app, {
    method: "post",
    path: "/code",
    summary: "Enter a code of the authenticator app",
    body: factorCodeInput,
    data: noData,
    refusals,
    async handle(request) {
      await enterCode(context, toRequest(request), request.body.code);
      return null;
    },
  });
  staffSignInRoute(app, {
    method: "post",
    path: "/recovery-code",
    summary: "Enter a recovery code",
    body: factorCodeInput,
    data: noData,
    refusals,
    async handle(request) {
      await enterRecoveryCode(context, toRequest(request), request.body.code);
      return null;
    },
  });
  staffSignInRoute(app, {
    method: "post",
    path: "/passkey-options",
    summary: "Options for signing in with a passkey",
    data: passkeyOptionsSchema,
    handle: async ({ actor }) => ({ options: await startPasskey(context, actor) }),
  });
  staffSignInRoute(app, {
    method: "post",
    path: "/passkey",
    summary: "Sign in with a passkey",
    body: passkeyInput,
    data: noData,
    refusals,
    async handle(request) {
      await enterPasskey(context, toRequest(request), request.body);
      return null;
    },
  });
  addEnrollment(context, app);
  return app.routes;
}

function addEnrollment(context: Context, app: ReturnType<typeof createStaffApp>): void {
  staffSignInRoute(app, {
    method: "post",
    path: "/authenticator",
    summary: "A new secret for an authenticator app",
    data: newAuthenticatorSchema,
    handle: ({ actor }) => startAuthenticator(context, actor),
  });
  staffSignInRoute(app, {
    method: "post",
    path: "/authenticator/confirm",
    summary: "Add the authenticator app with its first code",
    body: factorCodeInput,
    data: recoveryCodesSchema,
    refusals,
    handle: async (request) => ({
      recoveryCodes: await enrollAuthenticator(context, toRequest(request), request.body.code),
    }),
  });
  staffSignInRoute(app, {
    method: "post",
    path: "/new-passkey-options",
    summary: "Options for a new passkey",
    data: passkeyOptionsSchema,
    refusals: { 409: tooMany },
    handle: async ({ actor }) => ({ options: await startNewPasskey(context, actor) }),
  });
  staffSignInRoute(app, {
    method: "post",
    path: "/new-passkey",
    summary: "Add a passkey",
    body: passkeyInput,
    data: recoveryCodesSchema,
    refusals: { ...refusals, 409: tooMany },
    handle: async (request) => ({
      recoveryCodes: await enrollPasskey(context, toRequest(request), request.body),
    }),
  });
  staffSignInRoute(app, {
    method: "post",
    path: "/recovery-codes",
    summary: "Replace the recovery codes",
    data: recoveryCodesSchema,
    handle: async ({ actor }) => ({ recoveryCodes: await replaceRecoveryCodes(context, actor) }),
  });
  staffRoute(app, {
    method: "delete",
    path: "/passkeys/:id",
    roles: "any",
    summary: "Remove a passkey, unless it is the only second factor",
    data: noData,
    refusals: { 404: "Not staff, or no such passkey", 409: "The only second factor" },
    async handle({ actor, param }) {
      await removePasskey(context, actor, param("id"));
      return null;
    },
  });
}

/** What requires staff to act, mounted under /api/staff/today. */
export function staffTodayRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/today");
  staffRoute(app, {
    method: "get",
    path: "/",
    roles: "any",
    summary: "What needs attention, as far as the role is responsible for it",
    data: staffTodaySchema,
    handle: ({ staff }) => findToday(context, staff),
  });
  staffRoute(app, {
    method: "post",
    path: "/failed-jobs/:id/retry",
    roles: ["owner"],
    summary: "Run a failed background job once more",
    data: noData,
    refusals: { 404: "Not staff, or no such failed job" },
    async handle({ staff, param }) {
      await retryFailedJob(context, staff, param("id"));
      return null;
    },
  });
  return app.routes;
}

/** The audit log, mounted under /api/staff/log. */
export function staffLogRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/log");
  staffRoute(app, {
    method: "get",
    path: "/",
    roles: "any",
    summary: "The audit log, one page: all of it for owners, their own entries for others",
    query: staffLogQuery,
    data: staffLogSchema,
    handle: ({ staff, query }) => listStaffLog(context, staff, query),
  });
  staffExport(app, {
    kind: "export-log",
    roles: "any",
    summary: "The audit log as a CSV file",
    query: staffLogQuery,
    read: ({ context, staff, query }) => exportStaffLog(context, staff, query),
    title: (column) => t(`server.csv.${column}`),
    columns: {
      time: ({ at }) => at,
      by: ({ by, isCommand }) => (isCommand ? `${by} (${t("log.command")})` : by),
      action: nameAction,
      subjectKind: ({ subjectKind }) => (subjectKind ? t(`subject.${subjectKind}`) : ""),
      subjectName: (entry) => nameSubject(entry) ?? "",
      subject: ({ subjectId }) => subjectId,
      reason: ({ reason }) => reason,
      details: ({ details }) => (details ? JSON.stringify(details) : ""),
    },
  });
  return app.routes;
}
