/**
 * Who may write to whom, for lists, conversations and the API: people who know each other
 * (`partners.ts`), and students who ask a teacher something before they enroll.
 */
import { and, eq, gt, gte, inArray, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { AppError } from "#lib/errors.ts";
import {
  judgeQuestion,
  maxQuestionsPerDay,
  maxUnansweredMessages,
  type QuestionObstacle,
  type QuestionState,
  questionDays,
} from "#lib/messages/questions.rules.ts";
import { adultAge } from "#lib/people/people.options.ts";
import { getTexts } from "#translations/translate.ts";
import type { ProfiledActor } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { messages, threads } from "../db/tables/messages.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { transact } from "../db/transact.ts";
import { guardianState } from "../guardians/guardian.ts";
import { isReachable } from "../public-person.ts";
import { readSetting } from "../settings/settings-store.ts";
import type { MessageRow } from "./message.view.ts";
import { findWritable, isUnblocked } from "./partners.ts";
import { isQuestion } from "./question-threads.ts";
import { insertMessages, type NewMessage } from "./store-messages.ts";

const t = getTexts("messages");
const dayMs = 24 * 60 * 60_000;

type Actor = Pick<ProfiledActor, "profile">;

/** Whether and how the actor may write to a person. */
export interface Writing {
  /** Undefined if the actor may write. */
  refusal: AppError | undefined;
  /** Set if the conversation is a question, or would be one. */
  question: QuestionState | undefined;
}

const mayNotWrite = (): Writing => ({
  refusal: new AppError("forbidden", t("server.mayNotWrite")),
  question: undefined,
});

/**
 * How the actor may write to these people, by profile ID. Strangers and missing people get the same
 * refusal.
 */
export async function findWriting(
  context: Context,
  db: Db,
  actor: Actor,
  ids: readonly string[],
): Promise<(id: string) => Writing> {
  const known = await findWritable(db, actor, ids);
  const questions = await findQuestions(
    context,
    db,
    actor,
    ids.filter((id) => !known.has(id)),
  );
  return (id) => {
    if (known.has(id)) return { refusal: undefined, question: undefined };
    const question = questions.get(id);
    if (!question) return mayNotWrite();
    const { obstacle } = question;
    return { question, refusal: obstacle && toRefusal(obstacle, actor.profile.role) };
  };
}

/** The state of the questions between the actor and these people, for those who may be asked. */
async function findQuestions(
  context: Context,
  db: Db,
  { profile }: Actor,
  ids: readonly string[],
): Promise<Map<string, QuestionState>> {
  if (ids.length === 0) return new Map();
  const { id: ownId, role } = profile;
  const own = alias(profiles, "own");
  const other = alias(profiles, "other");
  const [student, teacher] = role === "student" ? [own, other] : [other, own];
  const isSince = and(
    eq(messages.threadId, threads.id),
    gt(messages.seq, sql`coalesce(${threads.askedSeq}, 0)`),
  );
  const rows = await db
    .select({
      id: other.id,
      age: student.age,
      contact: student.parentGuardianContact,
      confirmed: student.guardianConfirmed,
      declined: student.guardianDeclined,
      isVerified: teacher.verified,
      isQuestion: sql<boolean>`coalesce(${isQuestion}, false)`,
      lastMessageAt: threads.lastMessageAt,
      sent: db.$count(messages, and(isSince, eq(messages.authorId, student.id))),
      answers: db.$count(messages, and(isSince, eq(messages.authorId, teacher.id))),
    })
    .from(other)
    .innerJoin(users, eq(users.id, other.userId))
    .innerJoin(own, eq(own.id, ownId))
    .leftJoin(
      threads,
      or(
        and(eq(threads.firstId, ownId), eq(threads.secondId, other.id)),
        and(eq(threads.firstId, other.id), eq(threads.secondId, ownId)),
      ),
    )
    .where(
      and(
        inArray(other.id, [...ids]),
        ne(other.role, own.role),
        isReachable(),
        isUnblocked(db, own.id, other.id),
      ),
    );
  const askedToday = role === "student" && rows.length > 0 ? await countAsked(db, ownId) : 0;
  const { minorsNeedVerified } = readSetting(context, "vetting");
  const now = new Date();
  const questions = new Map<string, QuestionState>();
  for (const row of rows) {
    // Teachers can only answer.
    if (role === "teacher" && !row.isQuestion) continue;
    const asked = row.isQuestion
      ? {
          lastMessageAt: row.lastMessageAt ?? now,
          sent: row.sent,
          isAnswered: row.answers > 0,
        }
      : null;
    const asking = {
      age: row.age,
      guardian: guardianState(row),
      needsVerified: minorsNeedVerified && !row.isVerified,
    };
    const facts = { role, student: asking, asked, askedToday };
    questions.set(row.id, judgeQuestion(facts, now));
  }
  return questions;
}

/** With how many teachers the student has started a conversation in the last 24 hours. */
function countAsked(db: Db, studentId: string): Promise<number> {
  return db.$count(
    threads,
    and(
      or(eq(threads.firstId, studentId), eq(threads.secondId, studentId)),
      gte(threads.askedAt, new Date(Date.now() - dayMs)),
    ),
  );
}

function toRefusal(obstacle: QuestionObstacle, role: "student" | "teacher"): AppError {
  if (role === "teacher") {
    // What the student's profile lacks is no business of the teacher.
    return obstacle === "closed"
      ? new AppError("conflict", t("server.question.closedForTeacher", { days: questionDays }))
      : new AppError("forbidden", t("server.mayNotWrite"));
  }
  switch (obstacle) {
    case "age":
      return lacking("age", t("server.question.age"));
    case "guardian":
      return lacking("parentGuardianContact", t("server.question.guardian"));
    case "unconfirmed":
      return lacking("guardianConfirmed", t("server.question.unconfirmed"));
    case "minor":
      return new AppError("conflict", t("server.question.minor", { age: adultAge }));
    case "unverified":
      return new AppError("conflict", t("server.question.unverified", { age: adultAge }));
    case "unanswered":
      return new AppError(
        "conflict",
        t("server.question.unanswered", { count: maxUnansweredMessages }),
      );
    case "closed":
      return new AppError("conflict", t("server.question.closed", { days: questionDays }));
    case "daily":
      return new AppError("conflict", t("server.question.daily", { count: maxQuestionsPerDay }));
  }
}

const lacking = (field: string, message: string) =>
  new AppError("invalid_input", message, { fields: [{ field, message }] });

/**
 * Stores a student's message to a teacher with whom the student shares no course. The limits hold
 * for concurrent requests too, because those of one student wait for each other.
 * @returns undefined if the message was already stored.
 * @throws AppError of `findWriting`.
 */
export function storeQuestion(
  context: Context,
  { profile }: Actor,
  { id: threadId, teacherId }: { id: string; teacherId: string },
  message: NewMessage,
): Promise<MessageRow | undefined> {
  return transact(context.db, async (tx) => {
    await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(profiles.id, profile.id))
      .for("no key update");
    const isSent = await tx.$count(
      messages,
      and(eq(messages.authorId, message.authorId), eq(messages.clientId, message.clientId)),
    );
    if (isSent > 0) return undefined;
    const writing = (await findWriting(context, tx, { profile }, [teacherId]))(teacherId);
    if (writing.refusal) throw writing.refusal;
    const { question } = writing;
    if (question?.obstacle === undefined && question?.isNew) {
      await tx
        .update(threads)
        .set({ askedAt: new Date(), askedSeq: sql`${threads.lastSeq}` })
        .where(eq(threads.id, threadId));
    }
    const [stored] = await insertMessages(tx, threadId, [message]);
    return stored;
  });
}
