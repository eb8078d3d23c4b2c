/** Which cases a member of staff may see and decide. */
import { and, eq, exists, inArray, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { cases } from "../db/tables/cases.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { staffMembers } from "../db/tables/staff.table.ts";
import { hasConfirmedGuardian } from "../guardians/guardian.ts";
import type { StaffMember } from "./staff-actor.ts";

/** Who reads and answers cases, besides owners. */
export const caseWorkers: readonly StaffRole[] = ["moderator", "support"];

/** Who decides cases, besides owners. */
export const deciders: readonly StaffRole[] = ["moderator"];

/**
 * Whether a case is about an account, or the account has another interest in it, or is that of the confirmed
 * guardian of these people. Guardians are read each time, because some are confirmed after the case was
 * opened. Never null.
 */
function concerns(db: Db, userId: SQL | string): SQL<boolean> {
  const children = db
    .select({ userId: profiles.userId })
    .from(profiles)
    .innerJoin(users, hasConfirmedGuardian(users.email))
    .where(eq(users.id, userId));
  return sql`(
    ${cases.aboutUserId} is not distinct from ${userId}
    or ${userId} = any(${cases.interestedIds})
    or array_append(${cases.interestedIds}, ${cases.aboutUserId}) && array${children}
  )`;
}

/**
 * Matches the cases that a member of staff may see: not those about themselves or in which they have an
 * interest, which name the people who reported and contain what they told us. A member of staff sees all
 * cases that nobody else can decide. Also matches rows without a case.
 */
export function seenBy(db: Db, { userId }: StaffMember): SQL | undefined {
  const isOtherDecider = and(
    ne(staffMembers.userId, userId),
    inArray(staffMembers.role, ["owner", ...deciders]),
    not(concerns(db, sql`${staffMembers.userId}`)),
  );
  const otherDeciders = db.select({ userId: staffMembers.userId }).from(staffMembers);
  return or(
    isNull(cases.id),
    not(concerns(db, userId)),
    not(exists(otherDeciders.where(isOtherDecider))),
  );
}
