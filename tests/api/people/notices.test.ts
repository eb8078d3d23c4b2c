/**
 * Emails that one person can cause repeatedly: recipients get the first one at once and later ones
 * as a digest.
 */
import { asc, eq, isNotNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { findSubscription, unsubscribe } from "#server/account-settings/unsubscribe.ts";
import { mailRemovedClasses, mailReplacedClasses } from "#server/classes/classes.mails.ts";
import { createCourse } from "#server/courses/courses.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { mailNotices } from "#server/db/tables/mail-notices.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { sendNoticeDigests } from "#server/digests/notice-digests.ts";
import { sendMail } from "#server/mail/mail.jobs.ts";
import { forgetNotices } from "#server/mail/notices.ts";
import { sendMessage } from "#server/messages/messages.ts";
import { reportMessage } from "#server/messages/reports.ts";
import { mailRefunded } from "#server/payments/refunds/refunds.mails.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { formerToken } from "../../support/former-links.ts";
import { addStudent, addTeacher, type Person, renewToken } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
const begin = new Date("2027-03-01T12:00:00Z").getTime();
const minute = 60 * 1000;
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: begin }));
afterEach(() => void vi.useRealTimers());

const mailsTo = async (address: string) => {
  await app.context.jobs.drain();
  return app.mails.filter(({ to }) => to === address);
};

/** Advances the clock and runs the digest job in two processes at once. */
const wait = async (minutes: number) => {
  vi.setSystemTime(Date.now() + minutes * minute);
  await Promise.all([sendNoticeDigests(app.context), sendNoticeDigests(app.context)]);
};

async function addClasses(guardian?: string) {
  const teacher = await addTeacher(app.context, { timeZone: "UTC" });
  const course = await createCourse(
    app.context,
    teacher.actor,
    courseInput({
      title: "Tajweed",
      startDate: "2027-03-08",
      endDate: "2027-03-28",
      status: "published",
    }),
  );
  const child = guardian ? { age: 9, parentGuardianContact: guardian } : {};
  const student = await addStudent(app.context, { timeZone: "UTC", ...child });
  await addEnrollment(app.context, student, course._id);
  const rows = await app.context.db
    .select({ id: classes.id })
    .from(classes)
    .where(eq(classes.courseId, course._id));
  const move = async (id: string, hour: number, note = "") => {
    vi.setSystemTime(Date.now() + 1);
    const { token } = await renewToken(app.context, teacher);
    const clock = String(hour).padStart(2, "0");
    const body = { date: "2027-03-27", startTime: `${clock}:00`, endTime: `${clock}:45`, note };
    const answer = await app.call("PATCH", `/api/classes/${id}`, { token, body });
    expect(answer.status).toBe(200);
  };
  return { teacher, student, courseId: course._id, ids: rows.map(({ id }) => id), move };
}

test("a person who turned off digests is still notified of a second held seat within the hour", async () => {
  const { context } = app;
  const teacher = await addTeacher(context);
  const [holder, waiting] = [await addStudent(context), await addStudent(context)];
  const courseId = await addCourse(context, teacher, { maxStudents: 1 });
  await context.db
    .update(profiles)
    .set({ changeSummaries: false })
    .where(eq(profiles.id, waiting.profileId));
  const act = async (method: string, person: Person, path: string) => {
    const { token } = await renewToken(context, person);
    const body = { studentId: person.profileId };
    const answer = await app.call(method, `/api/enrollment/course/${courseId}${path}`, {
      token,
      ...(method === "POST" && { body }),
    });
    expect(answer.status).toBeLessThan(300);
  };
  for (const times of [1, 2]) {
    await act("POST", holder, "/enroll");
    await act("POST", waiting, "/waiting-list");
    await act("POST", holder, "/leave");
    await wait(6);
    const mails = await mailsTo(waiting.email);
    expect(mails.map(({ subject }) => subject)).toEqual(
      Array.from({ length: times }, () => expect.stringContaining("We're holding a seat")),
    );
    await act("DELETE", waiting, "/waiting-list");
  }
});

