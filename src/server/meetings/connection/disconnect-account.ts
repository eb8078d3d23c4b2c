/** Disconnecting a teacher's account from a meeting service. */
import { and, eq } from "drizzle-orm";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireTeacher } from "../../actor.ts";
import type { Context } from "../../context.ts";
import { connectTickets, meetingConnections, oauthStates } from "../../db/tables/meetings.table.ts";
import type { MeetingProvider } from "../../providers/meetings/meeting-provider.ts";
import { queueRevocation } from "./connection.ts";
import { deletePastRooms } from "./rooms.ts";

const t = getTexts("meetings");

/**
 * Deletes the connection and its tokens immediately. A job revokes access at the service and
 * retries until that succeeds. Upcoming meetings keep their rooms, which belong to the teacher's
 * account at the service. Disconnecting twice has no further effect.
 */
export async function disconnectAccount(
  context: Context,
  actor: Actor,
  provider: MeetingProvider,
): Promise<void> {
  const message = t("server.onlyTeachersDisconnect", { service: provider.name });
  const { profile, userId } = requireTeacher(actor, message);
  await context.db.transaction(async (tx) => {
    // An authorization in progress must not reconnect the account afterward.
    await tx.delete(connectTickets).where(eq(connectTickets.userId, userId));
    await tx.delete(oauthStates).where(eq(oauthStates.userId, userId));
    const [connection] = await tx
      .delete(meetingConnections)
      .where(
        and(
          eq(meetingConnections.teacherId, profile.id),
          eq(meetingConnections.provider, provider.id),
        ),
      )
      .returning({ token: meetingConnections.accessTokenEncrypted });
    if (!connection) return;
    if (connection.token !== "") {
      await queueRevocation(context, tx, provider.id, connection.token);
    }
    await deletePastRooms(tx, profile.id);
  });
}
