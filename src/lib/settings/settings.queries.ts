/** The query of the console's settings page. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { fetchStaffSettings } from "./settings.calls.ts";
import type { StaffSettings } from "./settings.responses.ts";

export const staffSettingsOptions = () =>
  queryOptions({ queryKey: ["settings", "staff"], queryFn: fetchStaffSettings });

/** Shows what a change has returned. */
export function showStaffSettings(settings: StaffSettings): void {
  queryClient.setQueryData(staffSettingsOptions().queryKey, settings);
}
