import { and, eq, gt, inArray, isNull, lte, or, type Placeholder, sql } from "drizzle-orm";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../db/connection.ts";
import { prepareOnce } from "../../db/prepared.ts";
import { sessions, users } from "../../db/tables/accounts.table.ts";
import { profiles } from "../../db/tables/people.table.ts";
import { staffMembers } from "../../db/tables/staff.table.ts";
import type { SessionTokens } from "./session-token.ts";

/** The actor, with the additional data in an access token. */
export interface SessionActor extends Actor {
  photo: string | null;
}

const isLive = (now: Date | Placeholder) =>
  and(
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now),
    isNull(users.deletedAt),
    or(isNull(users.suspendedUntil), lte(users.suspendedUntil, now)),
  );

/** Almost every request from a logged-in person begins with this query. */
const findLive = prepareOnce((db) =>
  db
    .select({
      user: { userId: users.id, email: users.email },
      userName: users.name,
      profileId: profiles.id,
      profileName: profiles.name,
      role: profiles.role,
      photo: profiles.profileImageUrl,
      lastUsedAt: sessions.lastUsedAt,
      app: sessions.app,
      staffRole: staffMembers.role,
      secondFactorAt: sessions.secondFactorAt,
      tokens: { tokenHash: sessions.tokenHash, retiredTokens: sessions.retiredTokens },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(staffMembers, eq(staffMembers.userId, users.id))
    .where(and(eq(sessions.id, sql.placeholder("sessionId")), isLive(sql.placeholder("now"))))
    .prepare("find-live-session"),
);

interface LiveSession {
  actor: SessionActor;
  lastUsedAt: Date;
  tokens: SessionTokens;
}

/** Finds a session that hasn't ended, and whose account still exists. */
export async function findLiveSession(db: Db, sessionId: string): Promise<LiveSession | undefined> {
  const [row] = await findLive(db).execute({ sessionId, now: new Date() });
  if (!row) return undefined;
  const { user, userName, profileId, profileName, role, photo, lastUsedAt, tokens, app } = row;
  const { staffRole, secondFactorAt } = row;
  const profile = profileId !== null && role !== null ? { id: profileId, role } : null;
  const name = profileName ?? userName;
  const staff = staffRole && { role: staffRole, secondFactorAt };
  const actor = {
    ...user,
    sessionId,
    name,
    photo,
    profile,
    ...(app && { app }),
    ...(staff && { staff }),
  };
  return { actor, lastUsedAt, tokens };
}

/** The user of a live session. */
export async function findSessionActor(
  db: Db,
  sessionId: string,
): Promise<SessionActor | undefined> {
  return (await findLiveSession(db, sessionId))?.actor;
}

/** Which of the sessions haven't ended and belong to accounts that still exist. */
export async function findLiveSessionIds(db: Db, sessionIds: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(sessions.id, sessionIds), isLive(new Date())));
  return new Set(rows.map(({ id }) => id));
}
