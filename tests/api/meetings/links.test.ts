/** Join and start links reveal nothing to people without access, not even that a meeting exists. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultMeetingSettings } from "#lib/meetings/meetings.rules.ts";
import { createSessionToken, hashSessionToken } from "#server/accounts/sessions/session-token.ts";
import { setContext } from "#server/context.ts";
import { createCourse } from "#server/courses/courses.ts";
import { sessions } from "#server/db/tables/accounts.table.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { meetings } from "#server/db/tables/meetings.table.ts";
import { courseInput } from "#server/demo/factories.ts";
import { enterMeeting } from "#server/rooms/enter-meeting.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addAccount, addStudent, addTeacher } from "../../support/people.ts";

let app: TestApp;
let ids: Record<"meeting" | "class", string>;
beforeAll(async () => {
  app = await createTestApp();
  setContext(app.context);
  const teacher = await addTeacher(app.context, { timeZone: "UTC" });
  const day = 24 * 60 * 60 * 1000;
  const course = await createCourse(
    app.context,
    teacher.actor,
    courseInput({
      startDate: new Date(Date.now() + day).toISOString().slice(0, 10),
      endDate: new Date(Date.now() + 30 * day).toISOString().slice(0, 10),
      status: "published",
    }),
  );
  const [lesson] = await app.context.db.select({ id: classes.id }).from(classes).limit(1);
  const [meeting] = await app.context.db
    .insert(meetings)
    .values({
      teacherId: teacher.profileId,
      courseId: course._id,
      topic: "Letters",
      startTime: new Date(Date.now() + day),
      duration: 60,
      timeZone: "UTC",
      settings: defaultMeetingSettings,
      providerMeetingId: "123",
      providerJoinUrl: "https://zoom.example/j/123",
    })
    .returning();
  ids = { meeting: meeting?.id ?? "", class: lesson?.id ?? "" };
});
afterAll(() => app.close());

/** The cookie of a person whose session is already in the database. */
async function cookieOf({ sessionId }: { sessionId: string }): Promise<string> {
  const token = createSessionToken(app.config, sessionId);
  const tokenHash = hashSessionToken(app.config, token);
  await app.context.db.update(sessions).set({ tokenHash }).where(eq(sessions.id, sessionId));
  return `halaqa-session=${token}`;
}

async function open(id: string, as: "join" | "start", cookie: string) {
  const answer = await enterMeeting(
    new Request(`http://localhost/${as}/${id}`, { headers: { cookie } }),
    id,
    as,
  );
  return { status: answer.status, text: await answer.text() };
}

test.each(["join", "start"] as const)(
  "another person's %s link responds like one that does not exist",
  async (as) => {
    const strangers = [
      await addAccount(app.context),
      await addStudent(app.context),
      await addTeacher(app.context),
    ];
    for (const { actor } of strangers) {
      const cookie = await cookieOf(actor);
      const nothing = await open("mtg_missing", as, cookie);
      expect(nothing.status).toBeGreaterThanOrEqual(400);
      for (const id of [ids.meeting, ids.class, "cls_missing", "trl_missing"]) {
        expect((await open(id, as, cookie)).status, id).toBe(nothing.status);
      }
      expect(await open(ids.meeting, as, cookie)).toEqual(nothing);
      expect(await open(ids.class, as, cookie)).toEqual(await open("cls_missing", as, cookie));
    }
  },
);
