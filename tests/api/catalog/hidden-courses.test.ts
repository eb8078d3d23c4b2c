import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { showCourse } from "#server/courses/hide-course.ts";
import { cases } from "#server/db/tables/cases.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { hideCourseDirectly } from "#server/moderation/decide-directly.ts";
import { findStudentPage } from "#server/people/people.ts";
import { writeFeed } from "#server/seo/feed.ts";
import { drawCourseImage } from "#server/seo/share-images/share-images.ts";
import { writeSitemap } from "#server/seo/sitemap.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { runScript } from "../../support/checkout.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

const reason = "The description links to another site.";
const doneBy = "amira";
const author = { command: doneBy };

let app: TestApp;
let teacher: Person;
let enrolled: Person;
let stranger: Person;
beforeAll(async () => {
  app = await createTestApp();
  teacher = await addTeacher(app.context);
  enrolled = await addStudent(app.context);
  stranger = await addStudent(app.context);
});
afterAll(() => app.close());

async function addHidden(): Promise<string> {
  const courseId = await addCourse(app.context, teacher, { maxStudents: 2 });
  await addEnrollment(app.context, enrolled, courseId);
  await hideCourseDirectly(app.context, author, courseId, { reason });
  return courseId;
}

const statusFor = async (courseId: string, person?: Person) =>
  (await app.call("GET", `/api/courses/${courseId}`, person && { token: person.token })).status;

const enroll = (courseId: string, person: Person) =>
  app.call("POST", `/api/enrollment/course/${courseId}/enroll`, {
    token: person.token,
    body: { studentId: person.profileId },
  });

/** Everything public that could mention the course. */
async function readPublic(): Promise<string> {
  const paths = ["/api/courses?limit=50", "/api/teachers", `/api/teachers/${teacher.profileId}`];
  const answers = await Promise.all(paths.map((path) => app.call("GET", path)));
  for (const { status } of answers) expect(status).toBe(200);
  return [
    JSON.stringify(answers.map(({ body }) => body)),
    JSON.stringify(await findStudentPage(app.context, undefined, enrolled.profileId)),
    await writeFeed(app.context),
    await writeSitemap(app.context),
  ].join("\n");
}

it("a hidden course disappears from everything public, and returns when it is shown again", async () => {
  const courseId = await addHidden();
  expect(await readPublic()).not.toContain(courseId);
  await expect(drawCourseImage(app.context, courseId)).rejects.toThrow("Course not found");
  expect(await statusFor(courseId)).toBe(404);
  expect(await statusFor(courseId, stranger)).toBe(404);
  const ofTeacher = await app.call("GET", `/api/courses/teacher/${teacher.profileId}`, stranger);
  expect(JSON.stringify(ofTeacher.body)).not.toContain(courseId);
  await showCourse(app.context, courseId, author, { reason: "The link is gone." });
  expect(await readPublic()).toContain(courseId);
  expect(await statusFor(courseId)).toBe(200);
});

