import type { Context } from "../context.ts";
import { findActor } from "./sessions/access-token.ts";
import { readSessionToken } from "./sessions/session-token.ts";
import { revokeSessions } from "./sessions/sessions.ts";

/** Ends the sessions that the request's own credentials identify. Does nothing without any. */
export async function logOut(
  context: Context,
  held: { sessionToken: string | undefined; accessToken: string | undefined },
): Promise<void> {
  const actor = held.accessToken ? await findActor(context, held.accessToken) : undefined;
  const own = held.sessionToken && readSessionToken(context.config, held.sessionToken);
  for (const sessionId of new Set([actor?.sessionId, own])) {
    if (sessionId) await revokeSessions(context.db, { sessionId });
  }
}
