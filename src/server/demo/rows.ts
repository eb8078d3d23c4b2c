/** Rows that no use case makes, shared by the demo and the tests. */
import { randomInt } from "node:crypto";
import { defaultMeetingSettings } from "#lib/meetings/meetings.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { attendances, meetings } from "../db/tables/meetings.table.ts";
import { linkMeetings } from "../meetings/link-meetings.ts";

/**
 * Adds an account with a verified address.
 *
 * @returns the account's id.
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
  /** Minutes. */
  duration: number;
  timeZone: string;
  /** Profile ids of the students who came, with the moments of their coming. */
  attending: { studentId: string; joinedAt: Date }[];
}

/**
 * Adds past meetings, which can't be scheduled anymore.
 *
 * @returns their ids.
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
    // The room is closed, and no one is redirected there.
    providerJoinUrl: `https://zoom.example/j/${providerMeetingId}`,
    createdAt: meeting.startTime,
    startedAt: meeting.startTime,
    endedAt: new Date(meeting.startTime.getTime() + meeting.duration * 60_000),
  };
}
