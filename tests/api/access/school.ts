/** A small school, accessed over HTTP, with one resource of each kind and one user of each kind. */
import { eq } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { newId } from "#server/db/id.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { comments } from "#server/db/tables/comments.table.ts";
import { quizVersions, quizzes } from "#server/db/tables/quizzes.table.ts";
import { recitations } from "#server/db/tables/recitations.table.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { hashPassword } from "../../support/password.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import { password } from "../accounts/browser.ts";
import type { Deployment } from "../accounts/deployment.ts";

export const people = ["visitor", "student", "teacher", "enrolled", "owner"] as const;
/**
 * `student` and `teacher` have no relation to the school; `enrolled` is a student in the courses of
 * `owner`.
 */
export type PersonName = (typeof people)[number];

export interface School {
  enrolled: Person;
  owner: Person;
  draft: string;
  published: string;
  archived: string;
  enrollment: string;
  /** Written by `enrolled`. */
  review: string;
  /** A conversation between `enrolled` and `owner`. */
  thread: string;
  /** Written by `enrolled` on the published course. */
  comment: string;
  /** Belongs to the published course. */
  quiz: string;
  lesson: string;
  /** Recited by `enrolled` in the published course. */
  recitation: string;
  tokens: Record<PersonName, string | undefined>;
}

export async function openSchool(site: Deployment): Promise<School> {
  const { context } = site.app;
  const [student, teacher, enrolled, owner] = await Promise.all([
    addStudent(context),
    addTeacher(context),
    addStudent(context),
    addTeacher(context),
  ]);
  const draft = await addCourse(context, owner, { status: "draft" });
  const published = await addCourse(context, owner, { price: 0 });
  const passwordHash = await hashPassword(password);
  await context.db.update(users).set({ passwordHash }).where(eq(users.id, enrolled.userId));
  const archived = await addCourse(context, owner, { status: "archived" });
  await addEnrollment(context, enrolled, archived);
  const enrollment = await addEnrollment(context, enrolled, published);
  const make = async (path: string, body: object, pick: string) => {
    const answer = await site.browser().call("POST", path, {
      token: enrolled.token,
      headers: { "app-id": "halaqa" },
      body,
    });
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}`);
    return answer.body.data[pick] as string;
  };
  const review = { resourceId: "halaqa", rating: 5, content: "Patient teachers." };
  return {
    enrolled,
    owner,
    draft,
    published,
    archived,
    enrollment,
    review: await make("/reviews", review, "_id"),
    ...(await addLearning(context, published, owner, enrolled)),
    thread: await make("/messages/threads", { recipientId: owner.profileId }, "threadId"),
    tokens: {
      visitor: undefined,
      student: student.token,
      teacher: teacher.token,
      enrolled: enrolled.token,
      owner: owner.token,
    },
  };
}

async function addLearning(context: Context, courseId: string, owner: Person, enrolled: Person) {
  const startsAt = new Date(Date.now() + 3_600_000);
  const endsAt = new Date(startsAt.getTime() + 3_600_000);
  const [comment] = await context.db
    .insert(comments)
    .values({ courseId, seq: 1, authorId: enrolled.profileId, content: "May I join late?" })
    .returning();
  const [quiz] = await context.db
    .insert(quizzes)
    .values({ courseId, title: "Letters" })
    .returning();
  const [lesson] = await context.db
    .insert(classes)
    .values({ courseId, teacherId: owner.profileId, plannedStart: startsAt, startsAt, endsAt })
    .returning();
  const [recitation] = await context.db
    .insert(recitations)
    .values({
      courseId,
      studentId: enrolled.profileId,
      kind: "sabaq",
      firstVerse: 1,
      lastVerse: 7,
      mistakes: 0,
      date: "2026-01-05",
      heardAt: new Date(),
    })
    .returning();
  if (!comment || !quiz || !lesson || !recitation)
    throw new Error("The course's parts were not stored");
  const options = ["a", "b"].map((id) => ({ id, text: id, right: id === "a" }));
  await context.db.insert(quizVersions).values({
    quizId: quiz.id,
    number: 1,
    passMark: 70,
    questions: [{ id: "q", kind: "single", text: "Which letter?", explanation: "", options }],
  });
  return {
    comment: comment.id,
    quiz: quiz.id,
    lesson: lesson.id,
    recitation: recitation.id,
  };
}

/** An ID in the same format that doesn't exist. */
export function missingId(id: string): string {
  return newId(id.split("_")[0] ?? "");
}
