/** A student whose enrollment is ending can't get a role in the class anymore. */
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { livePageFollowers } from "#server/db/tables/live-pages.table.ts";
import { publishEvent } from "#server/live-pages/stream/page-events.ts";
import { storePresences } from "#server/live-pages/stream/presences.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { countQueries } from "../../support/database/queries.ts";
import type { Person } from "../../support/people.ts";
import { addStaffPerson } from "../../support/staff.ts";
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
    await follow(student, classId);
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
  expect(data.hands).toBe(0);
  expect(data.people).toMatchObject([{ _id: live.students[1]?.profileId }]);
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
    await follow(student, classId);
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
    await follow(students[1] as Person, classId);
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
    await follow(students[1] as Person, classId);
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

it("the people of a class are read once or twice when many members ask for them at once", async () => {
  const { student, classId } = await addClass();
  const { livePages } = app.context;
  const queries = await countQueries(app.database, async () => {
    const all = await Promise.all(
      Array.from({ length: 60 }, () => livePages.readPresences(classId)),
    );
    for (const { people } of all) expect(people).toMatchObject([{ id: student.profileId }]);
  });
  // A read takes three queries.
  expect(queries).toBeLessThan(20);
});

describe("a suspended student", () => {
  /** A student with every role, who is suspended, and another one. */
  const suspendStudent = async () => {
    const live = await addClass(2);
    const { teacher, student, classId } = live;
    await follow(student, classId);
    await run(teacher, classId, { command: "lead", profileId: student.profileId });
    await run(student, classId, { command: "recite", profileId: student.profileId });
    await run(student, classId, { command: "raise" });
    const { token } = await addStaffPerson(app.context, "moderator");
    const until = new Date(Date.now() + 7 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
    const answer = await app.call("POST", `/api/staff/people/${student.userId}/suspend`, {
      token,
      body: { reason: "Repeated insults in messages.", until, seenSince: null },
    });
    expect(answer.status).toBe(200);
    return live;
  };

  it("loses every role and the raised hand, and isn't listed", async () => {
    const { teacher, students, classId } = await suspendStudent();
    const { data } = (await read(teacher, classId)).body;
    expect(data.state).toMatchObject({
      lead: { _id: teacher.profileId },
      cohosts: [],
      reciter: null,
    });
    expect(data.hands).toBe(0);
    expect(data.people).toMatchObject([{ _id: students[1]?.profileId }]);
  });

  it("who is still a co-host doesn't keep the host from naming others", async () => {
    const { teacher, students, classId } = await addClass(2);
    const profileIds = students.map(({ profileId }) => profileId);
    const [suspended, other] = students;
    const first = profileIds.slice(0, 1);
    await run(teacher, classId, { command: "cohosts", profileIds: first });
    // As if the person had been suspended while the host was choosing.
    await app.context.db
      .update(users)
      .set({
        suspendedAt: new Date(),
        suspendedUntil: new Date(Date.now() + 60 * 60 * 1_000),
        suspendedReason: "Insults",
      })
      .where(eq(users.id, suspended?.userId ?? ""));
    await run(teacher, classId, { command: "cohosts", profileIds });
    const { cohosts } = (await read(teacher, classId)).body.data.state;
    expect(cohosts).toEqual([other?.profileId]);
  });
});

it("a stream that ends with the account stores no presence", async () => {
  const { student, classId } = await addClass();
  const { db } = app.context;
  const { profileId, userId } = student;
  const count = () => db.$count(livePageFollowers, eq(livePageFollowers.profileId, profileId));
  const changes = [{ classId, profileId, isOpen: false }];
  await storePresences(db, "test-process", changes);
  expect(await count()).toBe(1);
  await db.delete(livePageFollowers).where(eq(livePageFollowers.profileId, profileId));
  await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, userId));
  await storePresences(db, "test-process", changes);
  expect(await count()).toBe(0);
});
