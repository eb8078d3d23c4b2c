/** A student whose enrollment is ending can't get a role in the class anymore. */
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { publishEvent } from "#server/live-pages/stream/page-events.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { countQueries } from "../../support/database/queries.ts";
import type { Person } from "../../support/people.ts";
import { attend } from "./live-class.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const { addClass, follow, read, send, run } = attend(() => app);

type LiveClass = Awaited<ReturnType<typeof addClass>>;

const waitingStatements = async () => {
  const { rows } = await app.database.pool.query(
    `select count(*)::integer as number from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].number;
};

/** Sends a command while the student's enrollment is ending, by default as the teacher. */
async function sendDuringRemoval(
  { teacher, student, courseId, classId }: LiveClass,
  command: object,
  sender = teacher,
) {
  let answer: ReturnType<typeof send> | undefined;
  let hasAnswered = false;
  await app.context.db.transaction(async (tx) => {
    await tx
      .update(enrollments)
      .set({ status: "left", endedAt: new Date() })
      .where(and(eq(enrollments.courseId, courseId), eq(enrollments.studentId, student.profileId)));
    answer = send(sender, classId, command).finally(() => {
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

it("a student whose enrollment is ending can't leave a raised hand behind", async () => {
  const live = await addClass(2);
  const { teacher, student, classId } = live;
  const answer = await sendDuringRemoval(live, { command: "raise" }, student);
  expect(answer?.status).toBe(404);
  const { data } = (await read(teacher, classId)).body;
  expect([data.hands, data.people]).toEqual([0, []]);
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

  it("is no longer a co-host after the lead was passed to another student", async () => {
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

describe("a student who is no longer named co-host", () => {
  it("isn't named again if the lead is passed to another student at the same time", async () => {
    const { teacher, students, classId } = await addClass(2);
    const [former, next] = students.map(({ profileId }) => profileId);
    for (let round = 0; round < 10; round += 1) {
      await run(teacher, classId, { command: "lead", profileId: teacher.profileId });
      await run(teacher, classId, { command: "cohosts", profileIds: [former] });
      await Promise.all([
        send(teacher, classId, { command: "cohosts", profileIds: [] }),
        send(teacher, classId, { command: "lead", profileId: next }),
      ]);
      expect((await read(teacher, classId)).body.data.state.cohosts).not.toContain(former);
    }
  });
});

it("an open page is read once or twice when many students leave its course at once", async () => {
  const { teacher, courseId, classId } = await addClass();
  const share = (verse: string) =>
    run(teacher, classId, { command: "share", from: verse, to: verse });
  await share("2:1");
  const stream = await follow(teacher, classId);
  const queries = await countQueries(app.database, async () => {
    await app.context.db.transaction(async (tx) => {
      for (let left = 0; left < 60; left += 1) {
        await publishEvent(tx, { type: "left", courseId, profileId: `prf_${left}` });
      }
    });
    // The student's event follows the others.
    await share("2:9");
    await expect.poll(() => stream.latest("state")?.state).toMatchObject({ from: "2:9" });
  });
  // Publishing takes one query, and the command takes a few.
  expect(queries).toBeLessThan(30);
});
