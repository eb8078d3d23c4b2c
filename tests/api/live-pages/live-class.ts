/** Classes with a live page, and readers of its streams. */
import { expect, onTestFinished } from "vitest";
import type { LivePageEvents } from "#lib/live-pages/live-pages.responses.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import type { TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

const minute = 60_000;

export interface Streamed {
  event: string;
  // Tests read events of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what tests check
  data: any;
}

/** An open stream of a live page. */
export interface PageStream {
  /** The events so far, without beats. */
  events: Streamed[];
  /** The events of one kind so far. */
  of<Name extends keyof LivePageEvents>(name: Name): LivePageEvents[Name][];
  latest<Name extends keyof LivePageEvents>(name: Name): LivePageEvents[Name] | undefined;
  /** Whether the server has ended the stream. */
  hasEnded(): boolean;
  close(): Promise<void>;
}

/** Helpers for the tests of one file, which all use its app. */
export function attend(app: () => TestApp) {
  /** A class that is running now. */
  async function addClass(students = 1, overrides: Parameters<typeof addStudent>[1] = {}) {
    const { context } = app();
    const teacher = await addTeacher(context);
    const courseId = await addCourse(context, teacher);
    const now = Date.now();
    const startsAt = new Date(now - 10 * minute);
    const [row] = await context.db
      .insert(classes)
      .values({
        courseId,
        teacherId: teacher.profileId,
        plannedStart: startsAt,
        startsAt,
        endsAt: new Date(now + 50 * minute),
      })
      .returning();
    if (!row) throw new Error("The class was not stored");
    const people: Person[] = [];
    for (let index = 0; index < students; index += 1) {
      const student = await addStudent(context, overrides);
      await addEnrollment(context, student, courseId);
      people.push(student);
    }
    const [student] = people;
    if (!student) throw new Error("The class has no students");
    return { classId: row.id, courseId, teacher, student, students: people };
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
    person: { token: string },
    classId: string,
    { through = app(), cookie }: { through?: TestApp; cookie?: string } = {},
  ): Promise<PageStream> {
    const headers = cookie === undefined ? bearer(person) : { cookie };
    const response = await through.app.request(`${pathOf(classId)}/events`, { headers });
    expect(response.status).toBe(200);
    const stream = readStream(response);
    onTestFinished(() => stream.close());
    await expect.poll(() => stream.of("snapshot")).toHaveLength(1);
    return stream;
  }

  const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });

  return { addClass, read, send, run, follow };
}

export function readStream(response: Response): PageStream {
  const reader = response.body?.getReader();
  if (!reader) throw new Error("The response has no body");
  const events: Streamed[] = [];
  let isOver = false;
  const readAll = async () => {
    const utf8 = new TextDecoder();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (text + utf8.decode(value, { stream: true })).split("\n\n");
      text = parts.pop() ?? "";
      events.push(...parts.flatMap(toEvent));
    }
  };
  void readAll()
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  const of = <Name extends keyof LivePageEvents>(name: Name) =>
    events.filter(({ event }) => event === name).map(({ data }) => data as LivePageEvents[Name]);
  return {
    events,
    of,
    latest: (name) => of(name).at(-1),
    hasEnded: () => isOver,
    close: () => reader.cancel().catch(() => {}),
  };
}

function toEvent(part: string): Streamed[] {
  const [, event, data] = /^event: (\w+)\ndata: ?(.*)$/.exec(part) ?? [];
  return event === undefined || event === "beat" ? [] : [{ event, data: JSON.parse(data ?? "") }];
}
