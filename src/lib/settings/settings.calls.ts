import { getTexts } from "#translations/settings.ts";
import { requireObject } from "../client/readers.ts";
import { callStaff } from "../staff/staff.calls.ts";
import type { StaffSettings } from "./settings.responses.ts";
import type { SettingInput, SettingKey } from "./settings.ts";

const t = getTexts("settings");

export async function fetchStaffSettings(): Promise<StaffSettings> {
  return requireObject<StaffSettings>(await callStaff("/settings"));
}

/**
 * Stores a setting on all servers.
 * @param seenAt when the value that is replaced was stored, or null for the default.
 * @returns all settings afterward.
 */
export async function sendSetting<Key extends SettingKey>(
  key: Key,
  value: SettingInput<Key>,
  seenAt: string | null,
): Promise<StaffSettings> {
  const body = await callStaff(`/settings/${key}`, {
    method: "PUT",
    body: { value, seenAt },
    fallback: t("notSaved"),
  });
  return requireObject<StaffSettings>(body);
}
