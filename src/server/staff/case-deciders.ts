/** Which cases a member of staff may see and decide. */
import { and, exists, inArray, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import type { Db } from "../db/connection.ts";
import { cases } from "../db/tables/cases.table.ts";
import { staffMembers } from "../db/tables/staff.table.ts";
import type { StaffMember } from "./staff-actor.ts";

/** Who reads and answers cases, besides owners. */
export const caseWorkers: readonly StaffRole[] = ["moderator", "support"];

/** Who decides cases, besides owners. */
export const deciders: readonly StaffRole[] = ["moderator"];

/** Whether a case is about an account, or the account has another interest in it. Never null. */
const concerns = (userId: SQL | string): SQL<boolean> =>
  sql`(${cases.aboutUserId} is not distinct from ${userId} or ${userId} = any(${cases.interestedIds}))`;

/**
 * Matches the cases that a member of staff may see: not those about themselves or in which they have an
 * interest, which name the people who reported and contain what they told us. A member of staff sees all
 * cases that nobody else can decide. Also matches rows without a case.
 */
export function seenBy(db: Db, { userId }: StaffMember): SQL | undefined {
  const isOtherDecider = and(
    ne(staffMembers.userId, userId),
    inArray(staffMembers.role, ["owner", ...deciders]),
    not(concerns(sql`${staffMembers.userId}`)),
  );
  const otherDeciders = db.select({ userId: staffMembers.userId }).from(staffMembers);
  return or(
    isNull(cases.id),
    not(concerns(userId)),
    not(exists(otherDeciders.where(isOtherDecider))),
  );
}
