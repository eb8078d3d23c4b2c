/** Which second factors a member of staff has. */
import { and, asc, count, eq, isNotNull } from "drizzle-orm";
import type { StaffSignIn } from "#lib/staff/staff.responses.ts";
import { describeDevice } from "../../accounts/device.ts";
import type { Db } from "../../db/connection.ts";
import { staffAuthenticators, staffPasskeys } from "../../db/tables/staff.table.ts";
import { countRecoveryCodes } from "./recovery-codes.ts";

type Factors = Pick<StaffSignIn, "hasAuthenticator" | "hasPasskey" | "recoveryCodesLeft">;

export async function findFactors(db: Db, userId: string): Promise<Factors> {
  const [apps] = await db
    .select({ count: count() })
    .from(staffAuthenticators)
    .where(
      and(eq(staffAuthenticators.userId, userId), isNotNull(staffAuthenticators.secretEncrypted)),
    );
  const [keys] = await db
    .select({ count: count() })
    .from(staffPasskeys)
    .where(eq(staffPasskeys.userId, userId));
  return {
    hasAuthenticator: (apps?.count ?? 0) > 0,
    hasPasskey: (keys?.count ?? 0) > 0,
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
  };
}

/** A person's passkeys, oldest first. */
export async function describePasskeys(db: Db, userId: string): Promise<StaffSignIn["passkeys"]> {
  const rows = await db
    .select()
    .from(staffPasskeys)
    .where(eq(staffPasskeys.userId, userId))
    .orderBy(asc(staffPasskeys.createdAt), asc(staffPasskeys.id));
  return rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    _id: id,
    device: describeDevice(userAgent),
    addedAt: createdAt.toISOString(),
    usedAt: lastUsedAt?.toISOString() ?? null,
  }));
}
