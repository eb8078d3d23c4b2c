import { and, eq, gt, inArray, isNull, type SQL } from "drizzle-orm";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../db/connection.ts";
import { sessions, users } from "../../db/tables/accounts.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import type { SessionTokens } from "./session-token.ts";

/** The actor, with the additional data in an access token. */
export interface SessionActor extends Actor {
  photo: string | null;
}

const isLive = () =>
  and(isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date()), isNull(users.deletedAt));

/** Finds a session that matches the conditions, hasn't ended, and whose account still exists. */
export async function findLiveSession(
  db: Db,
  sessionId: string,
  ...conditions: SQL[]
): Promise<{ actor: SessionActor; tokens: SessionTokens } | undefined> {
  const [row] = await db
    .select({
      user: { userId: users.id, email: users.email },
      userName: users.name,
      profileId: profiles.id,
      profileName: profiles.name,
      role: profiles.role,
      photo: profiles.profileImageUrl,
      tokens: { tokenHash: sessions.tokenHash, retiredTokens: sessions.retiredTokens },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(and(eq(sessions.id, sessionId), isLive(), ...conditions));
  if (!row) return undefined;
  const { user, userName, profileId, profileName, role, photo, tokens } = row;
  const profile = profileId !== null && role !== null ? { id: profileId, role } : null;
  return { actor: { ...user, sessionId, name: profileName ?? userName, photo, profile }, tokens };
}

/** The user of a live session. */
export async function findSessionActor(
  db: Db,
  sessionId: string,
  ...conditions: SQL[]
): Promise<SessionActor | undefined> {
  return (await findLiveSession(db, sessionId, ...conditions))?.actor;
}

/** Which of the sessions haven't ended and belong to accounts that still exist. */
export async function findLiveSessionIds(db: Db, sessionIds: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(sessions.id, sessionIds), isLive()));
  return new Set(rows.map(({ id }) => id));
}
