/** The account calls. Each body carries the application's key. */
import { ApiError } from "../client/api-error.ts";
import { sendRequest } from "../client/http.ts";
import { readNumber, readText, requireText } from "../client/readers.ts";
import { acceptToken, appKey } from "../client/session/session.store.ts";
import { loadProfile, type ProfileState } from "../people/profile.store.ts";

const post = (path: string, body: object, fallback?: string, headers?: Record<string, string>) =>
  sendRequest(path, {
    method: "POST",
    body: { ...body, appKey: appKey() },
    ...(fallback ? { fallback } : {}),
    ...(headers ? { headers } : {}),
  });

/** Takes the token into use and finds out whether the person has a profile. */
async function signIn(accessToken: string): Promise<ProfileState> {
  const session = acceptToken(accessToken);
  if (session.status !== "signed-in") throw new ApiError("Login failed", 0);
  return loadProfile(session.user.id);
}

export async function logIn(email: string, password: string): Promise<ProfileState> {
  const body = await post("/auth/login", { email, password }, "Login failed");
  return signIn(requireText(body, "accessToken"));
}

/** @returns in how many seconds another code may be asked for. */
export async function signUp(input: {
  name: string;
  email: string;
  password: string;
}): Promise<number> {
  return readNumber(await post("/auth/signup", input), "resendAfter") ?? 0;
}

export async function verifyEmail(email: string, code: string): Promise<ProfileState> {
  const body = await post("/auth/verify", { email, code }, "Verification failed");
  return signIn(requireText(body, "accessToken"));
}

/** @returns in how many seconds another code may be asked for. */
export async function resendCode(email: string): Promise<number> {
  return readNumber(await post("/auth/resend", { email }, "OTP resend failed"), "resendAfter") ?? 0;
}

/** @returns in how many seconds another code may be asked for. */
export async function requestPasswordReset(email: string): Promise<number> {
  const body = await post("/auth/password/forgot", { email }, "Password reset request failed");
  return readNumber(body, "resendAfter") ?? 0;
}

/** What a verified reset code gives: the right to set the password of that account, once. */
export interface ResetGrant {
  userId: string;
  token: string;
}

export async function verifyResetCode(email: string, code: string): Promise<ResetGrant> {
  const body = await post("/auth/verify", { email, code }, "Reset code verification failed");
  const userId = readText(body, "user", "id");
  const token = readText(body, "accessToken");
  if (!userId || !token) throw new ApiError("Verification response is missing required data", 200);
  return { userId, token };
}

export async function resetPassword(grant: ResetGrant, password: string): Promise<void> {
  await post(
    `/auth/password/reset/${encodeURIComponent(grant.userId)}`,
    { password },
    "Failed to reset password. Please try again.",
    { Authorization: `Bearer ${grant.token}` },
  );
}
