/** Time zones of profiles, which queries about many people and the waiting list of a course read. */
import { sql } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { toTimeZone } from "#lib/time/time-zones.ts";
import { forgetKeptZones, keptZones } from "#lib/time/zone-question.ts";
import { markEndedCourses } from "#server/courses/course-endings.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { openMarket } from "../../support/open-market.ts";
import { addStudent, addTeacher } from "../../support/people.ts";

const { market, teacher } = await openMarket();

/** Names that Node.js supports. PostgreSQL rejects some of them, Temporal others. */
const strange = ["MIT", "NET", "ECT", "PST", "IST", "US/Pacific-New", "SystemV/PST8", "aSIA/aMMAN"];

describe("a profile's time zone", () => {
  it("is one that the database and Temporal support, whatever the runtime accepts", async () => {
    const names = [...Intl.supportedValuesOf("timeZone"), "UTC", "Etc/GMT+12", ...strange];
    const stored = [...new Set(names.flatMap((name) => toTimeZone(name) ?? []))];
    const { rows } = await market.context.db.execute(sql`
      select zone from unnest(${sql.param(stored)}::text[]) as zone
      where zone not in (select name from pg_timezone_names)
    `);
    expect(rows).toEqual([]);
    const now = Temporal.Now.instant();
    for (const zone of stored) expect(() => now.toZonedDateTimeISO(zone), zone).not.toThrow();
  });

  it.each(strange)(
    "can't break the teacher search or the ending of courses as %s",
    async (timeZone) => {
      const { token, profileId } = await addTeacher(market.context);
      const availableTimeSlots = [{ day: "Monday", startTime: "10:00", endTime: "11:00" }];
      const slots = `/api/teachers/${profileId}/timeslots`;
      await market.call("PUT", slots, { token, body: { availableTimeSlots } });
      const body = { timeZone };
      const changed = await market.call("PATCH", `/api/teachers/${profileId}`, { token, body });
      expect([200, 400]).toContain(changed.status);
      expect((await market.call("GET", "/api/teachers?day=Monday")).status).toBe(200);
      await expect(markEndedCourses(market.context)).resolves.toBeUndefined();
    },
  );

  it.each(strange)(
    "can't prevent a refund in a course with the person on its waiting list as %s",
    async (timeZone) => {
      const courseId = await addCourse(market.context, teacher, { maxStudents: 1 });
      const seated = await addStudent(market.context);
      const enrollmentId = await addEnrollment(market.context, seated, courseId);
      const { token, profileId } = await addStudent(market.context);
      await market.call("PATCH", `/api/students/${profileId}`, { token, body: { timeZone } });
      const path = `/api/enrollment/course/${courseId}/waiting-list`;
      expect((await market.call("POST", path, { token })).status).toBe(201);
      const refund = `/api/enrollment/${enrollmentId}/refund`;
      const refunded = await market.call("POST", refund, { token: teacher.token });
      expect(refunded.body.data).toMatchObject({ status: "refunded" });
      const seat = await market.call("GET", path.replace("waiting-list", "seat"), { token });
      expect(seat.body.data.waiting.offerExpiresAt).not.toBeNull();
    },
  );

  it("deletes the browser's answer about another zone when it changes", async () => {
    const { token, profileId } = await addStudent(market.context);
    const kept = { browser: "America/Toronto", profile: "America/Chicago" };
    const headers = { Cookie: keptZones(kept).split(";", 1)[0] ?? "" };
    const change = (body: object) =>
      market.call("PATCH", `/api/students/${profileId}`, { token, headers, body });
    const same = await change({ timeZone: kept.profile });
    expect(same.headers.get("Set-Cookie")).toBeNull();
    const other = await change({ timeZone: kept.browser });
    expect(other.headers.get("Set-Cookie")).toBe(forgetKeptZones);
  });
});