describe("emails about changed classes", () => {
  test("combine forty moves of a class into one immediate email and one with the latest time", async () => {
    const guardian = "forty@example.org";
    const { student, ids, move } = await addClasses(guardian);
    for (let index = 0; index < 40; index += 1) await move(ids[0] ?? "", index % 20);
    for (const to of [student.email, guardian]) expect(await mailsTo(to)).toHaveLength(1);
    await wait(6);
    for (const to of [student.email, guardian]) {
      const mails = await mailsTo(to);
      expect(mails).toHaveLength(2);
      expect(mails[1]?.text).toContain("Now: Sat, Mar 27, 19:00");
    }
    await wait(60);
    expect(await mailsTo(student.email)).toHaveLength(2);
  });

  test("are sent at once to each of forty students when three classes are moved", async () => {
    const { courseId, ids, move } = await addClasses();
    const students: Person[] = [];
    for (let index = 0; index < 40; index += 1) {
      const student = await addStudent(app.context);
      await addEnrollment(app.context, student, courseId);
      students.push(student);
    }
    for (const [index, id] of ids.slice(0, 3).entries()) await move(id, 2 * index);
    for (const { email } of students) expect(await mailsTo(email)).toHaveLength(3);
  });

  test("are not delayed by another digest that can no longer be decrypted", async () => {
    const schools = [await addClasses(), await addClasses(), await addClasses()];
    for (const { ids, move } of schools) {
      for (const hour of [1, 2]) await move(ids[0] ?? "", hour);
    }
    const [waiting] = await app.context.db
      .select()
      .from(mailNotices)
      .where(isNotNull(mailNotices.sealed))
      .orderBy(asc(mailNotices.createdAt), asc(mailNotices.id))
      .limit(1);
    const broken = eq(mailNotices.id, waiting?.id ?? "");
    await app.context.db.update(mailNotices).set({ sealed: "v1.unreadable" }).where(broken);
    await wait(6);
    const counts: number[] = [];
    for (const { student } of schools) counts.push((await mailsTo(student.email)).length);
    expect(counts.toSorted()).toEqual([1, 2, 2]);
    expect(await app.context.db.$count(mailNotices, broken)).toBe(0);
  });

  test("list many moved classes in one digest, with their calendar entries", async () => {
    const { student, ids, move } = await addClasses();
    for (const [index, id] of ids.entries()) {
      await move(id, 2 * index);
      await move(id, 2 * index + 1);
    }
    expect(await mailsTo(student.email)).toHaveLength(ids.length);
    await wait(6);
    const digest = (await mailsTo(student.email)).at(-1);
    expect(digest?.subject).toBe(
      `Your class in Tajweed was moved, and ${ids.length - 1} more updates`,
    );
    expect(digest?.invitation?.text.match(/BEGIN:VEVENT/g)).toHaveLength(ids.length);
    expect(digest?.headers).toMatchObject({
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });

  test("contain every note of the teacher, however often the class is moved", async () => {
    const guardian = "notes@example.org";
    const { student, ids, move } = await addClasses(guardian);
    const notes = ["", "The first note.", "The second note.", ""];
    for (const [index, note] of notes.entries()) await move(ids[0] ?? "", index, note);
    await wait(6);
    for (const to of [student.email, guardian]) {
      const mails = await mailsTo(to);
      expect(mails).toHaveLength(2);
      const digest = mails.find(({ text }) => text.includes("The first note."));
      expect(digest?.text).toContain("The second note.");
      expect(digest?.text).toContain("Now: Sat, Mar 27, 03:00");
      // Calendars need only the last state.
      expect(digest?.invitation?.text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
      expect(digest?.invitation?.text).toContain("20270327T030000Z");
    }
  });

  test("don't reach a deleted account if they contain a teacher's note, but do if they are about refunds", async () => {
    const { student, ids, move } = await addClasses();
    await move(ids[0] ?? "", 1);
    await move(ids[0] ?? "", 2, "A note that waits.");
    expect(await mailsTo(student.email)).toHaveLength(1);
    const { context } = app;
    const sent = { sender: "prf_teacher", kind: "refunded", lasting: true, about: "payment:pay_1" };
    const refund = (subject: string, about: string) => ({
      to: student.email,
      language: "en" as const,
      subject,
      content: {
        recipientName: "Sara",
        title: subject,
        preheader: "",
        paragraphs: [],
        because: null,
      },
      notice: { ...sent, about },
    });
    for (const subject of ["First refund", "Second refund"]) {
      await context.db.transaction((tx) => sendMail(context, tx, refund(subject, sent.about)));
    }
    await context.db.transaction((tx) => forgetNotices(context, tx, student.email));
    await wait(6);
    const subjects = (await mailsTo(student.email)).map(({ subject }) => subject).slice(1);
    expect(subjects.toSorted()).toEqual(["First refund", "Second refund"]);
  });

  test("contain the note of a cancellation that was undone", async () => {
    const { teacher, student, ids, move } = await addClasses();
    const [id = ""] = ids;
    const cancel = async (note: string) => {
      const { token } = await renewToken(app.context, teacher);
      await app.call("POST", `/api/classes/${id}/cancel`, { token, body: { note } });
    };
    await cancel("The first reason.");
    await move(id, 1);
    await cancel("The second reason.");
    await move(id, 2);
    await wait(6);
    const texts = (await mailsTo(student.email)).map(({ text }) => text).join();
    expect(texts).toContain("The first reason.");
    expect(texts).toContain("The second reason.");
  });

  test("contain every note even for people who turned digests off", async () => {
    const { student, ids, move } = await addClasses();
    await app.context.db
      .update(profiles)
      .set({ changeSummaries: false })
      .where(eq(profiles.id, student.profileId));
    const [id = ""] = ids;
    await move(id, 1);
    await move(id, 2, "Only here.");
    await move(id, 3);
    await wait(6);
    const mails = await mailsTo(student.email);
    expect(mails).toHaveLength(2);
    expect(mails.map(({ text }) => text).join()).toContain("Only here.");
  });

  test("never report an older state after a newer one", async () => {
    const { teacher, student, ids, move } = await addClasses();
    const [id = ""] = ids;
    await move(id, 8);
    await move(id, 9);
    const { token } = await renewToken(app.context, teacher);
    await app.call("POST", `/api/classes/${id}/cancel`, { token, body: {} });
    await wait(10);
    // Both emails were sent at once. Any later email would be a duplicate.
    expect((await mailsTo(student.email)).map(({ subject }) => subject).sort()).toEqual([
      "A class in Tajweed was canceled",
      "Your class in Tajweed was moved",
    ]);
  });
});

describe("emails about seats", () => {
  test("report enrolling in a loop at once, then in one digest, and leaving only after undo is over", async () => {
    const teacher = await addTeacher(app.context);
    const courseId = await addCourse(app.context, teacher, { title: "Loop", price: 0 });
    const student = await addStudent(app.context);
    for (let round = 0; round < 5; round += 1) {
      const enrolled = await app.call("POST", `/api/enrollment/course/${courseId}/enroll`, {
        token: student.token,
        body: { studentId: student.profileId },
      });
      expect(enrolled.status).toBe(201);
      const left = await app.call("POST", `/api/enrollment/course/${courseId}/leave`, {
        token: student.token,
        body: {},
      });
      expect([200, 201]).toContain(left.status);
    }
    expect(await mailsTo(teacher.email)).toHaveLength(1);
    await wait(6);
    const mails = await mailsTo(teacher.email);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill("A new student in Loop"));
  });

  test("are limited to thirty an hour per person, however many accounts and courses cause them", async () => {
    const teacher = await addTeacher(app.context);
    const enroll = async (courseId: string) => {
      const { token, profileId } = await addStudent(app.context);
      const body = { studentId: profileId };
      const path = `/api/enrollment/course/${courseId}/enroll`;
      expect((await app.call("POST", path, { token, body })).status).toBe(201);
    };
    for (let number = 0; number < 8; number += 1) {
      const courseId = await addCourse(app.context, teacher, { price: 0 });
      for (let seat = 0; seat < 5; seat += 1) await enroll(courseId);
    }
    expect(await mailsTo(teacher.email)).toHaveLength(30);
    await wait(6);
    const mails = await mailsTo(teacher.email);
    expect(mails).toHaveLength(31);
    expect(mails.at(-1)?.subject).toMatch(/, and 9 more updates$/);
  });

  test("list many refunds by name in one digest", async () => {
    const teacher = await addTeacher(app.context);
    const courseId = await addCourse(app.context, teacher, { title: "Paid", price: 40 });
    const course = { id: courseId, title: "Paid", teacherId: teacher.profileId };
    const students = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        addStudent(app.context, { name: `Student Number${index}` }),
      ),
    );
    await app.context.db.transaction(async (tx) => {
      for (const [index, { profileId }] of students.entries()) {
        const seat = { studentId: profileId, amountCents: 4000 + index };
        const ended = { reason: "course-cancelled", amountCents: 4000 + index } as const;
        await mailRefunded(app.context, tx, seat, course, ended);
      }
    });
    const sent = (await mailsTo(teacher.email)).length;
    expect(sent).toBe(12);
    await unsubscribeFromSummaries(teacher);
    await wait(6);
    const mails = await mailsTo(teacher.email);
    expect(mails).toHaveLength(13);
    const texts = mails.map(({ text }) => text).join("\n");
    for (let index = 0; index < 20; index += 1) {
      expect(texts).toContain(`Student Number${index} is no longer enrolled`);
    }
    expect(mails.at(-1)?.headers).toBeUndefined();
    for (const { email } of students) expect(await mailsTo(email)).toHaveLength(1);
  });
});

