/** A student whose enrollment is ending gets no part in the class anymore. */
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import type { Person } from "../../support/people.ts";
import { attend } from "./live-class.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const { addClass, read, send, run } = attend(() => app);

type LiveClass = Awaited<ReturnType<typeof addClass>>;

const waitingStatements = async () => {
  const { rows } = await app.database.pool.query(
    `select count(*)::integer as number from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].number;
};

/** Sends a command of the teacher while the student's enrollment is ending. */
async function sendDuringRemoval(
  { teacher, student, courseId, classId }: LiveClass,
  command: object,
) {
  let answer: ReturnType<typeof send> | undefined;
  let hasAnswered = false;
  await app.context.db.transaction(async (tx) => {
    await tx
      .update(enrollments)
      .set({ status: "left", endedAt: new Date() })
      .where(and(eq(enrollments.courseId, courseId), eq(enrollments.studentId, student.profileId)));
    answer = send(teacher, classId, command).finally(() => {
      hasAnswered = true;
    });
    await expect.poll(async () => hasAnswered || (await waitingStatements()) === 1).toBe(true);
  });
  return answer;
}

const parts: [string, (student: Person) => object][] = [
  ["lead", ({ profileId }) => ({ command: "lead", profileId })],
  ["co-host", ({ profileId }) => ({ command: "cohosts", profileIds: [profileId] })],
  ["reciter", ({ profileId }) => ({ command: "recite", profileId })],
];

describe.each(parts)("a student whose enrollment is ending", (part, name) => {
  it(`doesn't become the ${part}`, async () => {
    const live = await addClass(2);
    const { teacher, student, classId } = live;
    expect((await sendDuringRemoval(live, name(student)))?.status).toBe(400);
    expect((await read(teacher, classId)).body.data.state).toMatchObject({
      lead: { _id: teacher.profileId },
      cohosts: [],
      reciter: null,
    });
  });
});

describe("a co-host whose enrollment is ending", () => {
  const addCohost = async () => {
    const live = await addClass(2);
    const { teacher, student, classId } = live;
    await run(teacher, classId, { command: "cohosts", profileIds: [student.profileId] });
    return live;
  };

  it("doesn't get the lead", async () => {
    const live = await addCohost();
    const { teacher, student, classId } = live;
    const { profileId } = student;
    expect((await sendDuringRemoval(live, { command: "lead", profileId }))?.status).toBe(400);
    expect((await read(teacher, classId)).body.data.state).toMatchObject({
      lead: { _id: teacher.profileId },
      cohosts: [],
    });
  });

  it("is no co-host anymore after the lead was passed to another student", async () => {
    const live = await addCohost();
    const { teacher, students, classId } = live;
    const { profileId } = students[1] as Person;
    expect((await sendDuringRemoval(live, { command: "lead", profileId }))?.status).toBe(200);
    expect((await read(teacher, classId)).body.data.state).toMatchObject({
      lead: { _id: profileId },
      cohosts: [profileId],
    });
  });
});
