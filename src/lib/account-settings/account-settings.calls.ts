/** API calls about the user's own account: password, sessions, personal data and deletion. */

import { getTexts } from "#translations/account-settings.ts";
import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { readList, readObject, requireObject } from "../client/readers.ts";
import { $session, appKey } from "../client/session/session.store.ts";
import { generalMessages } from "../general-messages.ts";
import type { GuardianStatus } from "../guardians/guardians.responses.ts";
import type { LanguageSettings, OwnSession } from "./account-settings.responses.ts";
import type { EmailPreferences } from "./email-preferences.ts";
import type { EmailPreferencesInput } from "./email-preferences-input.ts";
import type { LanguageInput } from "./language-input.ts";

const t = getTexts("accountSettings");

export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  const session = $session.get();
  if (session.status !== "signed-in") throw new ApiError(generalMessages.notAuthenticated, 401);
  await callApi(
    `/auth/password/change/${encodeURIComponent(session.user.id)}`,
    {
      method: "POST",
      body: { currentPassword, newPassword, appKey: appKey() },
      fallback: t("password.failed"),
    },
    generalMessages.notAuthenticated,
  );
}

export async function fetchSessions(): Promise<OwnSession[]> {
  const body = await callApi(
    "/users/me/sessions",
    { fallback: t("sessions.loadFailed") },
    generalMessages.notAuthenticated,
  );
  return readList<OwnSession>(body, "sessions");
}

export async function endSession(id: string): Promise<void> {
  const path = `/users/me/sessions/${encodeURIComponent(id)}`;
  await callApi(
    path,
    { method: "DELETE", fallback: t("sessions.endFailed") },
    generalMessages.notAuthenticated,
  );
}

export async function endAllSessions(): Promise<void> {
  await callApi(
    "/users/me/sessions",
    { method: "DELETE", fallback: t("sessions.endFailed") },
    generalMessages.notAuthenticated,
  );
}

/** Fetches all stored data about the user. */
export async function fetchOwnData(): Promise<object> {
  const fallback = t("data.failed");
  const data = readObject<object>(
    await callApi("/users/me/export", { fallback }, generalMessages.notAuthenticated),
  );
  if (!data) throw new ApiError(fallback, 200);
  return data;
}

export async function deleteAccount(currentPassword: string): Promise<void> {
  await callApi(
    "/users/me",
    {
      method: "DELETE",
      body: { currentPassword },
      fallback: t("deletion.failed"),
    },
    generalMessages.notAuthenticated,
  );
}

export async function fetchGuardianStatus(): Promise<GuardianStatus> {
  const body = await callApi(
    "/users/me/guardian",
    { fallback: t("guardian.loadFailed") },
    generalMessages.notAuthenticated,
  );
  return requireObject<GuardianStatus>(body);
}

/** Emails the student's guardian another confirmation request. */
export async function requestGuardian(): Promise<void> {
  await callApi(
    "/users/me/guardian/request",
    { method: "POST", fallback: t("guardian.resendFailed") },
    generalMessages.notAuthenticated,
  );
}

export async function fetchEmailPreferences(): Promise<EmailPreferences> {
  const body = await callApi(
    "/users/me/mails",
    { fallback: t("emails.loadFailed") },
    generalMessages.notAuthenticated,
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
      fallback: t("emails.saveFailed"),
    },
    generalMessages.notAuthenticated,
  );
  return requireObject<EmailPreferences>(body);
}

export async function fetchLanguage(): Promise<LanguageSettings> {
  const path = "/users/me/language";
  return requireObject(
    await callApi(path, { fallback: t("language.loadFailed") }, generalMessages.notAuthenticated),
  );
}

export async function saveLanguage(body: LanguageInput): Promise<LanguageSettings> {
  const request = { method: "PATCH", body, fallback: t("language.saveFailed") } as const;
  return requireObject(
    await callApi("/users/me/language", request, generalMessages.notAuthenticated),
  );
}
