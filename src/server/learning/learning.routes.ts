import { Hono } from "hono";
import { courseProgressSchema, issuedCertificateSchema } from "#lib/learning/learning.responses.ts";
import { getTexts } from "#translations/translate.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented, noData } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { issueCertificate, revokeCertificate } from "./certificates.ts";
import { findProgress } from "./progress.ts";

const t = getTexts("learning");

const tag = "learning";
const notEnrolled = "Not enrolled in the course";

/** Routes under /learning. */
export function learningRoutes(context: Context) {
  const signedIn = authenticate(context);
  return new Hono<AppEnv>()
    .get(
      "/courses/:courseId/progress",
      documented(tag, "The student's progress: classes, quizzes, certificate", {
        bearer: true,
        data: courseProgressSchema,
        refusals: { 403: notEnrolled },
      }),
      signedIn,
      async (c) => ok(c, await findProgress(context, c.var.actor, c.req.param("courseId"))),
    )
    .post(
      "/courses/:courseId/certificate",
      documented(tag, "The student's certificate for a course, issued once it is earned", {
        bearer: true,
        data: issuedCertificateSchema,
        successes: { 200: "The certificate was already issued", 201: "Issued" },
        refusals: { 403: notEnrolled, 409: "Not earned yet, or revoked" },
      }),
      signedIn,
      async (c) => {
        const courseId = c.req.param("courseId");
        const { code, isNew } = await issueCertificate(context, c.var.actor, courseId);
        return isNew ? created(c, { code }) : ok(c, { code });
      },
    )
    .post(
      "/certificates/:code/revoke",
      documented(tag, "Revoke a certificate for one of the teacher's courses", {
        bearer: true,
        data: noData,
        refusals: {
          403: "Not a teacher",
          404: "Not a valid certificate for one of the teacher's courses",
        },
      }),
      signedIn,
      async (c) => {
        await revokeCertificate(context, c.var.actor, c.req.param("code"));
        return ok(c, null, { message: t("server.revokeDone") });
      },
    );
}
