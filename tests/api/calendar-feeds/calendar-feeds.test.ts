import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { maxFeedEvents } from "#lib/calendar-feeds/calendar-feeds.ts";
import { createCourse } from "#server/courses/courses.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { calendarFeeds } from "#server/db/tables/calendar-feeds.table.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { hashPassword } from "../../support/password.ts";
import { addAccount, addStudent, addTeacher, type Person } from "../../support/people.ts";
import { makeLink, parseCalendar, read } from "../calendar/read-calendar.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const feed = "/api/calendar/feed";
const ask = (person: Person, method = "GET") => app.call(method, feed, { token: person.token });
const unknown = `/calendar/${"a".repeat(43)}.ics`;

describe("a calendar feed link", () => {
  test("is shown once, stored as a hash, and opens without logging in", async () => {
    const student = await addStudent(app.context, { name: "Maryam Ali" });
    expect((await ask(student)).body.data).toBeNull();
    const made = await ask(student, "POST");
    expect(made.status).toBe(201);
    const path = new URL(made.body.data.url).pathname;
    expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/);
    const known = await ask(student);
    expect(known.body.data).toEqual({ createdAt: made.body.data.createdAt });
    const [row] = await app.context.db
      .select()
      .from(calendarFeeds)
      .where(eq(calendarFeeds.profileId, student.profileId));
    expect(path).not.toContain(row?.tokenHash);
    expect(JSON.stringify(row)).not.toContain(path.slice(10, 53));
    const answer = await read(app, path);
    expect(answer.status).toBe(200);
    expect(parseCalendar(answer.body)).toEqual({ name: "Halaqa: Maryam Ali", entries: [] });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/calendar; charset=utf-8",
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex, nofollow",
    });
    expect((await ask(student)).body.data.lastReadAt).toBeDefined();
  });

  test("stops working when it is replaced or turned off, and then responds like an unknown link", async () => {
    const student = await addStudent(app.context);
    const first = await makeLink(app, student);
    const second = await makeLink(app, student);
    expect((await read(app, second)).status).toBe(200);
    const replaced = await read(app, first);
    expect((await ask(student, "DELETE")).status).toBe(200);
    expect((await ask(student, "DELETE")).status).toBe(200);
    expect((await ask(student)).body.data).toBeNull();
    const off = await read(app, second);
    const never = await read(app, unknown);
    expect(replaced.status).toBe(404);
    for (const other of [off, never, await read(app, "/calendar/x.ics")]) {
      expect([other.status, other.body]).toEqual([replaced.status, replaced.body]);
      expect(other.headers.get("x-robots-tag")).toBe("noindex, nofollow");
      expect(other.headers.get("cache-control")).toBe("private, no-store");
    }
  });

  test("can be managed only by its owner, who needs a profile", async () => {
    const account = await addAccount(app.context);
    for (const method of ["GET", "POST", "DELETE"]) {
      expect((await app.call(method, feed)).status).toBe(401);
      expect((await app.call(method, feed, { token: account.token })).status).toBe(403);
    }
    const [one, other] = [await addTeacher(app.context), await addTeacher(app.context)];
    const path = await makeLink(app, one);
    await ask(other, "DELETE");
    expect((await read(app, path)).status).toBe(200);
  });

  test("is deleted with the account", async () => {
    const student = await addStudent(app.context);
    const path = await makeLink(app, student);
    const password = "a calm evening by the river";
    const passwordHash = await hashPassword(password);
    await app.context.db.update(users).set({ passwordHash }).where(eq(users.id, student.userId));
    const deleted = await app.call("DELETE", "/api/users/me", {
      token: student.token,
      body: { currentPassword: password },
    });
    expect(deleted.status).toBe(200);
    expect((await read(app, path)).status).toBe(404);
    const left = eq(calendarFeeds.profileId, student.profileId);
    expect(await app.context.db.$count(calendarFeeds, left)).toBe(0);
  });

  test("keeps working after the application secret is rotated", async () => {
    const student = await addStudent(app.context);
    const path = await makeLink(app, student);
    const { config } = app.context;
    const changed = { ...config, appSecret: "another" };
    try {
      Object.assign(app.context, {
        config: { ...changed, previousAppSecret: config.appSecret },
      });
      expect((await read(app, path)).status).toBe(200);
      // The first read stores the token's hash under the new secret, so the old one is no longer
      // needed.
      Object.assign(app.context, { config: changed });
      expect((await read(app, path)).status).toBe(200);
    } finally {
      Object.assign(app.context, { config });
    }
  });

  test("is protected by a limit on guesses, while valid links remain readable", async () => {
    const path = await makeLink(app, await addStudent(app.context));
    let answer = await read(app, unknown);
    for (let tries = 0; tries < 100 && answer.status === 404; tries += 1) {
      answer = await read(app, unknown);
    }
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await read(app, path)).status).toBe(200);
  });

  test("is rate-limited", async () => {
    const path = await makeLink(app, await addStudent(app.context));
    let answer = await read(app, path);
    for (let reads = 0; reads < 200 && answer.status === 200; reads += 1) {
      answer = await read(app, path);
    }
    expect(answer.status).toBe(429);
  });
});

