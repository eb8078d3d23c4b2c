/**
 * Sends one email about all unread messages once one of them has been unread for half an hour. A
 * conversation that such an email listed is left out for a day, or until the person has opened it.
 */

import { and, eq, gte, inArray, isNull, lt, or } from "drizzle-orm";
import { emailSettingsPath } from "#lib/account-settings/email-preferences.ts";
import { digestAfterMinutes } from "#lib/messages/messages.ts";
import { site } from "#lib/site/site.ts";
import { isolatedInRtl, listTexts } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/translate.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { threadStates, threads } from "../db/tables/messages.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { findRecipient, mailPerson } from "../guardians/recipients.ts";
import { startBatch } from "../jobs/batch.ts";
import { toClassmate } from "../public-person.ts";
import { isNotBlocked } from "./blocks.ts";
import { isQuestion } from "./question-threads.ts";
import { otherPerson } from "./threads.ts";
import { advanceMark, findUnreadThreads, hasWaited, type UnreadThread } from "./unread.ts";

const t = getTexts("messages");

const quietFor = 24 * 60 * 60 * 1000;

/**
 * Emails everyone who is due. A failure for one person doesn't affect the others.
 * @throws the first failure, after all people have been tried.
 */
export async function mailDigests(context: Context): Promise<void> {
  const { db } = context;
  const waiting = await findUnreadThreads(db, {
    marks: [threadStates.readSeq, threadStates.remindedSeq],
    only: (reader) => and(isNotBlocked(db, reader), mayBeNotified()),
  });
  const batch = startBatch(context);
  for (const [profileId, own] of Map.groupBy(waiting, (row) => row.profileId)) {
    if (own.some((row) => hasWaited(row, digestAfterMinutes))) {
      await batch.attempt({ profileId }, () => mailDigest(context, profileId, own));
    }
  }
  batch.end();
}

/**
 * No email has listed the conversation yet, the last one is more than a day old, or the person has
 * opened the conversation since.
 */
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
    const unread: UnreadThread[] = [];
    for (const row of waiting) if (await advanceMark(tx, "remindedSeq", row)) unread.push(row);
    const person = await findRecipient(tx, profileId);
    if (!person?.wants.messageDigests || unread.length === 0) return;
    const names = await nameThreads(
      tx,
      profileId,
      unread.map(({ threadId }) => threadId),
    );
    const { config } = context;
    const total = unread.reduce((sum, row) => sum + row.count, 0);
    await mailPerson(context, tx, person, () => {
      const subject = t("mail.digest.subject", { count: total });
      const nameOf = ({ threadId }: UnreadThread) => isolatedInRtl(names.get(threadId) ?? "");
      return {
        unsubscribe: { list: "messageDigests", profileId },
        subject,
        content: {
          title: subject,
          preheader: listTexts(unread.map(({ threadId }) => names.get(threadId) ?? "")),
          paragraphs: [
            t("mail.digest.first"),
            ...unread.map((row) => t("mail.digest.line", { name: nameOf(row), count: row.count })),
          ],
          action: { label: t("mail.digest.action"), url: pageUrl(config, "/dashboard/messages") },
          note: t("mail.digest.stop", { url: pageUrl(config, emailSettingsPath) }),
          because: t("mail.digest.because", { site: site.name }),
        },
      };
    });
  });
}

/** The name of each conversation as one person sees it: the course, or the other person. */
export async function nameThreads(
  db: Db,
  profileId: string,
  threadIds: string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ thread: threads, title: courses.title, isQuestion })
    .from(threads)
    .leftJoin(courses, eq(courses.id, threads.courseId))
    .where(inArray(threads.id, threadIds));
  const others = rows.flatMap(({ thread }) => otherPerson(thread, profileId) ?? []);
  const people = await db
    .select({ id: profiles.id, name: profiles.name, role: profiles.role, age: profiles.age })
    .from(profiles)
    .where(inArray(profiles.id, others.length > 0 ? others : [""]));
  const personOf = new Map(people.map((person) => [person.id, person]));
  return new Map(
    rows.map(({ thread, title, isQuestion: asks }) => {
      const person = personOf.get(otherPerson(thread, profileId) ?? "");
      return [thread.id, title ?? (person && (asks ? toClassmate(person) : person).name) ?? ""];
    }),
  );
}
