import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { meetings } from "#server/db/tables/meetings.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addPastMeeting } from "../../support/courses.ts";
import { addTeacher } from "../../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const hour = 60 * 60 * 1000;

it("a teacher's meetings list the upcoming ones, however many are past", async () => {
  const teacher = await addTeacher(app.context);
  const courseId = await addCourse(app.context, teacher);
  const past = await addPastMeeting(app.context, teacher, courseId);
  const [row] = await app.context.db.select().from(meetings).where(eq(meetings.id, past));
  if (!row) throw new Error("The meeting was not stored");
  const { id: _, ...values } = row;
  const at = (startTime: number, providerMeetingId: string) => ({
    ...values,
    providerMeetingId,
    startTime: new Date(startTime),
    status: "scheduled" as const,
  });
  const [coming] = await app.context.db
    .insert(meetings)
    .values([
      at(Date.now() + hour, "coming"),
      ...Array.from({ length: 500 }, (_each, day) =>
        at(Date.now() - day * 24 * hour, `past ${day}`),
      ),
    ])
    .returning();
  const { body } = await app.call("GET", "/api/zoom/teacher/meetings", { token: teacher.token });
  expect(body.data.meetings).toHaveLength(500);
  expect(body.data.meetings.at(-1)._id).toBe(coming?.id);
});
