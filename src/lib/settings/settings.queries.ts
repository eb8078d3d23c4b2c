/** The query of the console's settings page. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchStaffSettings } from "./settings.calls.ts";
import type { StaffSettings } from "./settings.responses.ts";
import type { SettingKey } from "./settings.ts";

export const staffSettingsOptions = () =>
  queryOptions({ queryKey: ["settings", "staff"], queryFn: fetchStaffSettings });

/** Shows what a change has returned. */
export function showStaffSettings(settings: StaffSettings): void {
  queryClient.setQueryData(staffSettingsOptions().queryKey, settings);
}

/** When the setting that the page shows was stored, ISO 8601; null for the default. */
export const findChangeTime = (key: SettingKey): string | null =>
  queryClient.getQueryData(staffSettingsOptions().queryKey)?.changedAt[key] ?? null;
