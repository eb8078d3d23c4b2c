/** Classes that are ongoing, and readers of their live pages' streams. */
import type { LivePageEvents } from "#lib/live-pages/live-pages.responses.ts";
import type { Context } from "#server/context.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { addCourse } from "./courses.ts";
import { addTeacher, type Person } from "./people.ts";

const minute = 60_000;

interface LiveClass {
  teacher: Person;
  courseId: string;
  classId: string;
}

/** Adds a class that began ten minutes ago, with its course and teacher. */
export async function addLiveClass(context: Context): Promise<LiveClass> {
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
  return { teacher, courseId, classId: row.id };
}

export interface Streamed {
  event: string;
  // Tests read events of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what tests check
  data: any;
}

/** An open stream of a live page. */
export interface PageStream {
  /** The events so far, without heartbeats. */
  events: Streamed[];
  /** The events of one kind so far. */
  of<Name extends keyof LivePageEvents>(name: Name): LivePageEvents[Name][];
  latest<Name extends keyof LivePageEvents>(name: Name): LivePageEvents[Name] | undefined;
  /** Whether the server has ended the stream. */
  hasEnded(): boolean;
  close(): Promise<void>;
}

/** @param onBeat is called with each heartbeat, which browsers answer. */
export function readStream(response: Response, onBeat = () => {}): PageStream {
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
      if (parts.some((part) => part.startsWith("event: beat\n"))) onBeat();
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
