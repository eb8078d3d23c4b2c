import { Writable } from "node:stream";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { maxCourses } from "#lib/courses/courses.rules.ts";
import { courseMessages } from "#lib/courses/courses.ts";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { writeFeed } from "#server/seo/feed.ts";
import { writeSitemap } from "#server/seo/sitemap.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
let teacher: Person;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1" } });
  teacher = await addTeacher(app.context);
});
afterAll(() => app.close());

const publish = (description: string, { token }: Person = teacher) =>
  app.call("POST", "/api/courses", {
    token,
    body: courseInput({ status: "published", description, schedule: nextSlot() }),
  });

let slot = 0;
/** Published courses of one teacher must not overlap. */
function nextSlot() {
  const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"] as const;
  const hour = 6 + Math.floor(slot / days.length);
  const day = days[slot % days.length] ?? "Monday";
  slot += 1;
  const pad = (value: number) => String(value).padStart(2, "0");
  return [{ day, startTime: `${pad(hour)}:00`, endTime: `${pad(hour)}:30` }];
}

describe("a description that is costly to parse", () => {
  it.each([
    ["lists in lists", "- ".repeat(2_490), ""],
    ["other lists in lists", `${"+ ".repeat(2_400)}deep`, "deep"],
    ["quotations and numbers", `${"> 1. ".repeat(900)}deep`, "deep"],
    ["emphasis", `${"*".repeat(2_400)}deep${"*".repeat(2_400)}`, "deep"],
  ])(
    "is accepted, and the course list and feeds still work: %s",
    async (_what, description, words) => {
      const { status, body } = await publish(`x ${description}`);
      expect(status).toBe(201);
      expect(body.data.excerpt.length).toBeLessThanOrEqual(300);
      const id = body.data._id;
      const list = await app.call("GET", "/api/courses?limit=50");
      const shown = list.body.data.courses.find((course: { _id: string }) => course._id === id);
      expect(shown.excerpt).toBe(body.data.excerpt);
      if (words === "") expect(shown.excerpt).toMatch(/^x/);
      expect(await writeFeed(app.context)).toContain(id);
      expect(await writeSitemap(app.context)).toContain(id);
    },
  );

  it("is stored with a plain-text excerpt that is updated with each change", async () => {
    const { body } = await publish("## Plan\n\n- **one**\n- [two](https://a.example)");
    expect(body.data.excerpt).toBe("Plan · one · two");
    const changed = await app.call("PUT", `/api/courses/${body.data._id}`, {
      token: teacher.token,
      body: { description: "> Only *this*" },
    });
    expect(changed.body.data.excerpt).toBe("Only this");
    const kept = await app.call("PUT", `/api/courses/${body.data._id}`, {
      token: teacher.token,
      body: { title: "Another title" },
    });
    expect(kept.body.data.excerpt).toBe("Only this");
  });
});

describe("a corrupt course row", () => {
  /** Returns what the use cases log while `work` runs. */
  async function logged(work: () => Promise<void>): Promise<Record<string, unknown>[]> {
    const lines: Record<string, unknown>[] = [];
    const destination = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    });
    const before = app.contexts.map(({ log }) => log);
    for (const context of app.contexts) context.log = pino({ level: "error" }, destination);
    try {
      await work();
    } finally {
      for (const [index, context] of app.contexts.entries()) {
        const log = before[index];
        if (log) context.log = log;
      }
    }
    return lines;
  }

  it("is left out of lists, feed and sitemap, which still work, and is logged", async () => {
    const own = await addTeacher(app.context);
    const whole = await addCourse(app.context, own, { title: "Whole" });
    const broken = await addCourse(app.context, own, { title: "Broken" });
    // A value that PostgreSQL accepts but JavaScript dates can't represent.
    await app.database.pool.query("update courses set created_at = 'infinity' where id = $1", [
      broken,
    ]);
    const lines = await logged(async () => {
      for (const path of ["/api/courses?limit=50", `/api/teachers/${own.profileId}`]) {
        const { status, body } = await app.call("GET", path);
        expect(status, path).toBe(200);
        const ids = body.data.courses.map((course: { _id: string }) => course._id);
        expect(ids, path).toContain(whole);
        expect(ids, path).not.toContain(broken);
      }
      for (const text of [await writeFeed(app.context), await writeSitemap(app.context)]) {
        expect(text).toContain(whole);
        expect(text).not.toContain(broken);
      }
    });
    expect(lines.length).toBeGreaterThanOrEqual(4);
    for (const line of lines) expect(line).toMatchObject({ what: "course", id: broken });
    await app.context.db.delete(courses).where(eq(courses.id, broken));
  });
});

it("a teacher can create at most 30 courses a day, and the error says when to retry", async () => {
  const { token } = await addTeacher(app.context);
  const create = () => app.call("POST", "/api/courses", { token, body: courseInput() });
  for (let made = 0; made < 30; made += 1) expect((await create()).status).toBe(201);
  const refused = await create();
  expect(refused.status).toBe(429);
  expect(refused.body.message).toBe(
    "You've reached today's limit for new courses. Please try again tomorrow.",
  );
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_600);
  expect((await publish("Another teacher continues.")).status).toBe(201);
});

/** Adds free courses. @returns their IDs. */
async function addMany(owner: Person, number: number): Promise<string[]> {
  const first = await addCourse(app.context, owner, { price: 0 });
  const [row] = await app.context.db.select().from(courses).where(eq(courses.id, first));
  if (!row) throw new Error("The course was not stored");
  const { id: _id, ...values } = row;
  const others = await app.context.db
    .insert(courses)
    .values(Array.from({ length: number - 1 }, () => values))
    .returning({ id: courses.id });
  return [first, ...others.map(({ id }) => id)];
}

describe("lists of all courses of a person", () => {
  it("are limited by how many courses a teacher can create", async () => {
    const owner = await addTeacher(app.context);
    await addMany(owner, maxCourses - 1);
    const create = () =>
      app.call("POST", "/api/courses", { token: owner.token, body: courseInput() });
    expect((await create()).status).toBe(201);
    const refused = await create();
    expect([refused.status, refused.body.message]).toEqual([409, courseMessages.full]);
    const { body } = await app.call("GET", "/api/courses/teacher", { token: owner.token });
    expect(body.data).toHaveLength(maxCourses);
  });

  it("are limited by how many courses a student can be enrolled in", async () => {
    const student = await addStudent(app.context);
    const owner = await addTeacher(app.context);
    const ids = await addMany(owner, maxCourses + 1);
    const enroll = (courseId: string) =>
      app.call("POST", `/api/enrollment/course/${courseId}/enroll`, {
        token: student.token,
        body: { studentId: student.profileId },
      });
    const [last = "", next = "", ...others] = ids;
    for (const courseId of others) await addEnrollment(app.context, student, courseId);
    expect((await enroll(last)).status).toBe(201);
    const refused = await enroll(next);
    expect([refused.status, refused.body.message]).toEqual([409, enrollMessages.tooManyCourses]);
  });

  it("contain no more courses than the limit", async () => {
    const owner = await addTeacher(app.context);
    await addMany(owner, maxCourses + 5);
    const { body } = await app.call("GET", `/api/teachers/${owner.profileId}`);
    expect(body.data.courses).toHaveLength(maxCourses);
  });
});
