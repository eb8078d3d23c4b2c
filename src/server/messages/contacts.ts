/** The list of conversations: existing ones, and those that the user can start. */
import { and, desc, eq, gt, gte, isNull, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Contact } from "#lib/messages/messages.responses.ts";
import { type Actor, type ProfiledActor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import { isEnrolled, isTeacherOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { messages, threadStates, threads } from "../db/tables/messages.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { toClassmate } from "../public-person.ts";
import { findBlocked, isNotBlocked } from "./blocks.ts";
import { participantPairs } from "./participants.ts";
import { findPeople, listPartners, type Partner } from "./partners.ts";
import { isQuestion } from "./question-threads.ts";
import { findWriting, type Writing } from "./questions.ts";
import { otherPerson, threadNotFound } from "./threads.ts";

interface Row {
  thread: typeof threads.$inferSelect;
  courseTitle: string | null;
  courseImages: string[] | null;
  person: (Partner & { age: number | null }) | null;
  isQuestion: boolean;
  unread: number;
  last: {
    seq: number;
    text: string;
    authorId: string;
    sentAt: Date;
    deletedAt: Date | null;
  } | null;
  otherState: { deliveredSeq: number; readSeq: number } | null;
}

const unopened = { threadId: null, unread: 0, lastMessage: null, otherState: null };

/**
 * Lists conversations, newest first, then everyone else by name. The number of queries is constant.
 */
export async function listContacts(context: Context, actor: Actor): Promise<Contact[]> {
  const { db } = context;
  const person = requireProfile(actor);
  const rows = await selectThreads(db, person);
  const partners = await listPartners(db, person);
  const ownCourses = await listSharedCourses(db, person);
  const known = await toContacts(context, person, rows);
  const there = new Set(known.map(({ profileId, courseId }) => profileId ?? courseId));
  const fresh = [
    ...ownCourses.filter(({ id }) => !there.has(id)).map((course) => asFreshCourse(course)),
    ...(await asFreshPeople(
      context,
      person,
      partners.filter(({ profileId }) => !there.has(profileId)),
    )),
  ];
  return [...known, ...fresh.sort((a, b) => a.name.localeCompare(b.name))];
}

/**
 * Finds at most 20 people with whom the user can start a conversation and whose name contains the
 * text.
 */
export async function searchPeople(
  context: Context,
  actor: Actor,
  search: string,
): Promise<Contact[]> {
  const person = requireProfile(actor);
  const found = await findPeople(context.db, person, search);
  return (await asFreshPeople(context, person, found)).filter(({ canWrite }) => canWrite);
}

/**
 * One conversation, as the list shows it.
 * @throws AppError `not_found`.
 */
export async function findContact(
  context: Context,
  actor: Actor,
  threadId: string,
): Promise<Contact> {
  const person = requireProfile(actor);
  const rows = await selectThreads(context.db, person, threadId);
  const [contact] = await toContacts(context, person, rows);
  if (!contact) throw threadNotFound();
  return contact;
}

/**
 * The total number of unread messages in all conversations. Every page asks for it, so it reads no
 * more than that.
 */
export async function countUnread({ db }: Context, actor: Actor): Promise<number> {
  const { profile } = requireProfile(actor);
  const participants = participantPairs(db);
  const rows = await db
    .select({ unread: unreadIn(db, participants, profile.id) })
    .from(participants)
    .innerJoin(threads, eq(threads.id, participants.threadId))
    .leftJoin(own, and(eq(own.threadId, threads.id), eq(own.profileId, profile.id)))
    .where(eq(participants.profileId, profile.id));
  return rows.reduce((sum, { unread }) => sum + unread, 0);
}

/** The state of the person whose conversations are read. */
const own = alias(threadStates, "own");

/** How many messages of a row of `threads` the participant hasn't read. */
function unreadIn(
  db: Db,
  participants: ReturnType<typeof participantPairs>,
  profileId: string,
): SQL<number> {
  const unread = db.$count(
    messages,
    and(
      eq(messages.threadId, threads.id),
      gt(messages.seq, sql`coalesce(${own.readSeq}, 0)`),
      ne(messages.authorId, profileId),
      gte(messages.createdAt, participants.since),
      isNull(messages.deletedAt),
      isNotBlocked(db, sql`${profileId}`),
    ),
  );
  return sql<number>`${unread}`.mapWith(Number);
}

async function selectThreads(
  db: Db,
  { profile }: ProfiledActor,
  threadId?: string,
): Promise<Row[]> {
  const participants = participantPairs(db);
  const others = alias(threadStates, "others");
  const last = alias(messages, "last");
  const otherId = sql`case when ${threads.firstId} = ${profile.id} then ${threads.secondId} else ${threads.firstId} end`;
  return db
    .select({
      thread: threads,
      courseTitle: courses.title,
      courseImages: courses.imageUrls,
      person: {
        profileId: profiles.id,
        name: profiles.name,
        role: profiles.role,
        imageUrl: profiles.profileImageUrl,
        age: profiles.age,
      },
      isQuestion,
      unread: unreadIn(db, participants, profile.id),
      last: {
        seq: last.seq,
        text: last.text,
        authorId: last.authorId,
        sentAt: last.createdAt,
        deletedAt: last.deletedAt,
      },
      otherState: { deliveredSeq: others.deliveredSeq, readSeq: others.readSeq },
    })
    .from(participants)
    .innerJoin(threads, eq(threads.id, participants.threadId))
    .leftJoin(courses, eq(courses.id, threads.courseId))
    .leftJoin(profiles, eq(profiles.id, otherId))
    .leftJoin(own, and(eq(own.threadId, threads.id), eq(own.profileId, profile.id)))
    .leftJoin(others, and(eq(others.threadId, threads.id), eq(others.profileId, otherId)))
    .leftJoin(
      last,
      and(
        eq(last.threadId, threads.id),
        eq(last.seq, threads.lastSeq),
        gte(last.createdAt, participants.since),
      ),
    )
    .where(
      and(
        eq(participants.profileId, profile.id),
        threadId === undefined ? undefined : eq(threads.id, threadId),
      ),
    )
    .orderBy(sql`${threads.lastMessageAt} desc nulls last`, desc(threads.createdAt))
    .limit(500);
}

async function toContacts(context: Context, actor: ProfiledActor, rows: Row[]): Promise<Contact[]> {
  const { db } = context;
  const ids = rows.flatMap(({ thread }) => otherPerson(thread, actor.profile.id) ?? []);
  const writing = await findWriting(context, db, actor, ids);
  const blocked = await findBlocked(db, actor, ids);
  // A question and its author stay hidden from the teacher until the first message is sent.
  const shown = rows.filter(
    ({ thread, person }) =>
      thread.lastSeq > 0 ||
      actor.profile.role !== "teacher" ||
      person?.role !== "student" ||
      !writing(person.profileId).refusal,
  );
  return shown.map(({ thread, person, last, otherState, ...row }) => ({
    ...(thread.courseId !== null
      ? asCourse({ id: thread.courseId, title: row.courseTitle, images: row.courseImages })
      : asPerson(person && row.isQuestion ? asAsker(person) : person, writing, blocked)),
    threadId: thread.id,
    unread: row.unread,
    lastMessage: last && {
      ...last,
      sentAt: last.sentAt.toISOString(),
      deletedAt: last.deletedAt?.toISOString() ?? null,
    },
    otherState:
      thread.courseId !== null
        ? null
        : { deliveredSeq: otherState?.deliveredSeq ?? 0, readSeq: otherState?.readSeq ?? 0 },
  }));
}

const asFreshCourse = (course: Parameters<typeof asCourse>[0]): Contact => ({
  ...asCourse(course),
  ...unopened,
});

/** A person in a question: of minors, teachers see what classmates see. */
function asAsker({ imageUrl, ...person }: Partner & { age: number | null }): Partner {
  const { name, profileImageUrl } = toClassmate({ ...person, profileImageUrl: imageUrl });
  return { ...person, name, imageUrl: profileImageUrl };
}

async function asFreshPeople(
  context: Context,
  actor: ProfiledActor,
  people: Partner[],
): Promise<Contact[]> {
  const ids = people.map(({ profileId }) => profileId);
  const writing = await findWriting(context, context.db, actor, ids);
  const blocked = await findBlocked(context.db, actor, ids);
  return people.map((person) => ({ ...asPerson(person, writing, blocked), ...unopened }));
}

function asCourse(course: { id: string; title: string | null; images: string[] | null }) {
  return {
    kind: "course" as const,
    profileId: null,
    courseId: course.id,
    name: course.title ?? "",
    role: null,
    imageUrl: course.images?.[0] ?? null,
    canWrite: true,
    question: null,
    isBlocked: false,
  };
}

function asPerson(
  person: Partner | null,
  writing: (id: string) => Writing,
  blocked: Set<string>,
): Omit<Contact, keyof typeof unopened> {
  const profileId = person?.profileId ?? "";
  const { refusal, question } = writing(profileId);
  return {
    kind: "direct" as const,
    profileId,
    courseId: null,
    name: person?.name ?? "",
    role: person?.role ?? null,
    imageUrl: person?.imageUrl ?? null,
    canWrite: refusal === undefined,
    question: question
      ? {
          remaining: question.obstacle === undefined ? question.remaining : null,
          obstacle: refusal
            ? { message: refusal.message, fields: (refusal.fields ?? []).map(({ field }) => field) }
            : null,
        }
      : null,
    isBlocked: blocked.has(profileId),
  };
}

/** Courses with students: the teacher's own, or those in which the student has a seat. */
function listSharedCourses(db: Db, { profile }: ProfiledActor) {
  const isTeacher = profile.role === "teacher";
  return db
    .selectDistinct({ id: courses.id, title: courses.title, images: courses.imageUrls })
    .from(courses)
    .innerJoin(enrollments, and(eq(enrollments.courseId, courses.id), isEnrolled))
    .where(isTeacher ? isTeacherOf(profile.id) : eq(enrollments.studentId, profile.id));
}