describe("emails about what people write", () => {
  test("all reach a guardian, however many comments a child writes", async () => {
    const guardian = "comments@example.org";
    const { student, courseId } = await addClasses(guardian);
    for (let index = 0; index < 8; index += 1) {
      await app.call("POST", `/api/comments/course/${courseId}`, {
        token: student.token,
        body: { content: `Comment number ${index}.`, clientId: `notices-${index}` },
      });
    }
    expect(await mailsTo(guardian)).toHaveLength(1);
    await wait(6);
    const mails = await mailsTo(guardian);
    expect(mails).toHaveLength(2);
    const texts = mails.map(({ text }) => text).join("\n");
    for (let index = 0; index < 8; index += 1) expect(texts).toContain(`Comment number ${index}.`);
  });

  test("reach staff as a digest after the first few reports", async () => {
    const [teacher, student] = [await addTeacher(app.context), await addStudent(app.context)];
    const courseId = await addCourse(app.context, teacher);
    await addEnrollment(app.context, student, courseId);
    const opened = await app.call("POST", "/api/messages/threads", {
      token: student.token,
      body: { recipientId: teacher.profileId },
    });
    const threadId = opened.body.data.threadId;
    const before = (await mailsTo(getSupportAddress())).length;
    for (let index = 0; index < 10; index += 1) {
      const sent = await sendMessage(app.context, teacher.actor, threadId, {
        text: `Reported words ${index}`,
        clientId: `reported-${index}`,
      });
      await reportMessage(app.context, student.actor, sent.message._id, { reason: "" });
    }
    expect(await mailsTo(getSupportAddress())).toHaveLength(before + 6);
    await wait(6);
    const texts = (await mailsTo(getSupportAddress())).map(({ text }) => text).join("\n");
    expect(await mailsTo(getSupportAddress())).toHaveLength(before + 7);
    for (let index = 0; index < 10; index += 1) expect(texts).toContain(`Reported words ${index}`);
    const digest = (await mailsTo(getSupportAddress())).at(-1);
    expect(digest?.text).toContain(
      "You're receiving this email because this is the Halaqa support address.",
    );
  });
});

