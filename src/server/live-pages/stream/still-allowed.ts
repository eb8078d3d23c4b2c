/** Checks whether open streams may continue. */
import { sql } from "drizzle-orm";
import { findLiveSessionIds } from "../../accounts/sessions/session-actor.ts";
import type { LivePageStream } from "../../context.ts";
import { isMemberOf } from "../../course-members/membership.ts";
import type { Db } from "../../db/connection.ts";
import { classes } from "../../db/tables/classes.table.ts";
import { courses } from "../../db/tables/courses.table.ts";

/** The streams whose session has ended, or whose viewer is no longer in the class. */
export async function findEnded(
  db: Db,
  streams: readonly LivePageStream[],
): Promise<LivePageStream[]> {
  if (streams.length === 0) return [];
  const [sessions, members] = await Promise.all([
    findLiveSessionIds(db, [...new Set(streams.map(({ sessionId }) => sessionId))]),
    findMembers(db, streams),
  ]);
  return streams.filter(
    (stream) => !sessions.has(stream.sessionId) || !members.has(nameOf(stream)),
  );
}

type Seat = Pick<LivePageStream, "classId" | "profileId">;

const nameOf = ({ classId, profileId }: Seat) => `${classId} ${profileId}`;

async function findMembers(db: Db, streams: readonly LivePageStream[]): Promise<Set<string>> {
  const list = (values: string[]) => sql`${sql.param(values)}::text[]`;
  const { rows } = await db.execute<Record<keyof Seat, string>>(sql`
    select distinct given.class_id as "classId", given.profile_id as "profileId"
    from unnest(
      ${list(streams.map(({ classId }) => classId))},
      ${list(streams.map(({ profileId }) => profileId))}
    ) as given (class_id, profile_id)
    join ${classes} on ${classes.id} = given.class_id and ${classes.status} <> 'dropped'
    join ${courses} on ${courses.id} = ${classes.courseId}
    where ${isMemberOf(sql`given.profile_id`)}`);
  return new Set(rows.map(nameOf));
}
