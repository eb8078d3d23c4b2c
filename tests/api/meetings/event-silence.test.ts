/** Zoom's events stop arriving. */
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "#server/context.ts";
import { webhookEvents } from "#server/db/tables/payments.table.ts";
import { reportSilence } from "#server/meetings/provider/silence.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addPastMeeting } from "../../support/courses.ts";
import { addStudent, addTeacher } from "../../support/people.ts";

const hour = 60 * 60 * 1000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The lines that a check logs at the given number of hours from now. */
async function check(hours: number, sandbox = false): Promise<object[]> {
  const lines: object[] = [];
  const { context } = app;
  const live: Context = {
    ...context,
    config: { ...context.config, zoom: { ...context.config.zoom, sandbox } },
    log: pino({ level: "error" }, { write: (line) => void lines.push(JSON.parse(line)) }),
  };
  await reportSilence(live, new Date(Date.now() + hours * hour));
  return lines;
}

it("an error that says what to check is logged if students joined meetings but no event arrived for a day", async () => {
  const teacher = await addTeacher(app.context);
  const student = await addStudent(app.context);
  const course = await addCourse(app.context, teacher);
  expect(await check(0)).toEqual([]);

  // The meeting began two hours ago.
  await addPastMeeting(app.context, teacher, course, [student]);
  expect(await check(0)).toMatchObject([
    { provider: "zoom", students: 1, msg: expect.stringContaining("ZOOM_WEBHOOK_SECRET") },
  ]);
  expect(await check(0, true)).toEqual([]);
  expect(await check(26)).toEqual([]);

  await app.context.db.insert(webhookEvents).values({
    id: "zoom_1",
    provider: "zoom",
    type: "meeting.started",
    payload: {},
    receivedAt: new Date(Date.now() - 2 * hour),
  });
  expect(await check(0)).toEqual([]);
});
