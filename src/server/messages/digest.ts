/**
 * One mail about everything that is unread, once something has been so for half an hour. Then that
 * conversation is not told of again until the person has looked, or a day later.
 */
import { and, eq, gte, inArray, isNull, lt, or } from "drizzle-orm";
import { emailSettingsPath } from "#lib/account-settings/email-preferences.ts";
import { digestAfterMinutes } from "#lib/messages/messages.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { threadStates, threads } from "../db/tables/messages.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { isPresent } from "../public-person.ts";
import { isNotBlocked } from "./blocks.ts";
import { otherPerson } from "./threads.ts";
import { findUnreadThreads, hasWaited, moveMark, type UnreadThread } from "./unread.ts";

const quietFor = 24 * 60 * 60 * 1000;

export async function mailDigests(context: Context): Promise<void> {
  const { db } = context;
  const waiting = await findUnreadThreads(db, {
    marks: [threadStates.readSeq, threadStates.remindedSeq],
    only: (reader) => and(isNotBlocked(db, reader), mayBeNotified()),
  });
  for (const [profileId, own] of Map.groupBy(waiting, (row) => row.profileId)) {
    if (own.some((row) => hasWaited(row, digestAfterMinutes))) {
      await mailDigest(context, profileId, own);
    }
  }
}

/** Nobody was told of the conversation yet, or not for a day, or has looked since. */
function mayBeNotified() {
  return or(
    isNull(threadStates.remindedAt),
    lt(threadStates.remindedAt, new Date(Date.now() - quietFor)),
    gte(threadStates.readSeq, threadStates.remindedSeq),
  );
}

async function mailDigest(
  context: Context,
  profileId: string,
  waiting: UnreadThread[],
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const told: UnreadThread[] = [];
    for (const row of waiting) if (await moveMark(tx, "remindedSeq", row)) told.push(row);
    const [person] = await tx
      .select({ email: users.email, name: profiles.name })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(and(eq(profiles.id, profileId), isPresent, profiles.messageDigests));
    if (!person || told.length === 0) return;
    const names = await nameThreads(
      tx,
      profileId,
      told.map(({ threadId }) => threadId),
    );
    const { appUrl } = context.config;
    const total = told.reduce((sum, row) => sum + row.count, 0);
    const sum = `${total} unread ${total === 1 ? "message" : "messages"}`;
    await sendMail(context, tx, {
      unsubscribe: { list: "messageDigests", profileId },
      to: person.email,
      subject: `You have ${sum}`,
      content: {
        title: `You have ${sum}`,
        preheader: told.map(({ threadId }) => names.get(threadId)).join(", "),
        paragraphs: [
          `As-salamu alaykum ${person.name},`,
          "these conversations wait for you:",
          ...told.map((row) => `${names.get(row.threadId)}: ${row.count}`),
        ],
        action: { label: "Read them", url: `${appUrl}/dashboard/messages` },
        note: `To stop emails about messages, turn them off in your settings: ${appUrl}${emailSettingsPath}`,
      },
    });
  });
}

/** What each conversation is called by one of its people: the course, or the other person. */
export async function nameThreads(
  db: Db,
  profileId: string,
  threadIds: string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ thread: threads, title: courses.title })
    .from(threads)
    .leftJoin(courses, eq(courses.id, threads.courseId))
    .where(inArray(threads.id, threadIds));
  const others = rows.flatMap(({ thread }) => otherPerson(thread, profileId) ?? []);
  const people = await db
    .select({ id: profiles.id, name: profiles.name })
    .from(profiles)
    .where(inArray(profiles.id, others.length > 0 ? others : [""]));
  const nameOf = new Map(people.map(({ id, name }) => [id, name]));
  return new Map(
    rows.map(({ thread, title }) => [
      thread.id,
      title ?? nameOf.get(otherPerson(thread, profileId) ?? "") ?? "",
    ]),
  );
}
