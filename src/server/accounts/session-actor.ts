import { and, eq, gt, isNull, type SQL } from "drizzle-orm";
import type { Actor } from "../actor.ts";
import type { Db } from "../db/connection.ts";
import { profiles } from "../people/people.table.ts";
import { sessions, users } from "./accounts.table.ts";

/** Who acts, with what only the access token tells besides. */
export interface SessionActor extends Actor {
  photo: string | null;
}

/** Whoever a session belongs to, as long as neither the session has ended nor the account is gone. */
export async function findSessionActor(
  db: Db,
  sessionId: string,
  ...conditions: SQL[]
): Promise<SessionActor | undefined> {
  const [row] = await db
    .select({
      userId: users.id,
      sessionId: sessions.id,
      email: users.email,
      userName: users.name,
      profileId: profiles.id,
      profileName: profiles.name,
      role: profiles.role,
      photo: profiles.profileImageUrl,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(
      and(
        eq(sessions.id, sessionId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, new Date()),
        isNull(users.deletedAt),
        ...conditions,
      ),
    );
  if (!row) return undefined;
  const { profileId, profileName, role, userName, ...actor } = row;
  return {
    ...actor,
    name: profileName ?? userName,
    profile: profileId !== null && role !== null ? { id: profileId, role } : null,
  };
}
