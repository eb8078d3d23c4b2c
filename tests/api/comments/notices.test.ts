/** Comments are rate-limited and don't flood the teacher's mailbox. */
import { afterAll, beforeAll, expect, it } from "vitest";
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
