import type { StaffRole } from "#lib/staff/staff.rules.ts";

/** Who reads and answers cases, besides owners. */
export const caseWorkers: readonly StaffRole[] = ["moderator", "support"];

/** Who decides cases, besides owners. */
export const deciders: readonly StaffRole[] = ["moderator"];
