/** Adds the people who run the demo's site. The sandbox is their authenticator app. */
import { eq } from "drizzle-orm";
import { Secret } from "otpauth";
import { withHasher } from "../accounts/password-hash.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { storeMember } from "../staff/members.ts";
import { setAuthenticator } from "../staff/second-factor/authenticator.ts";
import { renewRecoveryCodes } from "../staff/second-factor/recovery-codes.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { demoStaff } from "./data/staff.ts";
import { before, type DemoRun, week } from "./demo-run.ts";
import { demoEmail, demoPassword } from "./demo-shapes.ts";
import { insertAccount } from "./rows.ts";
import { storeSecret } from "./sandbox-visits.ts";

const seeding = { command: "demo" };

export async function addStaffMembers(run: DemoRun): Promise<void> {
  const { db, config } = run.context;
  const passwordHash = await withHasher("demo", (hasher) => hasher.hash(demoPassword));
  for (const { key, name, role } of demoStaff) {
    const email = demoEmail(key);
    const userId =
      (await findUser(db, email)) ?? (await insertAccount(db, { email, name, passwordHash }));
    await db
      .update(users)
      .set({ createdAt: before(run, 60 * week) })
      .where(eq(users.id, userId));
    await db.transaction((tx) => storeMember(tx, seeding, { email, role }));
    if (config.sandboxUrl === undefined) continue;
    const secret = new Secret({ size: 20 }).base32;
    await storeSecret(config.sandboxUrl, email, secret);
    await setAuthenticator(config, db, userId, secret);
    // Otherwise the console would warn that none are left.
    await renewRecoveryCodes(config, db, userId);
  }
}

export async function findStaff(
  { context: { db } }: DemoRun,
  role: "moderator" | "bookkeeper",
): Promise<StaffMember> {
  const [found] = await db
    .select({ userId: users.id, name: users.name })
    .from(users)
    .where(eq(users.email, demoEmail(role)));
  if (!found) throw new Error(`The demo has no ${role}.`);
  return { ...found, role };
}

async function findUser(db: Db, email: string): Promise<string | undefined> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user?.id;
}
