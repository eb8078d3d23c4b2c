/** Adds cases of several kinds and states, so that the console of the demo shows how they work. */
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { isPending } from "#lib/cases/cases.rules.ts";
import { createAppealUrl } from "../cases/appeal-link.ts";
import { openCase, type Reporter } from "../cases/open-case.ts";
import type { CaseSubject } from "../cases/subjects.ts";
import { caseReports, cases } from "../db/tables/cases.table.ts";
import { contactMessages } from "../db/tables/contact.table.ts";
import { enrollments } from "../db/tables/enrollments.table.ts";
import { messages } from "../db/tables/messages.table.ts";
import { payments } from "../db/tables/payments.table.ts";
import { reviews } from "../db/tables/reviews.table.ts";
import { sendMessage } from "../messages/messages.ts";
import { openThread } from "../messages/threads.ts";
import { appealDecision } from "../moderation/appeals.ts";
import { decideCase } from "../moderation/decide-case.ts";
import { addNote, assignCase, closeCase, replyToCase } from "../moderation/work-on-case.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import type { AddedCourse } from "./add-courses.ts";
import {
  type DemoCase,
  type DemoConversation,
  type DemoSubject,
  demoCases,
  demoConversations,
} from "./data/cases.data.ts";
import { before, type DemoPeople, type DemoRun, need } from "./demo-run.ts";

const hour = 60 * 60 * 1_000;

interface Demo {
  run: DemoRun;
  people: DemoPeople;
  courses: ReadonlyMap<string, AddedCourse>;
}

export async function addCases(
  run: DemoRun,
  people: DemoPeople,
  added: AddedCourse[],
  moderator: StaffMember,
): Promise<void> {
  const demo = { run, people, courses: new Map(added.map((course) => [course.demo.key, course])) };
  for (const each of demoCases.filter(({ about }) => exists(demo, about))) {
    const subject = await findSubject(demo, each);
    const [known] = await run.context.db
      .select({ id: cases.id })
      .from(cases)
      .where(and(eq(cases.subjectKind, subject.kind), eq(cases.subjectId, subject.id)));
    const caseId = known?.id ?? (await open(demo, each, subject));
    await work(run, moderator, each, caseId);
  }
}

/** Courses that aren't published have no students who could write, review or pay. */
function exists({ courses }: Demo, about: DemoSubject): boolean {
  if (about.kind === "message") {
    return need(courses, findConversation(about.conversation).course).isPublished;
  }
  const needsStudents = about.kind === "review" || about.kind === "payment";
  return !needsStudents || need(courses, about.course).isPublished;
}

function findConversation(key: string): DemoConversation {
  const conversation = demoConversations.find((each) => each.key === key);
  if (!conversation) throw new Error(`The demo has no conversation '${key}'.`);
  return conversation;
}

async function open(
  { run, people }: Demo,
  { by, category, details, hoursAgo }: DemoCase,
  subject: CaseSubject,
): Promise<string> {
  const reporter: Reporter =
    typeof by === "string"
      ? { kind: "member", userId: need(people, by).userId }
      : { ...by, language: "en" };
  const at = before(run, hoursAgo * hour);
  return run.context.db.transaction(async (tx) => {
    const report = { subject, category, details, reporter };
    const opened = await openCase(run.context, tx, report);
    if (!opened) throw new Error(`The demo's ${subject.kind} is missing.`);
    const { caseId } = opened;
    await tx.update(cases).set({ openedAt: at, changedAt: at }).where(eq(cases.id, caseId));
    await tx.update(caseReports).set({ createdAt: at }).where(eq(caseReports.caseId, caseId));
    return caseId;
  });
}

