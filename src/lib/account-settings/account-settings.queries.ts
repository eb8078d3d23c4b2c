/** Queries about the user's own account, and functions that update them after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import {
  fetchEmailPreferences,
  fetchGuardianStatus,
  fetchLanguage,
  fetchSessions,
} from "./account-settings.calls.ts";
import type { LanguageSettings } from "./account-settings.responses.ts";
import type { EmailPreferences } from "./email-preferences.ts";

export const sessionsOptions = () =>
  queryOptions({ queryKey: ["account-settings", "sessions"], queryFn: fetchSessions });

export const refreshSessions = () =>
  queryClient.invalidateQueries({ queryKey: sessionsOptions().queryKey });

export const emailPreferencesOptions = () =>
  queryOptions({
    queryKey: ["account-settings", "email-preferences"],
    queryFn: fetchEmailPreferences,
  });

export const putEmailPreferences = (saved: EmailPreferences) =>
  queryClient.setQueryData(emailPreferencesOptions().queryKey, saved);

export const guardianStatusOptions = () =>
  queryOptions({ queryKey: ["account-settings", "guardian"], queryFn: fetchGuardianStatus });

export const refreshGuardianStatus = () =>
  queryClient.invalidateQueries({ queryKey: guardianStatusOptions().queryKey });

export const languageOptions = () =>
  queryOptions({ queryKey: ["account-settings", "language"], queryFn: fetchLanguage });

export const putLanguage = (saved: LanguageSettings) =>
  queryClient.setQueryData(languageOptions().queryKey, saved);
