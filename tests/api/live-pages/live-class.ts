/** Helpers for the tests of live pages. */
import { expect, onTestFinished } from "vitest";
import type { Context } from "#server/context.ts";
import { listPresent } from "#server/live-pages/stream/presences.ts";
import type { TestApp } from "../../support/app.ts";
import { addEnrollment } from "../../support/courses.ts";
import { addLiveClass, type PageStream, readStream } from "../../support/live-pages.ts";
import { addStudent, type Person } from "../../support/people.ts";

/** Helpers for the tests of one file, which all use its app. */
export function attend(app: () => TestApp) {
  /** A class that is running now. */
  async function addClass(students = 1, overrides: Parameters<typeof addStudent>[1] = {}) {
    const { context } = app();
    const { teacher, courseId, classId } = await addLiveClass(context);
    const people: Person[] = [];
    for (let index = 0; index < students; index += 1) {
      const student = await addStudent(context, overrides);
      await addEnrollment(context, student, courseId);
      people.push(student);
    }
    const [student] = people;
    if (!student) throw new Error("The class has no students");
    return { classId, courseId, teacher, student, students: people };
  }

  const pathOf = (classId: string) => `/api/classes/${classId}/page`;

  const read = (person: { token: string }, classId: string) =>
    app().call("GET", pathOf(classId), { token: person.token });

  const send = (person: { token: string }, classId: string, body: object | string) =>
    app().call("POST", pathOf(classId), { token: person.token, body });

  /** Sends a command that must succeed. @returns the number of the state. */
  async function run(person: { token: string }, classId: string, body: object): Promise<number> {
    const answer = await send(person, classId, body);
    expect(answer.body).toMatchObject({ success: true });
    return answer.body.data.seq;
  }

  /** Opens a stream. The test closes it at the end. */
  async function follow(
    person: { token: string; profileId?: string },
    classId: string,
    { through = app(), cookie }: { through?: TestApp; cookie?: string } = {},
  ): Promise<PageStream> {
    const headers = cookie === undefined ? bearer(person) : { cookie };
    const response = await through.app.request(`${pathOf(classId)}/events`, { headers });
    expect(response.status).toBe(200);
    const stream = readStream(response);
    onTestFinished(() => stream.close());
    await expect.poll(() => stream.of("snapshot")).toHaveLength(1);
    // With two apps, the other one learns a moment later who follows.
    if (person.profileId) {
      for (const context of through.contexts) {
        await expect.poll(() => listFollowers(context, classId)).toContain(person.profileId);
      }
    }
    return stream;
  }

  /** Waits until all apps know that a person no longer follows. */
  async function knowAsGone({ profileId }: Person, classId: string): Promise<void> {
    for (const context of app().contexts) {
      await expect.poll(() => listFollowers(context, classId)).not.toContain(profileId);
    }
  }

  /** Passes the lead to a person who opens the page for it. */
  async function passLead(from: { token: string }, to: Person, classId: string): Promise<number> {
    await follow(to, classId);
    return run(from, classId, { command: "lead", profileId: to.profileId });
  }

  const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });

  return { addClass, read, send, run, follow, knowAsGone, passLead };
}

async function listFollowers({ livePages }: Context, classId: string): Promise<string[]> {
  return [...listPresent(await livePages.readPresences(classId))];
}
