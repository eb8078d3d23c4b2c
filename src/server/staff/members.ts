/** Who runs the site. Commands add and remove members. */
import { and, asc, count, eq, inArray, isNull } from "drizzle-orm";
import { pendingStatuses } from "#lib/cases/cases.rules.ts";
import { AppError } from "#lib/errors.ts";
import { hasStaffRole, type StaffRole } from "#lib/staff/staff.rules.ts";
import { getTexts } from "#translations/translate.ts";
import { revokeSessions } from "../accounts/sessions/sessions.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { caseNotes, cases } from "../db/tables/cases.table.ts";
import {
  staffAuthenticators,
  staffMembers,
  staffPasskeys,
  staffRecoveryCodes,
} from "../db/tables/staff.table.ts";
import { recordStaffAction, type StaffAuthor } from "./audit.ts";
import { caseWorkers } from "./case-deciders.ts";
import { type MembershipChange, mailMembership, mailOwners } from "./members.mails.ts";

const t = getTexts("staff");

export interface ListedMember {
  email: string;
  name: string;
  role: StaffRole;
  addedAt: Date;
}

type Person = Pick<MembershipChange, "userId" | "name" | "email">;
type NewMember = { email: string; role: StaffRole };

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
 * Makes a person a member of staff, or changes their role, and notifies them and the owners.
 * @throws AppError `not_found` if no account has this address; `conflict` for the last owner.
 */
export function addStaff(context: Context, author: StaffAuthor, input: NewMember): Promise<Person> {
  return context.db.transaction(async (tx) => {
    const change = await storeMember(tx, author, input);
    await mailMembership(context, tx, change);
    return change;
  });
}

/** Adds a member or changes the role, without notifying anyone. */
export async function storeMember(
  tx: Db,
  author: StaffAuthor,
  { email, role }: NewMember,
): Promise<MembershipChange> {
  await lockStaff(tx);
  const person = await findPerson(tx, email);
  if (role !== "owner") await requireAnotherOwner(tx, person.userId);
  const [member] = await tx
    .select({ role: staffMembers.role })
    .from(staffMembers)
    .where(eq(staffMembers.userId, person.userId));
  const before = member?.role ?? null;
  await tx
    .insert(staffMembers)
    .values({ userId: person.userId, role })
    .onConflictDoUpdate({ target: staffMembers.userId, set: { role } });
  if (!hasStaffRole(role, caseWorkers)) await releaseCases(tx, person.userId);
  await recordStaffAction(tx, author, {
    kind: "add-staff",
    subjectKind: "staff",
    subjectId: person.userId,
    reason: "",
    details: { role, before },
  });
  return { ...person, role, before };
}

/**
 * Ends a person's access to the console, and their sessions. Their open cases are unassigned.
 * @throws AppError `not_found` if they aren't staff; `conflict` for the last owner.
 */
export function removeStaff(
  context: Context,
  author: StaffAuthor,
  { email }: { email: string },
): Promise<Person> {
  return context.db.transaction(async (tx) => {
    await lockStaff(tx);
    const person = await findPerson(tx, email);
    await requireAnotherOwner(tx, person.userId);
    const [removed] = await tx
      .delete(staffMembers)
      .where(eq(staffMembers.userId, person.userId))
      .returning({ role: staffMembers.role });
    // Only the command removes members, so an operator reads this.
    if (!removed) throw new AppError("not_found", `${email} isn't a member of staff.`);
    await eraseFactors(tx, person.userId);
    await releaseCases(tx, person.userId);
    await revokeSessions(tx, { userId: person.userId });
    await recordStaffAction(tx, author, {
      kind: "remove-staff",
      subjectKind: "staff",
      subjectId: person.userId,
      reason: "",
      details: { role: removed.role },
    });
    await mailMembership(context, tx, { ...person, before: removed.role, role: null });
    return person;
  });
}

/** Notifies the owners before a person with a role deletes the account, which ends the membership. */
export async function notifyOfDeletedMember(
  context: Context,
  tx: Db,
  person: Person,
): Promise<void> {
  const [member] = await tx
    .select({ role: staffMembers.role })
    .from(staffMembers)
    .where(eq(staffMembers.userId, person.userId));
  if (member) await mailOwners(context, tx, { ...person, before: member.role, role: null });
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
  await releaseCases(tx, userId);
}

/** Otherwise, pending cases would wait for someone who can't open them. */
async function releaseCases(tx: Db, userId: string): Promise<void> {
  const released = await tx
    .update(cases)
    .set({ assigneeId: null, changedAt: new Date() })
    .where(and(eq(cases.assigneeId, userId), inArray(cases.status, [...pendingStatuses])))
    .returning({ caseId: cases.id });
  if (released.length === 0) return;
  await tx.insert(caseNotes).values(
    released.map(({ caseId }) => ({
      caseId,
      kind: "assigned" as const,
      authorId: userId,
      text: "left",
    })),
  );
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

async function findPerson(tx: Db, email: string): Promise<Person> {
  const [person] = await tx
    .select({ userId: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.email, email.trim().toLowerCase()), isNull(users.deletedAt)));
  if (person) return person;
  // Only the command names members by address, so an operator reads this.
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
    throw new AppError("conflict", t("server.error.lastOwner"));
  }
}
