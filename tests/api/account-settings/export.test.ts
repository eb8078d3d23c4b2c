import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { comments } from "#server/db/tables/comments.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { certificates } from "#server/db/tables/learning.table.ts";
import { payments } from "#server/db/tables/payments.table.ts";
import { recitations } from "#server/db/tables/recitations.table.ts";
import { reviews } from "#server/db/tables/reviews.table.ts";
import { trialLessons } from "#server/db/tables/trials.table.ts";
import { waitingPlaces } from "#server/db/tables/waiting-places.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment, addPastMeeting } from "../../support/courses.ts";
import { addAccount, addStudent, addTeacher } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
});
afterAll(() => app.close());

const exportOf = (token: string) => app.call("GET", "/api/users/me/export", { token });

describe("an export of personal data", () => {
  test("contains everything stored about a student and nothing about other people", async () => {
    const { context } = app;
    const teacher = await addTeacher(context, { name: "Idris Karimov" });
    const student = await addStudent(context, { name: "Salma Haddad", age: 11 });
    const other = await addStudent(context, { name: "Hamza Noor" });
    const courseId = await addCourse(context, teacher, { title: "Short surahs" });
    const enrollmentId = await addEnrollment(context, student, courseId);
    await addEnrollment(context, other, courseId);
    await addPastMeeting(context, teacher, courseId, [student, other]);
    await context.db.insert(reviews).values(
      [student, other].map(({ userId, email }) => ({
        authorId: userId,
        resourceType: "app" as const,
        resourceId: "halaqa",
        rating: 5,
        content: `Written by ${email}`,
      })),
    );

    const answer = await exportOf(student.token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename=/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { data } = answer.body;
    expect(answer.body).toMatchObject({ success: true, status: "success" });
    expect(data.account).toMatchObject({ id: student.userId, email: student.email });
    expect(data.profile).toMatchObject({ name: "Salma Haddad", age: 11 });
    expect(data.enrollments).toMatchObject([
      { id: enrollmentId, courseTitle: "Short surahs", status: "enrolled", amount: 0 },
    ]);
    expect(data.attendances).toMatchObject([{ topic: "Points of articulation" }]);
    expect(data.reviews).toMatchObject([{ content: `Written by ${student.email}` }]);
    expect(data.sessions).toMatchObject([{ id: student.actor.sessionId }]);
    const text = JSON.stringify(data);
    for (const foreign of [other.email, other.userId, "Hamza", teacher.email]) {
      expect(text).not.toContain(foreign);
    }
    expect(text).not.toMatch(/hash|argon2/i);
  });

  test("contains a teacher's courses and meetings", async () => {
    const teacher = await addTeacher(app.context);
    const courseId = await addCourse(app.context, teacher, { title: "Letters", price: 12.5 });
    await addPastMeeting(app.context, teacher, courseId);
    const { data } = (await exportOf(teacher.token)).body;
    expect(data.courses).toMatchObject([{ id: courseId, title: "Letters", price: 12.5 }]);
    expect(data.meetings).toMatchObject([{ courseId, topic: "Points of articulation" }]);
    expect(data.payments).toEqual([]);
  });

  test("contains a student's texts and achievements, and the waiting lists that the student joined", async () => {
    const { context } = app;
    const teacher = await addTeacher(context);
    const student = await addStudent(context, { name: "Salma Haddad" });
    const other = await addStudent(context);
    const courseId = await addCourse(context, teacher, { title: "Short surahs" });
    for (const [index, { profileId }] of [student, other].entries()) {
      const content = `A question of ${profileId}`;
      await context.db
        .insert(comments)
        .values({ courseId, seq: index, authorId: profileId, content });
      await context.db
        .insert(waitingPlaces)
        .values({ courseId, studentId: profileId, number: index + 1 });
      await context.db.insert(certificates).values({
        code: `code-${profileId}`,
        courseId,
        studentId: profileId,
        studentName: profileId,
        courseTitle: "Short surahs",
        teacherName: "Khalid",
        classesAttended: 8,
        classesHeld: 8,
        minutes: 480,
        quizzesPassed: 2,
      });
    }
    const { data } = (await exportOf(student.token)).body;
    expect(data.comments).toMatchObject([{ content: `A question of ${student.profileId}` }]);
    expect(data.waitingPlaces).toMatchObject([{ courseId, status: "waiting" }]);
    expect(data.certificates).toMatchObject([{ courseTitle: "Short surahs" }]);
    expect(JSON.stringify(data)).not.toContain(other.profileId);
  });

  test("contains no provider account IDs of a teacher, and no student IDs", async () => {
    const { context } = app;
    const teacher = await addTeacher(context);
    const student = await addStudent(context);
    const courseId = await addCourse(context, teacher, { price: 20 });
    const [seat] = await context.db
      .insert(enrollments)
      .values({
        courseId,
        studentId: student.profileId,
        status: "enrolled",
        amountCents: 2000,
        enrolledAt: new Date(),
      })
      .returning();
    await context.db.insert(payments).values({
      enrollmentId: seat?.id ?? "",
      status: "paid",
      amountCents: 2000,
      feeCents: 200,
      destinationAccountId: "acct_of_the_teacher",
      destinationPaymentId: "py_of_the_teacher",
    });
    const startsAt = new Date(Date.now() + 60 * 60 * 1000);
    await context.db.insert(trialLessons).values({
      teacherId: teacher.profileId,
      studentId: student.profileId,
      note: "She knows the letters",
      startsAt,
      endsAt: new Date(startsAt.getTime() + 30 * 60 * 1000),
      roomId: "room_of_the_teacher",
      providerMeetingId: "zoom_of_the_teacher",
      providerJoinUrl: "https://zoom.example/of_the_teacher",
    });
    await context.db.insert(recitations).values({
      courseId,
      studentId: student.profileId,
      kind: "sabaq",
      firstVerse: 1,
      lastVerse: 7,
      mistakes: 1,
      note: "Well read",
      date: "2027-03-01",
      heardAt: new Date(),
    });
    const own = (await exportOf(student.token)).body.data;
    expect(own.payments).toMatchObject([{ amount: 20 }]);
    expect(own.trialLessons).toMatchObject([
      { studentId: student.profileId, note: "She knows the letters" },
    ]);
    expect(own.recitations).toMatchObject([{ note: "Well read", studentId: student.profileId }]);
    expect(JSON.stringify(own)).not.toContain("of_the_teacher");
    const taught = (await exportOf(teacher.token)).body.data;
    expect(taught.trialLessons).toMatchObject([{ studentId: null, note: null }]);
    expect(taught.recitations).toMatchObject([{ note: "Well read", studentId: null }]);
    expect(JSON.stringify(taught)).not.toContain(student.profileId);
  });

  test("contains the texts of the person's own deleted messages while they are kept", async () => {
    const [author, reader] = [await addTeacher(app.context), await addTeacher(app.context)];
    const { token } = author;
    const post = (path: string, body: object) =>
      app.call("POST", `/api/messages${path}`, { token, body });
    const { threadId } = (await post("/threads", { recipientId: reader.profileId })).body.data;
    const message = { text: "Oops", clientId: "message-1" };
    const sent = await post(`/threads/${threadId}/messages`, message);
    await app.call("DELETE", `/api/messages/${sent.body.data._id}`, { token });
    expect((await exportOf(token)).body.data.messages).toMatchObject([
      { text: "", deletedText: "Oops", deletedAt: expect.any(String) },
    ]);
    expect((await exportOf(reader.token)).body.data.messages).toEqual([]);
  });

  test("works before the profile is complete", async () => {
    const account = await addAccount(app.context);
    const { data } = (await exportOf(account.token)).body;
    expect(data).toMatchObject({ account: { email: account.email }, profile: null, courses: [] });
  });

  test("is complete even for very long lists", async () => {
    const account = await addAccount(app.context);
    const rows = Array.from({ length: 1203 }, (_, index) => ({
      authorId: account.userId,
      resourceType: "course" as const,
      resourceId: `crs_${index}`,
      rating: 4,
      content: "Clear and patient.",
    }));
    await app.context.db.insert(reviews).values(rows);
    const { data } = (await exportOf(account.token)).body;
    const ids = new Set(data.reviews.map(({ resourceId }: { resourceId: string }) => resourceId));
    expect(ids.size).toBe(1203);
  });
});

test("exports of personal data are rate-limited", async () => {
  const strict = await createTestApp({ database: app.database });
  const { token } = await addAccount(strict.context);
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries += 1) {
    statuses.push((await strict.call("GET", "/api/users/me/export", { token })).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  await strict.close();
});
