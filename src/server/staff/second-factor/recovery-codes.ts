/** Codes that replace a lost second factor. Each works once. */

import { and, count, eq, inArray, isNull } from "drizzle-orm";
import { customAlphabet } from "nanoid";
import { recoveryCodeCount } from "#lib/staff/staff.rules.ts";
import type { Config } from "../../config/config.ts";
import { keyedHash, listSecrets } from "../../crypto.ts";
import type { Db } from "../../db/connection.ts";
import { staffRecoveryCodes } from "../../db/tables/staff.table.ts";

// 12 characters out of 30 have 58 bits of entropy. Letters that look alike are left out.
const random = customAlphabet("23456789abcdefghjkmnpqrstvwxyz", 12);

const hashCode = (secret: string, userId: string, code: string) =>
  keyedHash(secret, "staff-recovery-code", `${userId} ${code}`);

const unused = (userId: string) =>
  and(eq(staffRecoveryCodes.userId, userId), isNull(staffRecoveryCodes.usedAt));

/** Replaces all codes of a person. @returns the new ones, which can't be shown again. */
export async function renewRecoveryCodes(
  { appSecret }: Config,
  tx: Db,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => random());
  await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.userId, userId));
  await tx
    .insert(staffRecoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashCode(appSecret, userId, code) })));
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, "$1-"));
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ left: count() }).from(staffRecoveryCodes).where(unused(userId));
  return row?.left ?? 0;
}

/** @returns false if the code is wrong or was used, even by a request at the same time. */
export async function redeemRecoveryCode(
  config: Config,
  tx: Db,
  userId: string,
  code: string,
): Promise<boolean> {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, "");
  const hashes = listSecrets(config).map((secret) => hashCode(secret, userId, plain));
  const used = await tx
    .update(staffRecoveryCodes)
    .set({ usedAt: new Date() })
    .where(and(unused(userId), inArray(staffRecoveryCodes.codeHash, hashes)))
    .returning({ id: staffRecoveryCodes.id });
  return used.length > 0;
}
