/** Comments are rate-limited and don't flood the teacher's mailbox. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const write = (person: Person, courseId: string, content: string) =>
  app.call("POST", `/api/comments/course/${courseId}`, { token: person.token, body: { content } });

let queued: QueuedMail[];
beforeAll(() => {
  queued = keepQueuedMails(app);
});

it("the teacher gets one email a day per course with the student's comment but not the name", async () => {
  const teacher = await addTeacher(app.context, { name: "Idris Karimov" });
  const student = await addStudent(app.context, { name: "Maryam Ali" });
  const courses = [await addCourse(app.context, teacher), await addCourse(app.context, teacher)];
  for (const courseId of courses) {
    await addEnrollment(app.context, student, courseId);
    await write(teacher, courseId, "Welcome!");
    expect(queued).toEqual([]);
    await write(student, courseId, "Which page comes first?");
    await write(student, courseId, "And the second?");
    expect(queued).toHaveLength(1);
    const mail = queued.pop();
    expect(mail).toMatchObject({ to: teacher.email });
    expect(mail?.text).toContain("Which page comes first?");
    expect(mail?.text).toContain(`/courses/${courseId}#comments`);
    expect(mail?.text).not.toContain("Maryam");
  }
});

it("a child's guardian gets the child's comments and nobody else's", async () => {
  const teacher = await addTeacher(app.context);
  const courseId = await addCourse(app.context, teacher);
  const guardian = "guardian@example.org";
  const ofAge = (age: number, parentGuardianContact: string) =>
    addStudent(app.context, { name: "Salma Haddad", age, parentGuardianContact });
  const child = await ofAge(11, guardian);
  for (const student of [child, await ofAge(12, "+20 100 000"), await ofAge(15, guardian)]) {
    await addEnrollment(app.context, student, courseId);
    await write(student, courseId, `Written by ${student.profileId}`);
  }
  const copies = queued.filter(({ to }) => to === guardian);
  expect(copies).toMatchObject([{ subject: "A comment by Salma Haddad" }]);
  expect(copies[0]?.text).toContain(`Written by ${child.profileId}`);
});

it("the guardians of the children in a course get the teacher's comments", async () => {
  const teacher = await addTeacher(app.context, { name: "Idris Karimov" });
  const courseId = await addCourse(app.context, teacher);
  const guardianOf = async (name: string, age: number, hasLeft = false) => {
    const parentGuardianContact = `${name.toLowerCase()}-${age}@example.org`;
    const child = await addStudent(app.context, { name, age, parentGuardianContact });
    const id = await addEnrollment(app.context, child, courseId);
    if (hasLeft) {
      await app.context.db
        .update(enrollments)
        .set({ status: "left" })
        .where(eq(enrollments.id, id));
    }
    return parentGuardianContact;
  };
  const guardians = [await guardianOf("Salma", 11), await guardianOf("Omar", 8)];
  const others = [await guardianOf("Amal", 15), await guardianOf("Huda", 9, true)];
  await write(teacher, courseId, "Please recite page 50.");
  const texts = new Map(queued.map(({ to, subject, text }) => [to, { subject, text }]));
  for (const [index, child] of ["Salma", "Omar"].entries()) {
    const copy = texts.get(guardians[index] ?? "");
    expect(copy?.subject).toBe(`A comment by ${child}'s teacher`);
    expect(copy?.text).toContain("Please recite page 50.");
    expect(copy?.text).toContain("Idris Karimov");
  }
  for (const other of others) expect(texts.has(other)).toBe(false);
});

it("a comment that is sent again reaches the guardians once", async () => {
  const teacher = await addTeacher(app.context);
  const courseId = await addCourse(app.context, teacher);
  const parentGuardianContact = "once@example.org";
  const child = await addStudent(app.context, { age: 9, parentGuardianContact });
  await addEnrollment(app.context, child, courseId);
  const body = { content: "Only once.", clientId: "guardians-once" };
  const post = () =>
    app.call("POST", `/api/comments/course/${courseId}`, { token: teacher.token, body });
  await Promise.all([post(), post(), post()]);
  expect(queued.filter(({ to }) => to === parentGuardianContact)).toHaveLength(1);
});

it("a student who writes too many comments is asked to wait", async () => {
  const teacher = await addTeacher(app.context);
  const courseId = await addCourse(app.context, teacher);
  const statuses: number[] = [];
  for (let index = 0; index < 11; index += 1) {
    const answer = await write(teacher, courseId, `Comment ${index}`);
    statuses.push(answer.status);
    if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(201), 429]);
});
