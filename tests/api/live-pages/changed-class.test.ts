/** A class that is canceled or moved while its live page is open. */
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { defaultMeetingSettings } from "#lib/meetings/meetings.rules.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { meetings } from "#server/db/tables/meetings.table.ts";
import type { TestApp } from "../../support/app.ts";
import { openTwoApps } from "../../support/apps/open-two-apps.ts";
import { attend } from "./live-class.ts";

const { app, secondProcess } = await openTwoApps();

const { addClass, follow, send } = attend(() => app);

const hour = 3_600_000;

/** Only upcoming classes can be canceled. */
async function addUpcomingClass() {
  const live = await addClass();
  const startsAt = new Date(Math.ceil(Date.now() / hour) * hour + 48 * hour);
  await app.context.db
    .update(classes)
    .set({ plannedStart: startsAt, startsAt, endsAt: new Date(startsAt.getTime() + hour) })
    .where(eq(classes.id, live.classId));
  return live;
}

const both: [string, () => TestApp][] = [
  ["in the same process", () => app],
  ["in another process", () => secondProcess],
];

describe.each(both)("a follower %s", (_, through) => {
  it("sees at once that the class was canceled, reinstated and moved", async () => {
    const { teacher, student, classId } = await addUpcomingClass();
    const stream = await follow(student, classId, { through: through() });
    await expect.poll(() => stream.latest("class")?.isCanceled).toBe(false);
    const { token } = teacher;
    const path = `/api/classes/${classId}`;
    const canceled = await app.call("POST", `${path}/cancel`, { token, body: {} });
    expect(canceled.status).toBe(200);
    await expect.poll(() => stream.latest("class")?.isCanceled).toBe(true);
    expect((await send(teacher, classId, { command: "lock", locked: true })).status).toBe(409);

    const date = new Date(Date.now() + 7 * 24 * hour).toISOString().slice(0, 10);
    const time = { date, startTime: "10:00", endTime: "11:00" };
    const moved = await app.call("PATCH", path, { token, body: time });
    expect(moved.status).toBe(200);
    await expect.poll(() => stream.latest("class")?.isCanceled).toBe(false);
    expect(stream.latest("class")?.startsAt).toContain(date);
    expect(stream.hasEnded()).toBe(false);
  });

  it("stops following a class that is removed from the schedule", async () => {
    const { student, classId } = await addUpcomingClass();
    const stream = await follow(student, classId, { through: through() });
    await app.context.db
      .update(classes)
      .set({ status: "dropped", sequence: 1 })
      .where(eq(classes.id, classId));
    await expect.poll(() => stream.hasEnded()).toBe(true);
  });
});

describe("a stream that opens while its class is being changed", () => {
  it("doesn't return to the earlier class", async () => {
    const { teacher, student, classId } = await addUpcomingClass();
    const first = await follow(student, classId);
    await app.call("POST", `/api/classes/${classId}/cancel`, { token: teacher.token, body: {} });
    await expect.poll(() => first.latest("class")?.isCanceled).toBe(true);
    const second = await follow(teacher, classId);
    await expect.poll(() => second.of("class")).toMatchObject([{ isCanceled: true }]);
  });
});

describe("a meeting in Zoom that is created while the page is open", () => {
  it("is shown to people who open the page afterward, and to those who follow it", async () => {
    const { teacher, student, courseId, classId } = await addClass();
    const first = await follow(teacher, classId);
    await expect.poll(() => first.latest("class")?.isInZoom).toBe(false);
    await app.context.db.insert(meetings).values({
      ...{ courseId, classId, teacherId: teacher.profileId },
      ...{ topic: "Class", startTime: new Date(), duration: 60, timeZone: "UTC" },
      ...{ settings: defaultMeetingSettings, provider: "zoom" },
      ...{ providerMeetingId: classId, providerJoinUrl: "https://zoom.example/j/1" },
    });
    const second = await follow(student, classId);
    await expect.poll(() => second.latest("class")?.isInZoom).toBe(true);
    await expect.poll(() => first.latest("class")?.isInZoom).toBe(true);
  });
});
