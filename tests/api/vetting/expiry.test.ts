/** The end of verifications, and the reminders before it, on a frozen clock. */
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { profiles } from "#server/db/tables/people.table.ts";
import { vettings } from "#server/db/tables/vetting.table.ts";
import { endDueVerifications, remindOfExpiry } from "#server/vetting/expiry.ts";
import { findOwnVetting } from "#server/vetting/own-vetting.ts";
import { submitForReview } from "#server/vetting/submission.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import type { Person } from "../../support/people.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";
import { addStaffPerson, type StaffPerson } from "../../support/staff.ts";
import { daysFromNow, vettingActions } from "./support.ts";

let app: TestApp;
let queued: QueuedMail[];
let moderator: StaffPerson;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "20" } });
  queued = keepQueuedMails(app);
  moderator = await addStaffPerson(app.context, "moderator");
});
afterAll(() => app.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const { addVerified } = vettingActions(() => app);

const dayMs = 24 * 60 * 60 * 1_000;
const subjects = ({ email }: Person) =>
  queued.filter(({ to }) => to === email).map(({ subject }) => subject);
const hasBadge = async ({ profileId }: Person) =>
  (await app.context.db.select().from(profiles).where(eq(profiles.id, profileId)))[0]?.verified;

/** Runs the job as if it were this many days later. */
async function runLater(start: number, days: number): Promise<void> {
  vi.setSystemTime(start + days * dayMs);
  await endDueVerifications(app.context);
  await remindOfExpiry(app.context);
}

it("a teacher is reminded 30 and 7 days before the end, once each, and then loses the badge", async () => {
  const start = Date.now();
  const teacher = await addVerified(moderator, { until: daysFromNow(60) });
  const purge = vi.spyOn(app.context, "purgePages");
  await runLater(start, 29);
  expect(subjects(teacher)).toHaveLength(1);
  for (const days of [30, 31, 52]) await runLater(start, days);
  expect(subjects(teacher).at(-1)).toMatch(/^Your verification on Halaqa expires on /);
  expect(subjects(teacher)).toHaveLength(2);
  for (const days of [53, 54, 60]) await runLater(start, days);
  expect(subjects(teacher)).toHaveLength(3);
  expect(await hasBadge(teacher)).toBe(true);
  purge.mockClear();
  for (const days of [61, 62]) await runLater(start, days);
  expect(await hasBadge(teacher)).toBe(false);
  expect(subjects(teacher).slice(3)).toEqual(["Your verification on Halaqa has expired"]);
  expect(purge).toHaveBeenCalledOnce();
  purge.mockRestore();
  expect(await findOwnVetting(app.context, teacher.actor)).toMatchObject({
    status: "draft",
    isVerified: false,
    verifiedUntil: null,
    lastEvent: { kind: "expired" },
  });
});

it("a verification for less than 30 days isn't followed by a reminder at once", async () => {
  const start = Date.now();
  const teacher = await addVerified(moderator, { until: daysFromNow(10) });
  await runLater(start, 0);
  expect(subjects(teacher)).toHaveLength(1);
  await runLater(start, 3);
  expect(subjects(teacher)).toHaveLength(2);
});

it("a renewal that waits for a review continues after the verification ends, without reminders", async () => {
  const start = Date.now();
  const teacher = await addVerified(moderator, { until: daysFromNow(40) });
  await submitForReview(app.context, teacher.actor);
  await runLater(start, 35);
  expect(subjects(teacher)).toHaveLength(1);
  await runLater(start, 41);
  expect(await hasBadge(teacher)).toBe(false);
  const [row] = await app.context.db
    .select()
    .from(vettings)
    .where(eq(vettings.teacherId, teacher.profileId));
  expect(row).toMatchObject({ status: "submitted", verifiedUntil: null, scope: [] });
});