it("the teacher of a hidden course is notified once when it is shown again, with the reason", async () => {
  const courseId = await addHidden();
  await app.context.jobs.drain();
  const before = app.mails.length;
  await showCourse(app.context, courseId, author, { reason: "The link is gone." });
  await showCourse(app.context, courseId, author, { reason: "The link is gone." });
  await app.context.jobs.drain();
  const mails = app.mails.slice(before).filter(({ to }) => to === teacher.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toMatch(/^Your course .* is visible again$/);
  expect(mails[0]?.text).toContain("The link is gone.");
});

it("a hidden course accepts no new students, neither in a seat nor on the waiting list", async () => {
  const courseId = await addHidden();
  expect((await enroll(courseId, stranger)).status).toBe(404);
  const seat = await app.call("GET", `/api/enrollment/course/${courseId}/seat`, stranger);
  expect(seat.status).toBe(404);
  await addEnrollment(app.context, await addStudent(app.context), courseId);
  const path = `/api/enrollment/course/${courseId}/waiting-list`;
  expect((await app.call("POST", path, stranger)).status).toBe(404);
  await showCourse(app.context, courseId, author, { reason: "Checked." });
  expect((await app.call("POST", path, stranger)).status).toBe(201);
});

it("members keep access to a hidden course, and only the teacher sees the reason", async () => {
  const courseId = await addHidden();
  const seen = await app.call("GET", `/api/courses/${courseId}`, enrolled);
  expect(seen.status).toBe(200);
  expect(JSON.stringify(seen.body)).not.toContain(reason);
  const room = await app.call("GET", `/api/learning/course/${courseId}`, enrolled);
  expect(JSON.stringify(room.body)).not.toContain(reason);
  const own = await app.call("GET", `/api/courses/${courseId}`, teacher);
  expect(own.body.data.hidden).toEqual({ since: expect.any(String), reason });
  const list = await app.call("GET", "/api/courses/teacher", teacher);
  const listed = list.body.data.find((course: { _id: string }) => course._id === courseId);
  expect(listed.hidden.reason).toBe(reason);
});

it("a hidden course stays hidden when its teacher changes or republishes it", async () => {
  const courseId = await addHidden();
  const path = `/api/courses/${courseId}`;
  const schedule = [{ day: "Monday", startTime: "08:00", endTime: "09:00" }];
  const body = { title: "Renamed", status: "published", schedule, hidden: null, hiddenAt: null };
  expect(
    (await app.call("PUT", path, { token: teacher.token, body })).body.data.hidden.reason,
  ).toBe(reason);
  expect(await statusFor(courseId)).toBe(404);
});

it("hiding a course records the reason and makes every server drop its cached pages", async () => {
  const client = new pg.Client({ connectionString: app.database.url });
  await client.connect();
  onTestFinished(() => client.end());
  const payloads: string[] = [];
  client.on("notification", ({ payload }) => payloads.push(payload ?? ""));
  await client.query("listen halaqa_page_purges");
  const courseId = await addHidden();
  await hideCourseDirectly(app.context, author, courseId, { reason: "Still there." });
  await showCourse(app.context, courseId, author, { reason: "Gone." });
  await showCourse(app.context, courseId, author, { reason: "Gone." });
  const actions = await app.context.db
    .select({ kind: staffActions.kind, reason: staffActions.reason, doneBy: staffActions.doneBy })
    .from(staffActions)
    .where(eq(staffActions.subjectId, courseId))
    .orderBy(staffActions.createdAt, staffActions.id);
  expect(actions).toHaveLength(3);
  expect(actions).toEqual(
    expect.arrayContaining([
      { kind: "hide-course", reason, doneBy },
      { kind: "hide-course", reason: "Still there.", doneBy },
      { kind: "show-course", reason: "Gone.", doneBy },
    ]),
  );
  const whole = () => payloads.filter((payload) => JSON.parse(payload).tags === "everything");
  await expect.poll(() => whole().length).toBe(2);
});

it("hiding a course requires a reason and an existing course", async () => {
  const courseId = await addCourse(app.context, teacher);
  const hide = (id: string, why: string) =>
    hideCourseDirectly(app.context, author, id, { reason: why });
  await expect(hide(courseId, " \u200b")).rejects.toThrow("Please give a reason");
  await expect(hide("crs_none", reason)).rejects.toThrow("Course not found");
  expect(await statusFor(courseId)).toBe(200);
});

const slowly = { timeout: 180_000 };

it("staff hide and show a course with a command that reports what is wrong", slowly, async () => {
  const courseId = await addCourse(app.context, teacher, { title: "By command" });
  const root = join(import.meta.dirname, "..", "..", "..");
  const run = async (env: Record<string, string>, ...args: string[]) => {
    const script = runScript(root, "staff-course.ts", env, args);
    return [await script.ended, script.output().trim()];
  };
  // The secrets of the servers sign the link that lets the teacher appeal.
  const database = {
    DATABASE_URL: app.database.url,
    DATA_DIR: app.context.config.dataDir,
    APP_SECRET: app.context.config.appSecret,
  };
  const because = ["--reason", reason];
  const unused = join(tmpdir(), "halaqa-not-running");
  const hidden = `"By command" is hidden. Its teacher gets an email with the reason; enrolled students keep access.`;
  expect(await run(database, "hide", courseId, ...because)).toEqual([0, hidden]);
  expect(await statusFor(courseId)).toBe(404);
  const decided = await app.context.db.select().from(cases).where(eq(cases.subjectId, courseId));
  expect(decided).toMatchObject([
    { kind: "staff", status: "decided", decision: "hide-course", decidedById: null },
  ]);
  await app.context.jobs.drain();
  // Emails about the courses of other tests can be sent at the same time.
  const mail = app.mails.find(
    ({ to, text }) => to === teacher.email && text.includes("By command"),
  );
  expect(mail?.text).toContain(reason);
  expect(mail?.text).toContain("/cases/appeal?token=");
  const refused = await Promise.all([
    run(database, "hide", "crs_none", ...because),
    run(database, "show", courseId),
    run({ DATA_DIR: unused }, "show", courseId, ...because),
  ]);
  expect(refused).toEqual([
    [1, "Course not found"],
    [1, 'Usage: npm run staff:show-course -- <courseId> --reason "…"'],
    [1, `Halaqa isn't running on ${unused}`],
  ]);
  expect(await run(database, "show", courseId, ...because)).toEqual([
    0,
    '"By command" is not hidden.',
  ]);
  expect(await statusFor(courseId)).toBe(200);
});
