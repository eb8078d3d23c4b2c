/** Members of staff are also teachers and students. Others decide about them, if there are others. */
import { and, inArray, ne, notInArray } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import { getTexts } from "#translations/translate.ts";
import type { Db } from "../db/connection.ts";
import { staffMembers } from "../db/tables/staff.table.ts";
import type { StaffMember } from "./staff-actor.ts";

const t = getTexts("staff");

/**
 * Whether other members of staff have one of the roles, or are owners.
 * @param except accounts of people who don't count.
 */
export async function hasOthers(
  db: Db,
  { userId }: Pick<StaffMember, "userId">,
  roles: readonly StaffRole[],
  except: readonly string[] = [],
): Promise<boolean> {
  const isOther = and(
    ne(staffMembers.userId, userId),
    inArray(staffMembers.role, ["owner", ...roles]),
    notInArray(staffMembers.userId, [...except]),
  );
  return (await db.$count(staffMembers, isOther)) > 0;
}

export const forOneself = () => new AppError("forbidden", t("server.error.oneself"));

/**
 * Call it before staff decide something in which people have an interest. Someone who runs the site
 * alone may decide everything.
 * @param concerned the accounts of these people.
 * @param roles who could decide instead, besides owners.
 * @throws AppError `forbidden` for one of these people.
 */
export async function requireNotOneself(
  db: Db,
  staff: Pick<StaffMember, "userId">,
  concerned: readonly (string | null)[],
  roles: readonly StaffRole[],
): Promise<void> {
  if (!concerned.includes(staff.userId)) return;
  const others = concerned.filter((userId) => userId !== null);
  if (await hasOthers(db, staff, roles, others)) throw forOneself();
}
