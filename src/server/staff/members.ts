/** Who runs the site. Commands add and remove members. */
import { and, asc, count, eq, isNull } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import { revokeSessions } from "../accounts/sessions/sessions.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import {
  staffAuthenticators,
  staffMembers,
  staffPasskeys,
  staffRecoveryCodes,
} from "../db/tables/staff.table.ts";
import { recordStaffAction, type StaffAuthor } from "./audit.ts";

export interface ListedMember {
  email: string;
  name: string;
  role: StaffRole;
  addedAt: Date;
}

export function listStaff(db: Db): Promise<ListedMember[]> {
  return db
    .select({
      email: users.email,
      name: users.name,
      role: staffMembers.role,
      addedAt: staffMembers.addedAt,
    })
    .from(staffMembers)
    .innerJoin(users, eq(users.id, staffMembers.userId))
    .orderBy(asc(staffMembers.addedAt));
}

/**
 * Makes a person a member of staff, or changes their role.
 * @throws AppError `not_found` if no account has this address; `conflict` for the last owner.
 */
export function addStaff(
  db: Db,
  author: StaffAuthor,
  { email, role }: { email: string; role: StaffRole },
): Promise<{ userId: string; name: string }> {
  return db.transaction(async (tx) => {
    await lockStaff(tx);
    const person = await findPerson(tx, email);
    if (role !== "owner") await requireAnotherOwner(tx, person.userId);
    const [before] = await tx
      .select({ role: staffMembers.role })
      .from(staffMembers)
      .where(eq(staffMembers.userId, person.userId));
    await tx
      .insert(staffMembers)
      .values({ userId: person.userId, role })
      .onConflictDoUpdate({ target: staffMembers.userId, set: { role } });
    await recordStaffAction(tx, author, {
      kind: "add-staff",
      subjectKind: "staff",
      subjectId: person.userId,
      reason: "",
      details: { role, before: before?.role ?? null },
    });
    return person;
  });
}

/**
 * Ends a person's access to the console, and their sessions.
 * @throws AppError `not_found` if they aren't staff; `conflict` for the last owner.
 */
export function removeStaff(
  db: Db,
  author: StaffAuthor,
  { email }: { email: string },
): Promise<{ userId: string; name: string }> {
  return db.transaction(async (tx) => {
    await lockStaff(tx);
    const person = await findPerson(tx, email);
    await requireAnotherOwner(tx, person.userId);
    const [removed] = await tx
      .delete(staffMembers)
      .where(eq(staffMembers.userId, person.userId))
      .returning({ role: staffMembers.role });
    if (!removed) throw new AppError("not_found", `${email} isn't a member of staff.`);
    await eraseFactors(tx, person.userId);
    await revokeSessions(tx, { userId: person.userId });
    await recordStaffAction(tx, author, {
      kind: "remove-staff",
      subjectKind: "staff",
      subjectId: person.userId,
      reason: "",
      details: { role: removed.role },
    });
    return person;
  });
}

/**
 * Ends the membership of a person whose account is deleted.
 * @throws AppError `conflict` for the last owner.
 */
export async function eraseStaff(tx: Db, userId: string): Promise<void> {
  await lockStaff(tx);
  await requireAnotherOwner(tx, userId);
  await tx.delete(staffMembers).where(eq(staffMembers.userId, userId));
  await eraseFactors(tx, userId);
}

async function eraseFactors(tx: Db, userId: string): Promise<void> {
  await tx.delete(staffAuthenticators).where(eq(staffAuthenticators.userId, userId));
  await tx.delete(staffPasskeys).where(eq(staffPasskeys.userId, userId));
  await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.userId, userId));
}

/** Changes of members happen one after the other, so that one owner always remains. */
async function lockStaff(tx: Db): Promise<void> {
  await tx.select({ userId: staffMembers.userId }).from(staffMembers).for("update");
}

async function findPerson(tx: Db, email: string): Promise<{ userId: string; name: string }> {
  const [person] = await tx
    .select({ userId: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.email, email.trim().toLowerCase()), isNull(users.deletedAt)));
  if (person) return person;
  throw new AppError("not_found", `No account has the address ${email}. Sign up first.`);
}

async function requireAnotherOwner(tx: Db, userId: string): Promise<void> {
  const [own] = await tx
    .select({ role: staffMembers.role })
    .from(staffMembers)
    .where(eq(staffMembers.userId, userId));
  if (own?.role !== "owner") return;
  const [owners] = await tx
    .select({ count: count() })
    .from(staffMembers)
    .where(eq(staffMembers.role, "owner"));
  if ((owners?.count ?? 0) < 2) {
    throw new AppError("conflict", "The last owner must stay. Add another owner first.");
  }
}