/** Replays what the demo's moderator did, and skips what an interrupted run has already done. */
async function work(
  { context }: DemoRun,
  moderator: StaffMember,
  { assigned, note, reply, decision, appeal, closed }: DemoCase,
  caseId: string,
): Promise<void> {
  const read = async () => {
    const [row] = await context.db.select().from(cases).where(eq(cases.id, caseId));
    if (!row) throw new Error(`The demo's case ${caseId} is missing.`);
    return row;
  };
  const row = await read();
  if (assigned && row.assigneeId === null && isPending(row.status) && !row.appealedAt) {
    await assignCase(context, moderator, caseId, { assign: true });
    const requestId = randomUUID();
    if (note) await addNote(context, moderator, caseId, { kind: "note", text: note, requestId });
    if (reply) {
      const toReporter = { to: "reporter", text: reply, requestId: randomUUID() } as const;
      await replyToCase(context, moderator, caseId, toReporter);
    }
    if (closed) await closeCase(context, moderator, caseId, {});
  }
  if (decision && !row.decidedAt) {
    const { version } = await read();
    await decideCase(context, moderator, caseId, { ...decision, version });
  }
  const decided = await read();
  if (appeal && decided.decidedAt && !decided.appealedAt) {
    const { url } = await createAppealUrl(context, caseId, decided.decidedAt);
    const token = new URL(url).searchParams.get("token") ?? "";
    await appealDecision(context, token, { text: appeal });
  }
}

async function findSubject(demo: Demo, { about, by, details }: DemoCase): Promise<CaseSubject> {
  const { people, courses, run } = demo;
  switch (about.kind) {
    case "profile":
      return { kind: "profile", id: need(people, about.person).profile.id };
    case "course":
      return { kind: "course", id: need(courses, about.course).id };
    case "review":
      return { kind: "review", id: await findReview(demo, about) };
    case "payment":
      return { kind: "payment", id: await findPayment(demo, about) };
    case "message":
      return { kind: "message", id: await writeMessages(demo, about) };
    case "contact": {
      if (typeof by === "string") throw new Error("Visitors have no account.");
      const { name, email } = by;
      const message = { name, email, subject: about.subject, message: details };
      return { kind: "contact", id: await writeToStaff(run, message) };
    }
  }
}

interface OfCourse {
  course: string;
  person: string;
}

async function findReview({ run, people, courses }: Demo, { course, person }: OfCourse) {
  const [found] = await run.context.db
    .select({ id: reviews.id })
    .from(reviews)
    .where(
      and(
        eq(reviews.authorId, need(people, person).userId),
        eq(reviews.resourceId, need(courses, course).id),
      ),
    );
  if (!found) throw new Error(`The demo has no review by ${person} of ${course}.`);
  return found.id;
}

async function findPayment({ run, people, courses }: Demo, { course, person }: OfCourse) {
  const [found] = await run.context.db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(enrollments, eq(enrollments.id, payments.enrollmentId))
    .where(
      and(
        eq(enrollments.studentId, need(people, person).profile.id),
        eq(enrollments.courseId, need(courses, course).id),
        eq(payments.status, "paid"),
      ),
    );
  if (!found) throw new Error(`The demo has no payment by ${person} for ${course}.`);
  return found.id;
}

/** @returns the ID of the message at the position. */
async function writeMessages(
  { run, people }: Demo,
  { conversation: key, position }: { conversation: string; position: number },
): Promise<string> {
  const { context } = run;
  const conversation = findConversation(key);
  const [teacher, student] = conversation.people.map((person) => need(people, person));
  if (!teacher || !student) throw new Error(`The conversation '${key}' needs two people.`);
  const threadId = await openThread(context, student, { recipientId: teacher.profile.id });
  const ids: string[] = [];
  for (const [index, { by, text }] of conversation.messages.entries()) {
    const author = by === 0 ? teacher : student;
    const clientId = `demo-${key}-${index}`;
    const { message } = await sendMessage(context, author, threadId, { text, clientId });
    const createdAt = before(run, (4 * hour * (20 - index)) / 20);
    await context.db.update(messages).set({ createdAt }).where(eq(messages.id, message._id));
    ids.push(message._id);
  }
  const id = ids[position];
  if (!id) throw new Error(`The conversation '${key}' has no message ${position}.`);
  return id;
}

/** Stores a visitor's message once. */
async function writeToStaff(
  { context: { db } }: DemoRun,
  message: { name: string; email: string; subject: string; message: string },
): Promise<string> {
  const digest = `demo ${message.subject}`;
  await db
    .insert(contactMessages)
    .values({ ...message, source: "contact", digest })
    .onConflictDoNothing({ target: contactMessages.digest });
  const [stored] = await db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(eq(contactMessages.digest, digest));
  if (!stored) throw new Error("The demo's message to staff was not stored.");
  return stored.id;
}
