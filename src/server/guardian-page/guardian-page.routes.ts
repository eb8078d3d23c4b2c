import { Hono } from "hono";
import type * as z from "zod/mini";
import { guardianReportInput } from "#lib/cases/cases.ts";
import {
  guardianInput,
  guardianLinkInput,
  guardianTokenInput,
  teacherMessageInput,
} from "#lib/guardians/guardian-view.ts";
import { guardianChildSchema } from "#lib/guardians/guardians.responses.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import { revokeGuardianPageLink } from "../guardians/page-links.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented, noData } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { readChildPage } from "./child-page.ts";
import { reportTeacher } from "./report-teacher.ts";
import { requestPageLink } from "./request-link.ts";
import { writeToTeacher } from "./teacher-message.ts";

const t = getTexts("guardianPage");

/**
 * Mounted under /api/guardian, before other routes there, which get its headers too. The token is sent in the body so that it doesn't appear
 * in logs.
 */
export function guardianPageRoutes(context: Context) {
  const doc = (summary: string, data: z.ZodMiniType) =>
    documented("people", summary, {
      data,
      refusals: { 404: "The link no longer works", 429: "Too many requests" },
    });
  return new Hono<AppEnv>()
    .use(async (c, next) => {
      await next();
      c.header("Cache-Control", "private, no-store");
    })
    .post(
      "/child",
      doc("A child's classes, progress and teachers, by the guardian's link", guardianChildSchema),
      validate("json", guardianInput),
      async (c) => ok(c, await readChildPage(context, c.req.valid("json"))),
    )
    .post(
      "/teacher-message",
      doc("Email a message from the guardian to the child's teacher", noData),
      validate("json", teacherMessageInput),
      async (c) => {
        await writeToTeacher(context, c.req.valid("json"));
        return ok(c, null);
      },
    )
    .post(
      "/report",
      doc("Report one of the child's teachers to staff", noData),
      validate("json", guardianReportInput),
      async (c) => {
        await reportTeacher(context, c.req.valid("json"));
        return ok(c, null);
      },
    )
    .post(
      "/end",
      doc("Turn off the link", noData),
      validate("json", guardianTokenInput),
      async (c) => {
        await revokeGuardianPageLink(context, c.req.valid("json").token);
        return ok(c, null);
      },
    )
    .post(
      "/link",
      documented("people", "Email a guardian a new link. The response is the same for everyone.", {
        data: noData,
        refusals: { 429: "Too many requests" },
      }),
      validate("json", guardianLinkInput),
      async (c) => {
        await requestPageLink(context, c.var.clientAddress, c.req.valid("json"));
        return ok(c, null, { message: t("server.sentText") });
      },
    );
}