test("a feed is written in the language of its owner, and not in that of the request", async () => {
  const teacher = await addTeacher(app.context, { name: "Yusuf Mansour" });
  const course = await createCourse(app.context, teacher.actor, courseInput());
  const startsAt = new Date(Date.now() + 24 * 60 * 60 * 1000);
  await app.context.db.insert(classes).values({
    id: "cls_french",
    courseId: course._id,
    teacherId: teacher.profileId,
    plannedStart: startsAt,
    startsAt,
    endsAt: new Date(startsAt.getTime() + 60 * 60 * 1000),
    status: "cancelled",
  });
  const path = await makeLink(app, teacher);
  const find = async () => {
    const { name, entries } = parseCalendar((await read(app, path)).body);
    return { name, entry: entries.find(({ uid }) => uid.startsWith("cls_french")) };
  };
  const english = await find();
  expect(english.name).toBe("Halaqa: Yusuf Mansour");
  expect(english.entry?.title).toMatch(/^Canceled: /);
  expect(english.entry?.description).toMatch(/^Start the class: \S+\/start\/cls_french$/);
  await app.context.db.update(users).set({ language: "fr" }).where(eq(users.email, teacher.email));
  const french = await runWithLanguage("ar", find);
  expect(french.name).toBe("Halaqa\u00a0: Yusuf Mansour");
  expect(french.entry?.title).toMatch(/^Annulé\u00a0: /);
  expect(french.entry?.description).toMatch(
    /^Démarrer la séance\u00a0: \S+\/fr\/start\/cls_french$/,
  );
  expect(french.entry?.url).toMatch(/\/fr\/start\/cls_french$/);
});

test("a feed with too many events contains those nearest to the current time", async () => {
  const teacher = await addTeacher(app.context);
  const { _id: courseId } = await createCourse(app.context, teacher.actor, courseInput());
  const dayMs = 24 * 60 * 60 * 1000;
  const rows = Array.from({ length: maxFeedEvents + 100 }, (_, day) => {
    const startsAt = new Date(Date.now() + (day + 1) * dayMs);
    const endsAt = new Date(startsAt.getTime() + dayMs / 24);
    return {
      courseId,
      teacherId: teacher.profileId,
      plannedStart: startsAt,
      startsAt,
      endsAt,
      id: `cls_day${day}`,
    };
  });
  const last = { ...rows.at(-1), startsAt: new Date(Date.now() - dayMs), id: "cls_yesterday" };
  await app.context.db
    .insert(classes)
    .values([...rows.slice(0, -1), { ...rows[0], ...last, endsAt: new Date() }] as typeof rows);
  const { body } = await read(app, await makeLink(app, teacher));
  const ids = parseCalendar(body).entries.map(({ uid }) => uid.split("@")[0]);
  expect(ids).toHaveLength(maxFeedEvents);
  expect(ids).toEqual(["cls_yesterday", ...rows.slice(0, maxFeedEvents - 1).map(({ id }) => id)]);
});
