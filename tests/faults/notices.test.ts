import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { meetings } from "#server/db/tables/meetings.table.ts";
import { messages, threads } from "#server/db/tables/messages.table.ts";
import { meetingJobs } from "#server/meetings/meeting-jobs.ts";
import { type Product, startProduct } from "../support/processes/product.ts";
import { report } from "../support/processes/report.ts";
import { openClass } from "./support/conversation.ts";
import { ask } from "./support/records/ask.ts";
import { pickSize } from "./support/run-size.ts";
import { setUpForFile } from "./support/shared-setup.ts";

/** Due reminders are checked once a minute, and the work of a killed server is restarted. */
const settling = { timeout: 300_000, interval: 250 };
const minute = 60_000;

let product: Product;
setUpForFile(
  async () => {
    product = await startProduct({ LOG_LEVEL: "fatal" });
  },
  async () => product?.stop(),
);

const lookingJobs = ["message-mails", meetingJobs.remind];

/** Makes both servers run the jobs at the same time, without waiting for the next minute. */
const look = () =>
  product.withContext(async ({ db, jobs }) => {
    for (const name of [...lookingJobs, ...lookingJobs]) await jobs.send(db, name, {});
  });

/** The number of these jobs that are still pending. */
const countWaiting = async (names: readonly string[]) => {
  const [row] = await ask<{ number: number }>(
    product,
    `select count(*)::int as number from pgboss.job
      where name in (${names.map((name) => `'${name}'`).join(", ")})
        and state in ('created', 'retry', 'active')`,
  );
  return row?.number;
};

it("reminders and digests are sent once even if two servers work and one is killed", async () => {
  const people = pickSize(10, 40);
  const { teacher, students, threadId } = await openClass(product, people);
  await product.addServer();
  const now = Date.now();
  const before = (minutes: number) => new Date(now - minutes * minute);
  await product.withContext(async ({ db }) => {
    const [thread] = await db.select().from(threads).where(eq(threads.id, threadId));
    const courseId = thread?.courseId;
    if (!courseId) throw new Error("The thread has no course");
    // Everyone enrolled long ago, so that all reminders are due.
    await db.update(enrollments).set({ enrolledAt: before(3 * 24 * 60) });
    await db.insert(meetings).values({
      teacherId: teacher.profileId,
      courseId,
      topic: "Heavy letters",
      startTime: new Date(now + 50 * minute),
      duration: 60,
      timeZone: "Africa/Cairo",
      settings: {
        host_video: true,
        participant_video: true,
        join_before_host: false,
        mute_upon_entry: true,
        waiting_room: true,
      },
      providerMeetingId: "123456789",
      providerJoinUrl: "https://zoom.test/j/1",
      createdAt: before(3 * 24 * 60),
    });
    await db.insert(messages).values({
      threadId,
      seq: 1,
      authorId: teacher.profileId,
      clientId: "message-1",
      text: "As-salamu alaykum",
      searchText: "as-salamu alaykum",
      createdAt: before(45),
    });
    await db.update(threads).set({ lastSeq: 1, lastMessageAt: before(45) });
  });
  const mails = async (): Promise<{ to: string; subject: string }[]> =>
    (await product.sandbox("GET", "/mail/messages")).body;
  const kinds = { reminder: /^Starting soon: Heavy letters/, digest: /unread message/ };
  const tell = async () => {
    const all = await mails();
    return students.flatMap(({ email }) => {
      const own = all.filter(({ to }) => to === email).map(({ subject }) => subject);
      return Object.entries(kinds).map(
        ([kind, words]) => `${kind} ${own.filter((subject) => words.test(subject)).length}`,
      );
    });
  };
  const once = students.flatMap(() => ["reminder 1", "digest 1"]);
  await look();
  await expect.poll(async () => (await mails()).length, settling).toBeGreaterThan(0);
  product.server().process.kill("SIGKILL");
  await product.server().ended;
  product.startServer();
  await product.ready();
  await expect.poll(tell, settling).toEqual(once);
  // Another run must find nothing to send.
  await look();
  await expect.poll(() => countWaiting([...lookingJobs, "mail"]), settling).toBe(0);
  expect(await tell()).toEqual(once);
  report({
    fault: "two servers with the same reminders and digests to send, one killed -9 over it",
    times: `${people * 2} mails`,
    found: "each came once, and none at the next look",
  });
});
