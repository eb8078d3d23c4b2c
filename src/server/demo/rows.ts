/** Inserts rows that no use case creates, for the demo and the tests. */
import { randomInt } from "node:crypto";
import { defaultMeetingSettings } from "#lib/meetings/meetings.rules.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { attendances, meetings } from "../db/tables/meetings.table.ts";
import { linkMeetings } from "../meetings/link-meetings.ts";

/**
 * Inserts an account with a verified address.
 *
 * @returns the account's ID.
 */
export async function insertAccount(
  db: Db,
  account: Pick<typeof users.$inferInsert, "email" | "name" | "passwordHash">,
): Promise<string> {
  const [user] = await db.insert(users).values(account).returning({ id: users.id });
  if (!user) throw new Error("The account was not stored");
  return user.id;
}

interface PastMeeting {
  teacherId: string;
  courseId: string;
  topic: string;
  startTime: Date;
  /** In minutes. */
  duration: number;
  timeZone: string;
  /** Profile IDs of the students who attended, with the times at which they joined. */
  attending: { studentId: string; joinedAt: Date }[];
}

/**
 * Inserts past meetings, which can no longer be scheduled.
 *
 * @returns their IDs.
 */
export async function insertPastMeetings(db: Db, past: PastMeeting[]): Promise<string[]> {
  if (past.length === 0) return [];
  return db.transaction(async (tx) => {
    const rows = await tx.insert(meetings).values(past.map(toRow)).returning({ id: meetings.id });
    const visits = rows.flatMap(({ id }, index) =>
      (past[index]?.attending ?? []).map((visit) => ({ meetingId: id, ...visit })),
    );
    if (visits.length > 0) await tx.insert(attendances).values(visits);
    for (const courseId of new Set(past.map((meeting) => meeting.courseId))) {
      await linkMeetings(tx, courseId);
    }
    return rows.map(({ id }) => id);
  });
}

function toRow({ attending: _, ...meeting }: PastMeeting): typeof meetings.$inferInsert {
  const providerMeetingId = String(randomInt(10_000_000_000, 99_999_999_999));
  return {
    ...meeting,
    settings: defaultMeetingSettings,
    status: "ended",
    providerMeetingId,
    // A fake URL, because nobody is redirected to a meeting that has ended.
    providerJoinUrl: `https://zoom.example/j/${providerMeetingId}`,
    createdAt: meeting.startTime,
    startedAt: meeting.startTime,
    endedAt: new Date(meeting.startTime.getTime() + meeting.duration * 60_000),
  };
}
