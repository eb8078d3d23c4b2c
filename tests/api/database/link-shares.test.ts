/** Links that grant access without a log-in can't occupy all connections, from however many addresses. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { runForAddress } from "#server/db/caller.ts";
import { findGuardian } from "#server/guardians/guardian.ts";
import { createPageLink } from "#server/guardians/page-links.ts";
import { findOrCreateProgressLink, progressUrl } from "#server/guardians/progress-links.ts";
import { readGuardianPage } from "#server/recitations/guardian-page.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { createTestDatabase } from "../../support/database/database.ts";
import { countWaiting, hold } from "../../support/database/locks.ts";
import { addStudent, addTeacher } from "../../support/people.ts";
import { makeLink, read } from "../calendar/read-calendar.ts";

let app: TestApp;
beforeAll(async () => {
  const database = await createTestDatabase({ max: 40, lockTimeoutMs: 60_000 });
  app = await createTestApp({ database, env: { TRUST_PROXY: "1" } });
});
afterAll(async () => {
  await app.close();
  await app.database.close();
});

const requests = 20;

/** A child in a course, with a confirmed guardian. */
async function addChild() {
  const child = await addStudent(app.context, {
    age: 9,
    parentGuardianName: "Maryam Aziz",
    parentGuardianContact: "maryam@example.org",
  });
  const courseId = await addCourse(app.context, await addTeacher(app.context));
  await addEnrollment(app.context, child, courseId);
  const guardian = await findGuardian(app.context.db, child.profileId);
  if (!guardian) throw new Error("The child has no guardian");
  return { child, courseId, guardian };
}

type Family = Awaited<ReturnType<typeof addChild>>;
type Visit = (address: string) => Promise<unknown>;

/** Each guardian may have several links, and uses a new one each time. */
const visitChildPage =
  (path: string) =>
  async ({ guardian }: Family): Promise<Visit> => {
    const urls: string[] = [];
    for (let number = 0; number < requests; number += 1) {
      urls.push(await createPageLink(app.context, app.context.db, guardian.address));
    }
    return async (address) => {
      const [, token] = urls.pop()?.split("#") ?? [];
      const headers = { "x-forwarded-for": address };
      return (await app.call("POST", path, { body: { token }, headers })).status;
    };
  };

async function visitProgressPage({ child, courseId, guardian }: Family): Promise<Visit> {
  const { config, db } = app.context;
  const link = await findOrCreateProgressLink(db, { courseId, studentId: child.profileId });
  const token = (await progressUrl(config, link, guardian)).split("/").at(-1) ?? "";
  return (address) =>
    runForAddress(address, async () => {
      await readGuardianPage(app.context, token);
      return 200;
    });
}

async function readCalendar({ child }: Family): Promise<Visit> {
  const path = await makeLink(app, child);
  return async (address) => (await read(app, path, { "x-forwarded-for": address })).status;
}

test.each([
  ["a guardian's page", "recitations", visitChildPage("/api/guardian/child")],
  ["a guardian's conversations", "threads", visitChildPage("/api/guardian/conversations")],
  ["a page of lessons", "recitations", visitProgressPage],
  ["a calendar", "trial_lessons", readCalendar],
])(
  "%s uses only two connections, whatever addresses the requests come from",
  async (_, table, prepare) => {
    const visit = await prepare(await addChild());
    const free = await hold(app, `lock table ${table} in access exclusive mode`);
    const visits = Promise.all(
      Array.from({ length: requests }, (_, index) => visit(`203.0.113.${index}`)),
    );
    await expect.poll(() => countWaiting(app)).toBe(2);
    expect((await app.call("GET", "/api/courses")).status).toBe(200);
    expect(await countWaiting(app)).toBe(2);
    await free();
    expect(new Set(await visits)).toEqual(new Set([200]));
  },
);