const unsubscribeFromSummaries = async (person: Person) => {
  const { token } = await renewToken(app.context, person);
  const body = { changeSummaries: false };
  await app.call("PATCH", "/api/users/me/mails", { token, body });
};

describe("the one-click unsubscribe link", () => {
  const tokenIn = (headers: Record<string, string> = {}) =>
    new URL(headers["List-Unsubscribe"]?.slice(1, -1) ?? "http://none").searchParams.get("token") ??
    "";

  test("stops only a guardian's emails about the child, without a session", async () => {
    const guardian = "one-click@example.org";
    const { ids, move } = await addClasses(guardian);
    const other = await addClasses(guardian);
    await move(ids[0] ?? "", 8);
    const [first] = await mailsTo(guardian);
    const token = tokenIn(first?.headers);
    expect(await findSubscription(app.context, token)).toEqual({ list: "guardian", isOn: true });
    const subject = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
    const otherList = Buffer.from(subject.replace("guardian.", "changeSummaries."));
    expect(subject).toMatch(/^guardian\./);
    for (const forged of [
      `${token}x`,
      token.replace(/\.[^.]+\./, `.${otherList.toString("base64url")}.`),
      subject,
    ]) {
      await unsubscribe(app.context, forged);
      expect(await findSubscription(app.context, forged)).toBeUndefined();
    }
    await unsubscribe(app.context, token);
    await unsubscribe(app.context, token);
    expect(await findSubscription(app.context, token)).toEqual({ list: "guardian", isOn: false });
    await move(ids[1] ?? "", 9);
    expect(await mailsTo(guardian)).toHaveLength(1);
    await other.move(other.ids[0] ?? "", 10);
    expect(await mailsTo(guardian)).toHaveLength(2);
  });

  test("works in the earlier format too", async () => {
    const guardian = "former-click@example.org";
    const { student } = await addClasses(guardian);
    const id = student.profileId;
    const ofGuardian = (address: string) =>
      formerToken(app, "unsubscribe", `guardian.${id}`, `guardian ${id} ${address}`);
    expect(await findSubscription(app.context, ofGuardian("other@example.org"))).toBeUndefined();
    await unsubscribe(app.context, ofGuardian(guardian));
    expect(await findSubscription(app.context, ofGuardian(guardian))).toEqual({
      list: "guardian",
      isOn: false,
    });
    const own = formerToken(app, "unsubscribe", `messageDigests.${id}`, `messageDigests ${id} `);
    expect(await findSubscription(app.context, own)).toEqual({
      list: "messageDigests",
      isOn: true,
    });
  });

  test("is absent from essential emails", async () => {
    const { student, ids, move } = await addClasses();
    await move(ids[0] ?? "", 8);
    expect((await mailsTo(student.email))[0]?.headers).toBeUndefined();
  });

  test("stops a pending digest too", async () => {
    const { student, ids, move } = await addClasses();
    await move(ids[0] ?? "", 8);
    await move(ids[0] ?? "", 9);
    await unsubscribeFromSummaries(student);
    await wait(6);
    expect(await mailsTo(student.email)).toHaveLength(1);
  });
});

