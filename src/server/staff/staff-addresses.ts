/** The email addresses of staff. */
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { staffMembers } from "../db/tables/staff.table.ts";

/** The addresses of the members of staff with one of the roles. */
export async function listStaffAddresses(db: Db, roles: readonly StaffRole[]): Promise<string[]> {
  const rows = await db
    .select({ email: users.email })
    .from(staffMembers)
    .innerJoin(users, eq(users.id, staffMembers.userId))
    .where(and(inArray(staffMembers.role, [...roles]), isNull(users.deletedAt)))
    .orderBy(asc(users.email));
  return rows.map(({ email }) => email);
}
