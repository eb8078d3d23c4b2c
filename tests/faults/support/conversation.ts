/**
 * People who message each other, and a listener that works like a browser: live and by fetching
 * missed messages.
 */
import { writeSessionCookie } from "#server/accounts/sessions/session-cookie.ts";
import { startSession } from "#server/accounts/sessions/sessions.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";
import type { Call } from "../../support/processes/client.ts";
import type { Market } from "../../support/processes/market.ts";

export interface Class {
  teacher: Person;
  students: Person[];
  /** The course's conversation. */
  threadId: string;
}

/** Creates a course whose students and teacher share a conversation. */
export async function openClass(market: Market, students: number): Promise<Class> {
  const { courseId, ...people } = await market.withContext(async (context) => {
    const teacher = await addTeacher(context);
    const courseId = await addCourse(context, teacher, { maxStudents: students });
    const added: Person[] = [];
    for (let index = 0; index < students; index += 1) {
      const student = await addStudent(context);
      await addEnrollment(context, student, courseId);
      added.push(student);
    }
    return { courseId, teacher, students: added };
  });
  const { token } = people.teacher;
  const opened = await market.call("POST", "/api/messages/threads", { token, body: { courseId } });
  return { ...people, threadId: opened.body.data.threadId };
}

/** Starts a session for the person. @returns its cookie. */
export function signIn(market: Market, { userId }: Person): Promise<string> {
  return market.withContext(async ({ config, db }) => {
    const { token, endsAt } = await startSession(config, db, userId, undefined);
    return writeSessionCookie(config, token, endsAt).split(";")[0] ?? "";
  });
}

interface Received {
  seq: number;
  text: string;
}

export interface Follower {
  /** The received messages, in the order in which they arrived. */
  received: Received[];
  /** How many of them arrived live. */
  live(): number;
  /** How often the stream was interrupted. */
  breaks(): number;
  stop(): Promise<void>;
}

interface Following {
  url: string;
  call: Call;
  cookie: string;
  token: string;
  threadId: string;
}

/** Listens until it is stopped, and reconnects whenever the stream is interrupted. */
export function follow({ url, call, cookie, token, threadId }: Following): Follower {
  const received: Received[] = [];
  const over = new AbortController();
  let live = 0;
  let breaks = 0;
  const last = () => received.at(-1)?.seq ?? 0;

  const catchUp = async (): Promise<void> => {
    for (let more = true; more && !over.signal.aborted; ) {
      const path = `/api/messages/threads/${threadId}/messages?limit=100&after=${last()}`;
      const { status, body } = await call("GET", path, { token });
      if (status !== 200) throw new Error(`The history answered ${status}`);
      received.push(...body.data.messages);
      more = body.data.hasMore;
    }
  };
  const deliver = async (line: string): Promise<void> => {
    if (line === "event: ready") return catchUp();
    if (!line.startsWith("data: {")) return;
    const event = JSON.parse(line.slice("data: ".length));
    if (event.type === "resync") return catchUp();
    if (event.type !== "message" || event.message.seq <= last()) return;
    if (event.message.seq > last() + 1) return catchUp();
    received.push(event.message);
    live += 1;
  };
  const listen = async (): Promise<void> => {
    const headers = { cookie };
    const stream = await fetch(`${url}/api/messages/events`, { headers, signal: over.signal });
    if (stream.status !== 200) throw new Error(`The stream answered ${stream.status}`);
    let rest = "";
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) await deliver(line);
    }
  };
  const following = (async () => {
    while (!over.signal.aborted) {
      // A server that is killed interrupts the stream and rejects new ones for a while.
      await listen().catch(() => {});
      breaks += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return {
    received,
    live: () => live,
    breaks: () => breaks,
    async stop() {
      over.abort();
      await following;
    },
  };
}
