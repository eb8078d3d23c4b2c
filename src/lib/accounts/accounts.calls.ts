/** API calls for accounts. Each request body contains the application key. */

import { getTexts } from "#translations/accounts.ts";
import { ApiError } from "../client/api-error.ts";
import { sendRequest } from "../client/http.ts";
import { readNumber, readText, requireText } from "../client/readers.ts";
import { acceptToken, appKey } from "../client/session/session.store.ts";
import { loadProfile, type ProfileState } from "../people/profile.store.ts";

const t = getTexts("accounts");

const post = (path: string, body: object, fallback?: string, headers?: Record<string, string>) =>
  sendRequest(path, {
    method: "POST",
    body: { ...body, appKey: appKey() },
    ...(fallback ? { fallback } : {}),
    ...(headers ? { headers } : {}),
  });

/** Stores the token and checks whether the user has a profile. */
async function signIn(accessToken: string): Promise<ProfileState> {
  const session = acceptToken(accessToken);
  if (session.status !== "signed-in") throw new ApiError(t("error.logInFailed"), 0);
  return loadProfile(session.user.id);
}

export async function logIn(email: string, password: string): Promise<ProfileState> {
  const body = await post("/auth/login", { email, password }, t("error.logInFailed"));
  return signIn(requireText(body, "accessToken"));
}

/** @returns the number of seconds until another code can be requested. */
export async function signUp(input: {
  name: string;
  email: string;
  password: string;
}): Promise<number> {
  return readNumber(await post("/auth/signup", input), "resendAfter") ?? 0;
}

export async function verifyEmail(email: string, code: string): Promise<ProfileState> {
  const body = await post("/auth/verify", { email, code }, t("error.verificationFailed"));
  return signIn(requireText(body, "accessToken"));
}

/** @returns the number of seconds until another code can be requested. */
export async function resendCode(email: string): Promise<number> {
  return (
    readNumber(await post("/auth/resend", { email }, t("error.resendFailed")), "resendAfter") ?? 0
  );
}

/** @returns the number of seconds until another code can be requested. */
export async function requestPasswordReset(email: string): Promise<number> {
  const body = await post("/auth/password/forgot", { email }, t("error.resetRequestFailed"));
  return readNumber(body, "resendAfter") ?? 0;
}

/** The result of verifying a reset code: permission to set the account's password once. */
export interface ResetGrant {
  userId: string;
  token: string;
}

export async function verifyResetCode(email: string, code: string): Promise<ResetGrant> {
  const body = await post("/auth/verify", { email, code }, t("error.resetCodeFailed"));
  const userId = readText(body, "user", "id");
  const token = readText(body, "accessToken");
  if (!userId || !token) throw new ApiError(t("reset.incomplete"), 200);
  return { userId, token };
}

export async function resetPassword(grant: ResetGrant, password: string): Promise<void> {
  await post(
    `/auth/password/reset/${encodeURIComponent(grant.userId)}`,
    { password },
    t("reset.failed"),
    { Authorization: `Bearer ${grant.token}` },
  );
}
