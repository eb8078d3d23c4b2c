import { and, eq, isNotNull, ne } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../../actor.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { sessions } from "../../db/tables/accounts.table.ts";
import { staffMembers, staffPasskeys } from "../../db/tables/staff.table.ts";
import { recordStaffAction } from "../audit.ts";
import { findFactors } from "./factors.ts";
import { mailFactorEvent } from "./second-factor.mails.ts";

const t = getTexts("staff");

/**
 * Removes a passkey of the actor, for example one on a lost device. Sessions that it may have opened ask
 * for the second factor again.
 * @throws AppError `not_found`; `conflict` for the only second factor.
 */
export async function removePasskey(
  context: Context,
  actor: Actor,
  passkeyId: string,
): Promise<void> {
  const { userId } = actor;
  await context.db.transaction(async (tx) => {
    // Two removals at once must not remove the last two.
    await lockFactors(tx, userId);
    const removed = await tx
      .delete(staffPasskeys)
      .where(and(eq(staffPasskeys.id, passkeyId), eq(staffPasskeys.userId, userId)))
      .returning({ id: staffPasskeys.id });
    if (removed.length === 0) throw new AppError("not_found", t("server.error.noPasskey"));
    const { hasAuthenticator, hasPasskey } = await findFactors(tx, userId);
    if (!hasAuthenticator && !hasPasskey) {
      throw new AppError("conflict", t("server.error.lastFactor"));
    }
    await endOtherFactors(tx, actor);
    await recordStaffAction(
      tx,
      { userId },
      {
        kind: "remove-passkey",
        subjectKind: "staff",
        subjectId: userId,
        reason: "",
      },
    );
    await mailFactorEvent(context, tx, actor, "remove-passkey");
  });
}

/** Changes of a person's second factors happen one after the other. */
export async function lockFactors(tx: Db, userId: string): Promise<void> {
  await tx.select().from(staffMembers).where(eq(staffMembers.userId, userId)).for("update");
}

/** Ends the second factor in all other sessions of the person. */
export async function endOtherFactors(
  tx: Db,
  { userId, sessionId }: Pick<Actor, "userId" | "sessionId">,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ secondFactorAt: null })
    .where(
      and(
        eq(sessions.userId, userId),
        ne(sessions.id, sessionId),
        isNotNull(sessions.secondFactorAt),
      ),
    );
}
