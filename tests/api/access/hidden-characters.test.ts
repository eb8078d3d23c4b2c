/**
 * No form accepts invisible characters, or characters that change the direction of the surrounding
 * text.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { courseInput, studentInput, teacherInput } from "#server/demo/factories.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addAccount, addStudent, addTeacher } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "1000" } });
});
afterAll(() => app.close());

/**
 * Characters that control terminals, break lines, are invisible, or change the direction of text.
 */
const hostile = {
  "an escape sequence": "\u001b",
  "a line separator": "\u2028",
  "a paragraph separator": "\u2029",
  "a vertical tab": "\u000b",
  "a zero-width space": "\u200b",
  "a byte order mark": "\ufeff",
  "an override of direction": "\u202e",
  "an isolate": "\u2066",
  "a tag character": "\u{e0041}",
};

test.each(Object.entries(hostile))("%s is removed from every name and title", async (_, odd) => {
  const name = `Ami${odd} na`;
  for (const [role, input] of [
    ["student", studentInput({ name, parentGuardianName: name })],
    ["teacher", teacherInput({ name })],
  ] as const) {
    const { token } = await addAccount(app.context);
    const { status, body } = await app.call("POST", "/api/auth/register", {
      token,
      body: { role, ...input },
    });
    expect(status).toBe(201);
    expect(body.data.name).toMatch(/^Ami ?na$|^Ami +na$/);
    expect(JSON.stringify(body)).not.toContain(JSON.stringify(odd).slice(1, -1));
  }
  const { token } = await addTeacher(app.context);
  const title = `Taj${odd}weed`;
  const created = await app.call("POST", "/api/courses", {
    token,
    body: courseInput({ title, category: title, topics: [title], requirements: [title] }),
  });
  expect(created.status).toBe(201);
  expect(JSON.stringify(created.body)).not.toContain(JSON.stringify(odd).slice(1, -1));
  const changed = await app.call("PUT", `/api/courses/${created.body.data._id}`, {
    token,
    body: { title: `${title} 2` },
  });
  expect(changed.status).toBe(200);
  expect(changed.body.data.title).not.toContain(odd);
});

test.each(["an override of direction", "an escape sequence", "a vertical tab"] as const)(
  "%s is removed from comments, messages and reviews",
  async (kind) => {
    const odd = hostile[kind];
    const teacher = await addTeacher(app.context);
    const student = await addStudent(app.context);
    const courseId = await addCourse(app.context, teacher);
    await addEnrollment(app.context, student, courseId);
    const text = `See ${odd}gnp.exe`;
    const comment = await app.call("POST", `/api/comments/course/${courseId}`, {
      token: student.token,
      body: { content: text, clientId: crypto.randomUUID() },
    });
    expect(comment.status).toBe(201);
    expect(comment.body.data.content).not.toContain(odd);
    const opened = await app.call("POST", "/api/messages/threads", {
      token: student.token,
      body: { recipientId: teacher.profileId },
    });
    const sent = await app.call(
      "POST",
      `/api/messages/threads/${opened.body.data.threadId}/messages`,
      { token: student.token, body: { text, clientId: crypto.randomUUID() } },
    );
    expect(sent.status).toBe(201);
    expect(JSON.stringify(sent.body)).not.toContain(JSON.stringify(odd).slice(1, -1));
  },
);
