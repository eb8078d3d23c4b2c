/** Conversations between people who share a course, through the API. */
import { expect } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

/** Helpers for the tests of one file, which all use its app. */
export function converse(app: () => TestApp) {
  let names = 0;
  const clientId = () => `message-${++names}`;

  /** A teacher's course with students in it. */
  async function addClass(students = 1, overrides: Parameters<typeof addStudent>[1] = {}) {
    const teacher = await addTeacher(app().context);
    const courseId = await addCourse(app().context, teacher);
    const people: Person[] = [];
    for (let index = 0; index < students; index++) {
      const student = await addStudent(app().context, overrides);
      await addEnrollment(app().context, student, courseId);
      people.push(student);
    }
    const [student] = people;
    if (!student) throw new Error("The class has no students");
    return { teacher, courseId, student, students: people };
  }

  const call = (person: { token: string }, method: string, path: string, body?: unknown) =>
    app().call(method, `/api/messages${path}`, { token: person.token, body });

  async function open(person: Person, to: Person | string): Promise<string> {
    const body = typeof to === "string" ? { courseId: to } : { recipientId: to.profileId };
    const answer = await call(person, "POST", "/threads", body);
    expect(answer.status).toBe(201);
    return answer.body.data.threadId;
  }

  const send = (person: Person, threadId: string, text: string, name = clientId()) =>
    call(person, "POST", `/threads/${threadId}/messages`, { text, clientId: name });

  async function textsOf(person: Person, threadId: string): Promise<string[]> {
    const { body } = await call(person, "GET", `/threads/${threadId}/messages`);
    return body.data.messages.map(({ text }: { text: string }) => text);
  }

  return { addClass, call, open, send, textsOf, clientId };
}
