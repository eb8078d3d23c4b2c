/** The page that a guardian opens with a link from an email, and the form that emails a new link. */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { guardianPageLinks } from "#server/db/tables/guardian-addresses.table.ts";
import { messageBlocks } from "#server/db/tables/messages.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { purgePageLinks } from "#server/guardians/page-links.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { TRUST_PROXY: "1" } });
});
afterAll(() => app.close());
const now = new Date("2027-03-10T12:00:00Z").getTime();
const day = 24 * 60 * 60 * 1000;
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
afterEach(() => void vi.useRealTimers());

let families = 0;
let sources = 0;

async function addFamily(names = ["Bilal Aziz"]) {
  const address = `mother-${++families}@example.org`;
  const children: Person[] = [];
  for (const name of names) {
    children.push(
      await addStudent(app.context, {
        ...{ name, age: 9, parentGuardianName: "Maryam Aziz", parentGuardianContact: address },
        timeZone: "Asia/Karachi",
      }),
    );
  }
  const [child] = children;
  if (!child) throw new Error("A family needs a child");
  return { address, child, children };
}

/** Requests a link, each time from another address unless one is given. */
const requestLink = (email: string, source = `203.0.113.${++sources}`) =>
  app.call("POST", "/api/guardian/link", {
    body: { email },
    headers: { "x-forwarded-for": source },
  });

async function mailsTo(address: string) {
  await app.context.jobs.drain();
  return app.mails.filter(({ to }) => to === address);
}

const tokenIn = (text = "") => /\/guardian#(\S+)/.exec(text)?.[1] ?? "";

/** A token from the form that emails a link. */
async function openDoor(address: string): Promise<string> {
  expect((await requestLink(address)).status).toBe(200);
  return tokenIn((await mailsTo(address)).at(-1)?.text);
}

const look = (path: string, body: object) => app.call("POST", `/api/guardian/${path}`, { body });

async function enroll(child: Person, title = "Juz Amma") {
  const teacher = await addTeacher(app.context, { name: "Yusuf Mansour" });
  const dates = { startDate: "2027-03-01", endDate: "2027-05-30" };
  const courseId = await addCourse(app.context, teacher, { title, price: 40, ...dates });
  await addEnrollment(app.context, child, courseId);
  return { teacher, courseId };
}

describe("the form that emails a guardian's link", () => {
  test("emails a confirmed guardian one link to the pages of all confirmed children", async () => {
    const { address, children } = await addFamily(["Bilal Aziz", "Zaynab Aziz", "Omar Aziz"]);
    const [, , omar] = children;
    await app.context.db
      .update(profiles)
      .set({ guardianConfirmed: null })
      .where(eq(profiles.id, omar?.profileId ?? ""));
    expect((await requestLink(` ${address.toUpperCase()} `)).status).toBe(200);
    const mails = await mailsTo(address);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/Children: .*Bilal Aziz.*Zaynab Aziz/);
    expect(mails[0]?.text).not.toContain("Omar");
    const token = tokenIn(mails[0]?.text);
    const { body } = await look("child", { token });
    expect(body.data.children.map(({ name }: { name: string }) => name)).toEqual([
      "Bilal Aziz",
      "Zaynab Aziz",
    ]);
    const zaynab = await look("child", { token, childId: children[1]?.profileId });
    expect(zaynab.body.data.child.name).toBe("Zaynab Aziz");
    expect((await look("child", { token, childId: omar?.profileId })).status).toBe(404);
  });

  test("gives everyone the same answer, and emails only confirmed guardians", async () => {
    const { address } = await addFamily();
    const { address: unconfirmed, child } = await addFamily();
    await app.context.db
      .update(profiles)
      .set({ guardianConfirmed: null })
      .where(eq(profiles.id, child.profileId));
    const adult = await addStudent(app.context, { age: 30 });
    const before = app.mails.length;
    const answers: unknown[] = [];
    for (const each of [address, unconfirmed, adult.email, "nobody@example.org"]) {
      const { status, body } = await requestLink(each);
      answers.push({ status, body });
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    await app.context.jobs.drain();
    expect(app.mails.slice(before).map(({ to }) => to)).toEqual([address]);
    const stored = await app.context.db.select().from(guardianPageLinks);
    expect(stored.map((link) => link.address)).not.toContain("nobody@example.org");
  });

  test("keeps no row for a request whose email isn't sent", async () => {
    const { address } = await addFamily();
    for (let index = 0; index < 5; index += 1) await requestLink(address);
    await requestLink("nobody@example.org");
    await requestLink((await addStudent(app.context, { age: 30 })).email);
    await purgePageLinks(app.context);
    const kept = await app.context.db.select().from(guardianPageLinks);
    expect(kept.filter((link) => link.address === address)).toHaveLength(3);
    expect(kept.filter((link) => link.address === "")).toEqual([]);
  });

  test("emails at most three links an hour to an address, and never reveals the limit", async () => {
    const { address } = await addFamily();
    const statuses: number[] = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await requestLink(address)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(await mailsTo(address)).toHaveLength(3);
  });

  test("refuses the eleventh request from one network address within an hour", async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1) {
      statuses.push((await requestLink(`someone-${index}@example.org`, "198.51.100.7")).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });

  test("names the field of an invalid address", async () => {
    const { status, body } = await requestLink("not an address");
    expect([status, body.errors?.[0]?.field]).toEqual([400, "email"]);
  });
});

