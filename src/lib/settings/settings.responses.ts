/** The data of the console's settings page. */
import * as z from "zod/mini";
import { settingInputs } from "./settings.ts";

export const staffSettingsSchema = z.object({
  /** The values that staff have set, by key. A missing key has its default. */
  values: z.partial(z.object(settingInputs)),
  /** When staff have set them, by key, ISO 8601. A change must name the time that it replaces. */
  changedAt: z.record(z.string(), z.string()),
  /** The values that apply while staff haven't changed them. */
  defaults: z.object({ supportAddress: z.string(), platformFeePercent: z.number() }),
  /** The fee that applies now, in percent. */
  currentFeePercent: z.number(),
  /** The keys that the member of staff may change. */
  editable: z.array(z.string()),
});
export type StaffSettings = z.output<typeof staffSettingsSchema>;
