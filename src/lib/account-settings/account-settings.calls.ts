/** API calls about the user's own account: password, sessions, personal data and deletion. */

import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { readList, readObject, requireObject } from "../client/readers.ts";
import { $session, appKey } from "../client/session/session.store.ts";
import { generalMessages } from "../general-messages.ts";
import type { GuardianStatus } from "../guardians/guardians.responses.ts";
import type { OwnSession } from "./account-settings.responses.ts";
import type { EmailPreferences } from "./email-preferences.ts";
import type { EmailPreferencesInput } from "./email-preferences-input.ts";

const needed = generalMessages.notAuthenticated;

export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  const session = $session.get();
  if (session.status !== "signed-in") throw new ApiError(needed, 401);
  await callApi(
    `/auth/password/change/${encodeURIComponent(session.user.id)}`,
    {
      method: "POST",
      body: { currentPassword, newPassword, appKey: appKey() },
      fallback: "Failed to update password. Please try again.",
    },
    needed,
  );
}

export async function fetchSessions(): Promise<OwnSession[]> {
  const body = await callApi(
    "/users/me/sessions",
    { fallback: "Your sessions could not be loaded." },
    needed,
  );
  return readList<OwnSession>(body, "sessions");
}

const endFallback = "The session could not be ended. Please try again.";

export async function endSession(id: string): Promise<void> {
  const path = `/users/me/sessions/${encodeURIComponent(id)}`;
  await callApi(path, { method: "DELETE", fallback: endFallback }, needed);
}

export async function endAllSessions(): Promise<void> {
  await callApi("/users/me/sessions", { method: "DELETE", fallback: endFallback }, needed);
}

/** Fetches all stored data about the user. */
export async function fetchOwnData(): Promise<object> {
  const fallback = "Your data could not be downloaded. Please try again.";
  const data = readObject<object>(await callApi("/users/me/export", { fallback }, needed));
  if (!data) throw new ApiError(fallback, 200);
  return data;
}

export async function deleteAccount(currentPassword: string): Promise<void> {
  await callApi(
    "/users/me",
    {
      method: "DELETE",
      body: { currentPassword },
      fallback: "Failed to delete account. Please try again.",
    },
    needed,
  );
}

export async function fetchGuardianStatus(): Promise<GuardianStatus> {
  const body = await callApi(
    "/users/me/guardian",
    { fallback: "Your guardian could not be loaded." },
    needed,
  );
  return requireObject<GuardianStatus>(body);
}

/** Emails the student's guardian another confirmation request. */
export async function requestGuardian(): Promise<void> {
  await callApi(
    "/users/me/guardian/request",
    { method: "POST", fallback: "The request could not be sent. Please try again." },
    needed,
  );
}

export async function fetchEmailPreferences(): Promise<EmailPreferences> {
  const body = await callApi(
    "/users/me/mails",
    { fallback: "Your choices could not be loaded." },
    needed,
  );
  return requireObject<EmailPreferences>(body);
}

/** @returns the current values of all choices. */
export async function saveEmailPreferences(
  choices: EmailPreferencesInput,
): Promise<EmailPreferences> {
  const body = await callApi(
    "/users/me/mails",
    {
      method: "PATCH",
      body: choices,
      fallback: "Your choice could not be saved. Please try again.",
    },
    needed,
  );
  return requireObject<EmailPreferences>(body);
}
