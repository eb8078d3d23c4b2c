/** Reset tokens: issued for a correct code, valid for ten minutes and one new password. */
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/id.ts";
import { resetTokens } from "../db/tables/accounts.table.ts";
import { signToken, type TokenKind, verifyToken } from "./sessions/signed-token.ts";

const resetToken: TokenKind = {
  type: "reset+jwt",
  audience: "halaqa-password-reset",
  seconds: 10 * 60,
};

/** Stores a reset permission and returns its ID, which `signResetToken` takes after the commit. */
export async function createResetPermission(db: Db, userId: string): Promise<string> {
  const id = newId("rst");
  const expiresAt = new Date(Date.now() + resetToken.seconds * 1000);
  await db.insert(resetTokens).values({ id, userId, expiresAt });
  return id;
}

/** Signs the token that proves the permission. */
export function signResetToken(context: Context, userId: string, id: string): Promise<string> {
  return signToken(context, resetToken, { id: userId, jti: id });
}

/** The ID of a token that was issued to this user and hasn't expired. It may already be used. */
export async function readResetToken(
  context: Context,
  token: string,
  userId: string,
): Promise<string | undefined> {
  const claims = await verifyToken(context, resetToken, token);
  return claims?.id === userId ? claims.jti : undefined;
}

/** Whether the token can still be used. Checked before expensive work. */
export async function isResetTokenOpen(db: Db, id: string, userId: string): Promise<boolean> {
  return (await db.$count(resetTokens, isOpen(id, userId))) > 0;
}

function isOpen(id: string, userId: string) {
  return and(
    eq(resetTokens.id, id),
    eq(resetTokens.userId, userId),
    isNull(resetTokens.usedAt),
    gt(resetTokens.expiresAt, new Date()),
  );
}

/** Marks a token as used. Returns false if it was already used or has expired. */
export async function redeemResetToken(db: Db, id: string, userId: string): Promise<boolean> {
  const used = await db
    .update(resetTokens)
    .set({ usedAt: new Date() })
    .where(isOpen(id, userId))
    .returning({ id: resetTokens.id });
  return used.length > 0;
}
