/** The query of staff's list of people. */
import * as z from "zod/mini";
import { staffTableQuery } from "../staff/staff.ts";
import { roles } from "./people.options.ts";

export const staffPeopleFilters = ["role", "state"] as const;

/** `none` are people without a profile. */
export const personRoles = [...roles, "none"] as const;
export const personStates = ["active", "suspended"] as const;

export const staffPeopleQuery = z.object({
  ...staffTableQuery,
  role: z.catch(z.optional(z.enum(personRoles)), undefined),
  state: z.catch(z.optional(z.enum(personStates)), undefined),
});
export type StaffPeopleQuery = z.output<typeof staffPeopleQuery>;
