/** Which cases a member of staff may see and decide. */
import { isNull, ne, or, type SQL } from "drizzle-orm";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import type { Db } from "../db/connection.ts";
import { cases } from "../db/tables/cases.table.ts";
import { hasOthers } from "./own-affairs.ts";
import type { StaffMember } from "./staff-actor.ts";

/** Who reads and answers cases, besides owners. */
export const caseWorkers: readonly StaffRole[] = ["moderator", "support"];

/** Who decides cases, besides owners. */
export const deciders: readonly StaffRole[] = ["moderator"];

/** Whether other members of staff can decide cases. */
export const hasOtherDeciders = (db: Db, staff: StaffMember): Promise<boolean> =>
  hasOthers(db, staff, deciders);

/**
 * Matches the cases that a member of staff may see: not those about themselves, which name the people
 * who reported them. A member of staff sees all cases if nobody else can decide.
 */
export async function seenBy(db: Db, staff: StaffMember): Promise<SQL | undefined> {
  if (!(await hasOtherDeciders(db, staff))) return undefined;
  return or(isNull(cases.aboutUserId), ne(cases.aboutUserId, staff.userId));
}
