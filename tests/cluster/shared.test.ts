/**
 * Changes made through one server are visible on the other: pages, images and messages. Each email
 * is sent once.
 */
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeSessionCookie } from "#server/accounts/sessions/session-cookie.ts";
import { startSession } from "#server/accounts/sessions/sessions.ts";
import { addCourse, addEnrollment } from "../support/courses.ts";
import { addStudent, addTeacher } from "../support/people.ts";
import { type Cluster, startCluster } from "../support/processes/cluster.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.stop());

it("a course changed on one server is updated in the other's page cache", async () => {
  const [here, there] = cluster.nodes;
  const teacher = await cluster.withContext((context) => addTeacher(context));
  const body = {
    title: "Tajweed from the beginning",
    description: "The letters, their places and their rules, one by one.",
    price: 0,
    duration: 8,
    level: "Beginner",
    topics: ["Tajweed"],
    startDate: "2031-01-06",
    endDate: "2031-03-03",
    maxStudents: 5,
    status: "published",
    schedule: [{ day: "Monday", startTime: "17:00", endTime: "18:00" }],
  };
  const created = await here.call("POST", "/api/courses", { token: teacher.token, body });
  expect(created.status).toBe(201);
  const id = created.body.data._id;
  const read = async () => (await there.call("GET", `/courses/${id}`)).body as string;
  expect(await read()).toContain("Tajweed from the beginning");
  // The second response comes from the cache.
  expect(await read()).toContain("Tajweed from the beginning");
  const changed = await here.call("PUT", `/api/courses/${id}`, {
    token: teacher.token,
    body: { ...body, title: "Tajweed, step by step" },
  });
  expect(changed.status).toBe(200);
  await expect.poll(read, { timeout: 10_000 }).toContain("Tajweed, step by step");
});

it("a picture uploaded to one server is served by the other from the object store", async () => {
  const [here, there] = cluster.nodes;
  const { token } = await cluster.withContext((context) => addStudent(context));
  const picture = await sharp({
    create: { width: 40, height: 30, channels: 3, background: "#0a5" },
  })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(picture)], { type: "image/png" }), "face.png");
  const uploaded = await fetch(`${here.url}/api/media/upload/single`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(uploaded.status).toBe(201);
  const { data } = await uploaded.json();
  const served = await fetch(new URL(data.url, there.url));
  expect(served.headers.get("content-type")).toBe("image/webp");
  expect((await sharp(Buffer.from(await served.arrayBuffer())).metadata()).width).toBe(40);
});

it("a message sent on one server arrives live on the other", async () => {
  const [here, there] = cluster.nodes;
  const { student, teacher, course, cookie } = await cluster.withContext(async (context) => {
    const teacher = await addTeacher(context);
    const student = await addStudent(context);
    const course = await addCourse(context, teacher);
    await addEnrollment(context, student, course);
    const { config, db } = context;
    const { token, endsAt } = await startSession(config, db, teacher.userId, undefined);
    const cookie = writeSessionCookie(config, token, endsAt).split(";")[0] ?? "";
    return { student, teacher, course, cookie };
  });
  const opened = await here.call("POST", "/api/messages/threads", {
    token: student.token,
    body: { courseId: course },
  });
  const leave = new AbortController();
  const stream = await fetch(`${there.url}/api/messages/events`, {
    headers: { cookie },
    signal: leave.signal,
  });
  expect(stream.status).toBe(200);
  const read = createReader(stream);
  // Messages that are sent before `ready` may be missed, and clients fetch those.
  await read("event: ready");
  const path = `/api/messages/threads/${opened.body.data.threadId}/messages`;
  const sent = await here.call("POST", path, {
    token: student.token,
    body: { text: "Assalamu alaikum, teacher", clientId: "message-1" },
  });
  expect(sent.status).toBe(201);
  expect(await read("Assalamu alaikum")).toContain("Assalamu alaikum, teacher");
  leave.abort();
  const list = await there.call("GET", path, { token: teacher.token });
  expect(list.body.data.messages).toHaveLength(1);
});

/** Returns a function that reads until a text has arrived, and returns all that was read so far. */
function createReader({ body }: Response): (text: string) => Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = "";
  return async (text) => {
    while (!received.includes(text)) {
      const part = await reader?.read();
      if (!part || part.done) throw new Error(`The stream ended without '${text}': ${received}`);
      received += part.value;
    }
    return received;
  };
}

it("each email is sent once although both servers process the queue", async () => {
  const addresses = Array.from({ length: 20 }, (_, index) => `learner${index}@example.org`);
  const password = "a calm evening by the river";
  const statuses = await Promise.all(
    addresses.map(async (email) => {
      const body = { name: "Salma Idris", email, password };
      return (await cluster.call("POST", "/api/auth/signup", { body })).status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([201]));
  const count = async (email: string) =>
    (await cluster.sandbox("GET", `/mail/messages?to=${encodeURIComponent(email)}`)).body.length;
  const counts = () => Promise.all(addresses.map(count));
  await expect.poll(async () => Math.min(...(await counts())), { timeout: 60_000 }).toBe(1);
  // The queue is empty, so nothing can be sent twice.
  await expect.poll(waitingMails, { timeout: 60_000 }).toBe(0);
  expect(await counts()).toEqual(addresses.map(() => 1));
});

const waitingMails = () =>
  cluster.withContext(async ({ db }) => {
    const { rows } = await db.execute<{ n: number }>(
      "select count(*)::int as n from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')",
    );
    return rows[0]?.n;
  });
