import { Hono, type Context as HonoContext } from "hono";
import { describeRoute } from "hono-openapi";
import type * as z from "zod/mini";
import {
  codeSentSchema,
  signedInSchema,
  signedUpSchema,
  tokenSchema,
} from "#lib/accounts/accounts.responses.ts";
import {
  accountMessages,
  changePasswordInput,
  emailInput,
  forgotPasswordInput,
  logInInput,
  resetPasswordInput,
  signUpInput,
  verifyInput,
} from "#lib/accounts/accounts.ts";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented, noData } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { neverStored } from "../http/never-stored.ts";
import { validate } from "../http/validate.ts";
import { codeCooldown, countRefresh } from "./limits.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { changePassword, requestPasswordReset, resetPassword } from "./passwords.ts";
import { issueAccessToken } from "./sessions/access-token.ts";
import { checkAppKey } from "./sessions/app-key.ts";
import { authenticate, readBearer } from "./sessions/authenticate.ts";
import { sameOrigin } from "./sessions/same-origin.ts";
import {
  findSessionToken,
  forgetSessionCookie,
  writeSessionCookie,
} from "./sessions/session-cookie.ts";
import { readSessionToken } from "./sessions/session-token.ts";
import { refreshSession, type Session } from "./sessions/sessions.ts";
import { listPublicKeys } from "./sessions/signing-keys.ts";
import { writeSignIn } from "./sign-in.ts";
import { resendCode, signUp } from "./sign-up.ts";
import { storeHourCycle } from "./store-hour-cycle.ts";
import { verifyCode } from "./verify.ts";
import {
  forgetOwnSignUp,
  readVisitor,
  writeKnownDevice,
  writeOwnSignUp,
  writeResetBrowser,
} from "./visitor.ts";

const t = getTexts("accounts");

/** The OpenAPI description of a route: a summary, and the schema of `data` in its response. */
function doc(
  summary: string,
  data: z.ZodMiniType,
  { status = 200, bearer = false }: { status?: 200 | 201; bearer?: boolean } = {},
) {
  return documented("accounts", summary, {
    data,
    bearer,
    successes: { [status]: "Success" },
    refusals: { 429: "Too many attempts; Retry-After says when to try again" },
  });
}

/** The authentication API of section 7.1 of the specification, under /api/auth. */
export function accountRoutes(context: Context) {
  const { config } = context;
  const setCookie = (c: HonoContext, cookie: string) =>
    c.header("Set-Cookie", cookie, { append: true });

  const signIn = async (c: HonoContext<AppEnv>, session: Session) => {
    const { actor } = session;
    await storeHourCycle(context, actor.userId, c.req.header("cookie"));
    for (const cookie of writeSignIn(config, readVisitor(c), session)) setCookie(c, cookie);
    return {
      accessToken: await issueAccessToken(context, actor),
      user: { id: actor.userId, email: actor.email, name: actor.name },
    };
  };

  return new Hono<AppEnv>()
    .get(
      "/jwks.json",
      describeRoute({
        tags: ["accounts"],
        summary: "Public keys that verify access tokens",
        responses: { 200: { description: "A JSON Web Key Set" } },
      }),
      async (c) => {
        const keys = await listPublicKeys(context);
        return c.json(keys, 200, { "Cache-Control": "public, max-age=300" });
      },
    )
    .use(neverStored)
    .use(checkAppKey(context))
    .post(
      "/signup",
      doc("Sign up; a verification code is emailed", signedUpSchema, { status: 201 }),
      validate("json", signUpInput),
      async (c) => {
        const input = c.req.valid("json");
        const { signUpId } = await signUp(context, readVisitor(c), input);
        setCookie(c, writeOwnSignUp(config, readVisitor(c), input.email, signUpId));
        return created(
          c,
          { email: input.email, resendAfter: codeCooldown(config) },
          t("server.done.signedUp"),
        );
      },
    )
    .post(
      "/resend",
      doc("Email a new code for a pending sign-up", codeSentSchema),
      validate("json", emailInput),
      async (c) => {
        await resendCode(context, readVisitor(c), c.req.valid("json"));
        return ok(c, { resendAfter: codeCooldown(config) }, { message: t("verify.resent") });
      },
    )
    .post(
      "/verify",
      doc(
        "Verify a code: a sign-up code logs in, a reset code returns the reset token",
        signedInSchema,
      ),
      validate("json", verifyInput),
      async (c) => {
        const verified = await verifyCode(context, readVisitor(c), c.req.valid("json"));
        if (verified.kind === "password-reset") {
          setCookie(c, writeKnownDevice(config, readVisitor(c), verified.user.email));
          return ok(c, { accessToken: verified.resetToken, user: verified.user });
        }
        const { email } = verified.session.actor;
        setCookie(c, forgetOwnSignUp(config, readVisitor(c), email));
        return ok(c, await signIn(c, verified.session));
      },
    )
    .post("/login", doc("Log in", signedInSchema), validate("json", logInInput), async (c) => {
      const input = c.req.valid("json");
      const result = await logIn(context, readVisitor(c), input);
      if (result.kind === "signed-in") return ok(c, await signIn(c, result.session));
      setCookie(c, writeOwnSignUp(config, readVisitor(c), input.email, result.signUpId));
      throw new AppError("forbidden", accountMessages.unverified);
    })
    .post(
      "/refresh",
      doc("Get a new access token for the session cookie, which is rotated", tokenSchema),
      sameOrigin(context),
      async (c) => {
        const token = findSessionToken(config, c.req.header("cookie"));
        await countRefresh(context, readVisitor(c), token && readSessionToken(config, token));
        const session = token && (await refreshSession(context, token));
        if (!session) {
          if (token) setCookie(c, forgetSessionCookie(config));
          throw new AppError("unauthenticated", t("server.error.refreshFailed"));
        }
        await storeHourCycle(context, session.actor.userId, c.req.header("cookie"));
        setCookie(c, writeSessionCookie(config, session.token, session.endsAt));
        return ok(c, { accessToken: await issueAccessToken(context, session.actor) });
      },
    )
    .post("/logout", doc("End the session", noData), sameOrigin(context), async (c) => {
      await logOut(context, {
        sessionToken: findSessionToken(config, c.req.header("cookie")),
        accessToken: readBearer(c.req.header("authorization")),
      });
      setCookie(c, forgetSessionCookie(config));
      return ok(c, null, { message: t("server.done.loggedOut") });
    })
    .post(
      "/password/forgot",
      doc("Email a password reset code", codeSentSchema),
      validate("json", forgotPasswordInput),
      async (c) => {
        const { browserId } = await requestPasswordReset(
          context,
          readVisitor(c),
          c.req.valid("json"),
        );
        setCookie(c, writeResetBrowser(config, browserId));
        return ok(c, { resendAfter: codeCooldown(config) }, { message: t("reset.sent") });
      },
    )
    .post(
      "/password/reset/:userId",
      doc("Set a new password, with the reset token as bearer", noData, { bearer: true }),
      validate("json", resetPasswordInput),
      async (c) => {
        const token = readBearer(c.req.header("authorization"));
        await resetPassword(context, token, c.req.param("userId"), c.req.valid("json"));
        return ok(c, null, { message: t("reset.done") });
      },
    )
    .post(
      "/password/change/:userId",
      doc("Change the user's own password", noData, { bearer: true }),
      authenticate(context),
      validate("json", changePasswordInput),
      async (c) => {
        await changePassword(context, c.var.actor, c.req.param("userId"), c.req.valid("json"));
        return ok(c, null, { message: t("server.done.passwordChanged") });
      },
    );
}
