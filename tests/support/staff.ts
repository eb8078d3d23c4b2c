/** People who run the site, for API tests. */
import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import { issueAccessToken } from "#server/accounts/sessions/access-token.ts";
import type { Context } from "#server/context.ts";
import { sessions } from "#server/db/tables/accounts.table.ts";
import { staffMembers } from "#server/db/tables/staff.table.ts";
import type { StaffMember } from "#server/staff/staff-actor.ts";
import { addAccount, type Person } from "./people.ts";

export interface StaffPerson {
  userId: string;
  sessionId: string;
  email: string;
  token: string;
  /** The member of staff, as use cases expect it. */
  staff: StaffMember;
}

/**
 * Inserts a logged-in member of staff without a profile.
 * @param secondFactorAt when they entered their second factor; null if they haven't.
 */
export async function addStaffPerson(
  context: Context,
  role: StaffRole = "owner",
  secondFactorAt: Date | null = new Date(),
): Promise<StaffPerson> {
  const name = `Staff ${randomBytes(3).toString("hex")}`;
  const { actor, userId, email } = await addAccount(context, name);
  await context.db.insert(staffMembers).values({ userId, role });
  const { sessionId } = actor;
  await context.db.update(sessions).set({ secondFactorAt }).where(eq(sessions.id, sessionId));
  const token = await issueAccessToken(context, { ...actor, photo: null });
  return { userId, sessionId, email, token, staff: { userId, name, role } };
}

/** Makes a person with a profile a member of staff, in the session that they have. */
export async function promote(
  { db }: Context,
  { userId, email, token, actor: { sessionId, name } }: Person,
  role: StaffRole,
): Promise<StaffPerson> {
  await db.insert(staffMembers).values({ userId, role });
  await db.update(sessions).set({ secondFactorAt: new Date() }).where(eq(sessions.id, sessionId));
  return { userId, sessionId, email, token, staff: { userId, name, role } };
}