describe("a notice about a student's right to leave with a refund", () => {
  const until = new Date(begin + 14 * 24 * 60 * minute);

  /** Removes and replaces classes repeatedly. @returns the emails at once and afterward. */
  async function changeRepeatedly(endsWith: "removed" | "replaced", times = 5) {
    const { courseId, student } = await addClasses();
    const { context } = app;
    for (let time = 0; time < times; time += 1) {
      await context.db.transaction(async (tx) => {
        await mailRemovedClasses(context, tx, courseId, [student.profileId], until);
        if (endsWith === "removed" && time === times - 1) return;
        await mailReplacedClasses(context, tx, courseId, new Map([[student.profileId, until]]));
      });
    }
    const sent = (await mailsTo(student.email)).map(({ subject }) => subject);
    await wait(10);
    const digests = (await mailsTo(student.email)).slice(sent.length);
    return { sent, digests: digests.map(({ subject, text }) => ({ subject, text })) };
  }

  test("is replaced while it waits, so that only the current state is emailed", async () => {
    const { sent, digests } = await changeRepeatedly("replaced");
    const replaced = "The missing classes in Tajweed were replaced";
    const removed = "You can leave Tajweed with a full refund";
    expect(sent.toSorted()).toEqual([replaced, removed]);
    expect(digests.map(({ subject }) => subject)).toEqual([replaced]);
    expect(digests[0]?.text).not.toContain("fewer classes");
  });

  test("is sent if the student still has the right", async () => {
    const { digests } = await changeRepeatedly("removed");
    expect(digests.map(({ subject }) => subject)).toEqual([
      "You can leave Tajweed with a full refund",
    ]);
    expect(digests[0]?.text).not.toContain("were replaced");
  });
});

test("a teacher can change classes 200 times an hour", async () => {
  const teacher = await addTeacher(app.context);
  const change = async (method: string, path: string) =>
    app.call(method, `/api/classes/cls_1${path}`, {
      token: teacher.token,
      body: { date: "2027-03-09", startTime: "10:00", endTime: "11:00" },
    });
  for (let number = 0; number < 100; number += 1) {
    expect((await change("POST", "/cancel")).status).toBe(404);
    expect((await change("PATCH", "")).status).toBe(404);
  }
  expect(await change("POST", "/cancel")).toMatchObject({
    status: 429,
    body: { message: "You've made too many changes to your classes. Please try again in an hour." },
  });
});