describe("a guardian's link", () => {
  test("shows upcoming classes, attendance, quizzes and teachers of the child", async () => {
    const { address, child } = await addFamily();
    const { teacher, courseId } = await enroll(child);
    const answer = await look("child", { token: await openDoor(address) });
    expect(answer.headers.get("cache-control")).toContain("no-store");
    const { courses, teachers, upcoming, timeZone } = answer.body.data;
    expect(timeZone).toBe("Asia/Karachi");
    expect(courses).toMatchObject([
      { _id: courseId, title: "Juz Amma", teacherName: "Yusuf Mansour", quizzes: [] },
    ]);
    expect(courses[0].lessons).toBeUndefined();
    expect(teachers).toEqual([{ _id: teacher.profileId, name: "Yusuf Mansour" }]);
    const timeline = await app.call("GET", "/api/timeline", { token: child.token });
    expect(upcoming).toEqual(timeline.body.data.timeline);
    expect(upcoming.length).toBeGreaterThan(0);
    // The child's join links must not leave the child's account.
    expect(JSON.stringify(answer.body)).not.toMatch(/joinUrl|zoomUrl/);
  });

  test("shows the latest Quran lessons and leads to all of them", async () => {
    const { address, child } = await addFamily();
    const { teacher, courseId } = await enroll(child);
    const path = `/api/recitations/course/${courseId}/student/${child.profileId}`;
    const lesson = {
      ...{ kind: "sabaq", date: "2027-03-10", fromSurah: 112, fromVerse: 1 },
      ...{ toSurah: 112, toVerse: 4, mistakes: 1, note: "Read it to your brother." },
    };
    expect((await app.call("POST", path, { token: teacher.token, body: lesson })).status).toBe(201);
    const { body } = await look("child", { token: await openDoor(address) });
    const { lessons } = body.data.courses[0];
    expect(lessons).toMatchObject({ total: 1, memorized: 4 });
    expect(lessons.latest[0].note).toBe("Read it to your brother.");
    expect(lessons.url).toContain(`${app.config.appUrl}/progress/`);
    const again = await look("child", { token: await openDoor(address) });
    expect(again.body.data.courses[0].lessons.url).toBe(lessons.url);
  });

  test("ends when it is turned off, without ending other links", async () => {
    const { address } = await addFamily();
    const [first, second] = [await openDoor(address), await openDoor(address)];
    expect(first).not.toBe(second);
    expect((await look("end", { token: first })).status).toBe(200);
    expect((await look("child", { token: first })).status).toBe(404);
    expect((await look("conversations", { token: first })).status).toBe(404);
    expect((await look("end", { token: first })).status).toBe(404);
    expect((await look("child", { token: second })).status).toBe(200);
  });

  test("ends after 30 days, and is then deleted", async () => {
    const { address } = await addFamily();
    const token = await openDoor(address);
    vi.setSystemTime(now + 30 * day - 1000);
    expect((await look("child", { token })).status).toBe(200);
    vi.setSystemTime(now + 30 * day + 1000);
    expect((await look("child", { token })).status).toBe(404);
    await purgePageLinks(app.context);
    const left = await app.context.db
      .select()
      .from(guardianPageLinks)
      .where(eq(guardianPageLinks.address, address));
    expect(left).toEqual([]);
  });

  test("ends when the child gets another guardian or the guardian stops the emails", async () => {
    const { address, child } = await addFamily();
    const token = await openDoor(address);
    await app.context.db
      .update(profiles)
      .set({ guardianConfirmed: null, guardianDeclined: address })
      .where(eq(profiles.id, child.profileId));
    expect((await look("child", { token })).status).toBe(404);
  });

  test("opens only the pages of its own children, and no forged token opens anything", async () => {
    const { address } = await addFamily();
    const other = await addFamily();
    const token = await openDoor(address);
    const childId = other.child.profileId;
    for (const path of ["child", "conversations"]) {
      expect((await look(path, { token, childId })).status).toBe(404);
      expect((await look(path, { token: `${token}x` })).status).toBe(404);
      expect((await look(path, { token: "" })).status).toBe(404);
    }
  });
});

describe("a guardian's message to a teacher", () => {
  test("is emailed with the guardian's address for replies", async () => {
    const { address, child } = await addFamily();
    const { teacher } = await enroll(child);
    const token = await openDoor(address);
    const body = { token, childId: child.profileId, teacherId: teacher.profileId };
    const text = "When is the next test? <b>Thanks</b>";
    expect((await look("teacher-message", { ...body, text })).status).toBe(200);
    const [mail] = (await mailsTo(teacher.email)).filter(({ subject }) => /guardian/.test(subject));
    expect(mail?.subject).toBe("Message from Bilal Aziz's guardian");
    expect(mail?.replyTo).toBe(address);
    expect(mail?.text).toContain(text);
    expect(mail?.html).not.toContain("<b>Thanks</b>");
  });

  test("is refused for other teachers, blocked ones and empty texts", async () => {
    const { address, child } = await addFamily();
    const { teacher } = await enroll(child);
    const stranger = await addTeacher(app.context);
    const token = await openDoor(address);
    const send = async ({ profileId }: Person, text = "Hello") =>
      (
        await look("teacher-message", {
          ...{ token, childId: child.profileId, teacherId: profileId, text },
        })
      ).status;
    expect(await send(stranger)).toBe(404);
    expect(await send(child)).toBe(404);
    expect(await send(teacher, "  ")).toBe(400);
    await app.context.db
      .insert(messageBlocks)
      .values({ blockerId: teacher.profileId, blockedId: child.profileId });
    expect(await send(teacher)).toBe(404);
    expect(await mailsTo(teacher.email)).toEqual([]);
  });

  test("can be sent to a teacher five times an hour", async () => {
    const { address, child } = await addFamily();
    const { teacher } = await enroll(child);
    const token = await openDoor(address);
    const body = { token, childId: child.profileId, teacherId: teacher.profileId };
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      statuses.push((await look("teacher-message", { ...body, text: `Line ${index}` })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await mailsTo(teacher.email)).toHaveLength(5);
  });
});
