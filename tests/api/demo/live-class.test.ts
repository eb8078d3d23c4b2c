/** The demo class that takes place after every start. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { classes } from "#server/db/tables/classes.table.ts";
import { meetings } from "#server/db/tables/meetings.table.ts";
import { liveClassId } from "#server/demo/demo-shapes.ts";
import { holdLiveClass } from "#server/demo/live-class.ts";
import { seedDemo } from "#server/demo/seed.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";

const hour = 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ sandbox: true });
  await seedDemo(app.context);
  await holdLiveClass(app.context);
  // Creating the demo data takes minutes on a busy machine.
}, 600_000);
afterAll(() => app.close());

async function findClass() {
  const [row] = await app.context.db.select().from(classes).where(eq(classes.id, liveClassId));
  if (!row) throw new Error("The demo has no live class");
  return row;
}

const findMeetings = () =>
  app.context.db.select().from(meetings).where(eq(meetings.classId, liveClassId));

async function readPage(key: string) {
  const body = { email: `${key}@halaqa.test`, password: "halaqa-demo" };
  const { accessToken: token } = (await app.call("POST", "/api/auth/login", { body })).body.data;
  return app.call("GET", `/api/classes/${liveClassId}/page`, { token });
}

it("the demo has an ongoing class, with a meeting, for its teacher and two students", async () => {
  const { startsAt, endsAt } = await findClass();
  expect(startsAt.getTime()).toBeLessThan(Date.now());
  expect(endsAt.getTime()).toBeGreaterThan(Date.now() + hour);
  expect(await findMeetings()).toHaveLength(1);
  expect((await readPage("teacher")).body.data.role).toBe("host");
  expect((await readPage("student")).body.data.role).toBe("participant");
  expect((await readPage("student2")).body.data.role).toBe("participant");
  expect((await readPage("teacher2")).status).toBe(404);
});

it("a demo student has a recap with a marked lesson, and weak words", async () => {
  const body = { email: "student@halaqa.test", password: "halaqa-demo" };
  const { accessToken: token } = (await app.call("POST", "/api/auth/login", { body })).body.data;
  const { courseId } = await findClass();
  const list = await app.call("GET", `/api/classes/course/${courseId}`, { token });
  const past = list.body.data.classes.find(({ hasRecap }: { hasRecap?: boolean }) => hasRecap);
  const recap = await app.call("GET", `/api/classes/${past._id}/page/recap`, { token });
  expect(recap.body.data.passages).toMatchObject([{ from: "2:70", to: "2:82" }]);
  // Depending on the day of the week, the student recited other passages on the same day.
  const verses = ["2:74", "2:79"].map((verse) => expect.objectContaining({ verse }));
  expect(recap.body.data.lessons).toContainEqual(
    expect.objectContaining({ mistakes: 2, markedWords: verses }),
  );
  const marks = await app.call("GET", "/api/recitations/marks?from=2:58&to=2:82", { token });
  const weak = marks.body.data.weakWords.map(
    ({ verse, word }: { verse: string; word: number }) => `${verse}:${word}`,
  );
  expect(weak).toEqual(["2:61:4", "2:61:19", "2:67:8", "2:74:6", "2:79:3"]);
});

it("the demo's live class stays the same if the demo restarts during it, and takes place again later", async () => {
  const { db } = app.context;
  const before = await findClass();
  await holdLiveClass(app.context);
  expect(await findClass()).toEqual(before);
  const [meeting] = await findMeetings();
  // Years ago, when its teacher has no other class at that time.
  const past = {
    startsAt: new Date(Date.now() - 90_003 * hour),
    endsAt: new Date(Date.now() - 90_000 * hour),
  };
  await db.update(classes).set(past).where(eq(classes.id, liveClassId));
  await holdLiveClass(app.context);
  expect((await findClass()).endsAt.getTime()).toBeGreaterThan(Date.now() + hour);
  const found = await findMeetings();
  expect(found).toHaveLength(1);
  expect(found[0]?.id).toBe(meeting?.id);
});

it("the demo's live class takes place even though its teacher has another class", async () => {
  const { db } = app.context;
  const { courseId, teacherId } = await findClass();
  await db.delete(meetings).where(eq(meetings.classId, liveClassId));
  await db.delete(classes).where(eq(classes.id, liveClassId));
  const startsAt = new Date(Date.now() - hour / 60);
  const [other] = await db
    .insert(classes)
    .values({
      courseId,
      teacherId,
      plannedStart: startsAt,
      startsAt,
      endsAt: new Date(Date.now() + hour / 2),
    })
    .returning();
  await holdLiveClass(app.context);
  const live = await findClass();
  const [moved] = await db
    .select()
    .from(classes)
    .where(eq(classes.id, other?.id ?? ""));
  expect(moved?.startsAt.getTime()).toBeGreaterThanOrEqual(live.endsAt.getTime());
});
