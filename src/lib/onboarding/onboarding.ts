/** The input of the checklist's forms. */
import * as z from "zod/mini";
import { checklistActions } from "./onboarding.rules.ts";

export const checklistInput = z.object({ action: z.enum(checklistActions) });
export type ChecklistInput = z.output<typeof checklistInput>;
