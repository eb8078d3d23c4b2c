/** Adds quizzes and attempts, changes to classes, and certificates. */
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { ProfiledActor } from "../actor.ts";
import { cancelClass, moveClass } from "../classes/change-class.ts";
import type { Context } from "../context.ts";
import { classes } from "../db/tables/classes.table.ts";
import { certificates } from "../db/tables/learning.table.ts";
import { quizAttempts } from "../db/tables/quizzes.table.ts";
import { issueCertificate } from "../learning/certificates.ts";
import { findProgress } from "../learning/progress.ts";
import { addQuiz, listOwnQuizzes } from "../quizzes/own-quizzes.ts";
import { findQuiz, submitAttempt } from "../quizzes/take-quiz.ts";
import type { AddedCourse } from "./add-courses.ts";
import { demoQuizzes } from "./data/quizzes.data.ts";
import { before, type DemoPeople, type DemoRun, day, forEach, need } from "./demo-run.ts";

export async function addLearning(
  run: DemoRun,
  people: DemoPeople,
  added: AddedCourse[],
): Promise<void> {
  const taught = new Map(
    added.filter(({ isPublished }) => isPublished).map((course) => [course.demo.key, course]),
  );
  for (const { course: key, ...quiz } of demoQuizzes) {
    const course = taught.get(key);
    if (!course) continue;
    const teacher = need(people, course.demo.teacher);
    const own = await listOwnQuizzes(run.context, teacher, course.id);
    const known = own.find(({ title }) => title === quiz.title);
    const { _id } = known ?? (await addQuiz(run.context, teacher, course.id, quiz));
    await takeQuiz(run, people, course, _id);
  }
  await changeClasses(run.context, people, taught);
  await issueCertificates(run, people, taught.get("tuhfat-al-atfal"));
}

/**
 * Most students pass, some of them on the second attempt. In ongoing courses, the last student to
 * enroll hasn't taken the quiz.
 */
async function takeQuiz(
  run: DemoRun,
  people: DemoPeople,
  course: AddedCourse,
  quizId: string,
): Promise<void> {
  const { context } = run;
  const hasEnded = course.demo.status === "archived";
  const keys = hasEnded ? course.demo.students : course.demo.students.slice(0, -1);
  await forEach(keys, async (key, place) => {
    const student = need(people, key);
    const isOwn = and(
      eq(quizAttempts.quizId, quizId),
      eq(quizAttempts.studentId, student.profile.id),
    );
    if ((await context.db.$count(quizAttempts, isOwn)) > 0) return;
    const [quiz] = (await listSolutions(context, people, course)).filter(
      ({ _id }) => _id === quizId,
    );
    if (!quiz) throw new Error(`The quiz ${quizId} is missing`);
    if (place % 3 === 1) await answer(context, student, quiz, 1);
    if (hasEnded || place % 4 !== 3) await answer(context, student, quiz, quiz.questions.length);
    const at = before(run, (2 + (place % 5)) * day).toISOString();
    // Students who failed tried again an hour later, so failed attempts are moved back by an hour.
    const earlier = sql`case when ${quizAttempts.passed} then interval '0' else interval '1 hour' end`;
    await context.db
      .update(quizAttempts)
      .set({ submittedAt: sql`${at}::timestamptz - ${earlier}` })
      .where(isOwn);
  });
}

const listSolutions = (context: Context, people: DemoPeople, { id, demo }: AddedCourse) =>
  listOwnQuizzes(context, need(people, demo.teacher), id);

type OwnQuiz = Awaited<ReturnType<typeof listOwnQuizzes>>[number];

/** Submits an attempt with `rightOnes` correct answers. */
async function answer(
  context: Context,
  student: ProfiledActor,
  quiz: OwnQuiz,
  rightOnes: number,
): Promise<void> {
  const { versionId } = await findQuiz(context, student, quiz._id);
  const answers = quiz.questions.map(({ options, ...question }, index) => {
    const wanted = options.filter(({ right }) => right === index < rightOnes);
    return [question.id, wanted.map((option) => option.id)] as const;
  });
  await submitAttempt(context, student, quiz._id, {
    versionId,
    answers: Object.fromEntries(answers),
  });
}

/** Moves one class and cancels another. */
async function changeClasses(
  context: Context,
  people: DemoPeople,
  taught: ReadonlyMap<string, AddedCourse>,
): Promise<void> {
  const moved = await findUpcoming(context, taught.get("noon-and-meem"), 1);
  if (moved && moved.class.sequence === 0) {
    const [date = ""] = moved.class.startsAt.toISOString().split("T");
    const note = "The mosque needs the room that evening.";
    const time = { date, startTime: "20:30", endTime: "21:30" };
    await moveClass(context, need(people, moved.teacher), moved.class.id, { ...time, note });
  }
  const canceled = await findUpcoming(context, taught.get("tajweed-first-letter"), 4);
  if (canceled && canceled.class.sequence === 0) {
    const note = "I am traveling. Please read pages 12 to 14 in the meantime.";
    await cancelClass(context, need(people, canceled.teacher), canceled.class.id, { note });
  }
}

async function findUpcoming({ db }: Context, course: AddedCourse | undefined, place: number) {
  if (!course) return undefined;
  const [found] = await db
    .select()
    .from(classes)
    .where(and(eq(classes.courseId, course.id), gt(classes.plannedStart, new Date())))
    .orderBy(asc(classes.plannedStart))
    .offset(place)
    .limit(1);
  return found && { class: found, teacher: course.demo.teacher };
}

/** Issues the certificates earned in a course that has ended, dated two days after its end. */
async function issueCertificates(
  { context }: DemoRun,
  people: DemoPeople,
  course: AddedCourse | undefined,
): Promise<void> {
  if (!course) return;
  for (const key of course.demo.students) {
    const student = need(people, key);
    if (!(await findProgress(context, student, course.id)).earned) continue;
    const { code } = await issueCertificate(context, student, course.id);
    const issuedAt = new Date(
      course.endDate.add({ days: 2 }).toZonedDateTime({
        timeZone: course.timeZone,
        plainTime: "10:00",
      }).epochMilliseconds,
    );
    await context.db.update(certificates).set({ issuedAt }).where(eq(certificates.code, code));
  }
}
