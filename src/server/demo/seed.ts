/** Creates the demo data: a marketplace that shows all features of the product. */
import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { isDatabaseDown, isLockTimeout } from "../db/failures.ts";
import { users } from "../db/tables/accounts.table.ts";
import { demoSeeds } from "../db/tables/seed.table.ts";
import { pageTags } from "../pages-tags.ts";
import { isOutage } from "../providers/stripe/failures.ts";
import { addCases } from "./add-cases.ts";
import { addComments } from "./add-comments.ts";
import { addCourses, archiveCourses } from "./add-courses.ts";
import { addEnrollments } from "./add-enrollments.ts";
import { addIncidents } from "./add-incidents.ts";
import { addIntroduction } from "./add-introduction.ts";
import { addLearning } from "./add-learning.ts";
import { addLetters } from "./add-letters.ts";
import { addLivePages } from "./add-live-pages.ts";
import { addMeetings } from "./add-meetings.ts";
import { addPayouts } from "./add-payouts.ts";
import { addPeople } from "./add-people.ts";
import { addPremium } from "./add-premium.ts";
import { addRecitations } from "./add-recitations.ts";
import { addReviews } from "./add-reviews.ts";
import { addStaffMembers, findStaff } from "./add-staff.ts";
import { addStudy } from "./add-study.ts";
import { addVettings } from "./add-vetting.ts";
import type { DemoRun } from "./demo-run.ts";
import { equipTeachers } from "./equip-teachers.ts";

const demo = "demo";

// An arbitrary number that must never change, and must differ from that of the migrations.
const lock = 7_248_154;

/**
 * Fills an empty database with demo data, or completes an interrupted run. Other databases aren't
 * changed. If several processes start at the same time, the others wait for the first one. If the
 * sandbox replaces a provider, it must be running.
 *
 * Use cases fail after seconds, so that people don't wait. On a busy machine, the demo data may
 * take longer, and is continued where it stopped.
 *
 * @throws errors of the sandbox or the database. The next call continues from there.
 */
export async function seedDemo(context: Context): Promise<void> {
  let delays = 0;
  for (;;) {
    try {
      if (await trySeeding(context)) return;
    } catch (error) {
      delays += 1;
      if (!isDelay(error) || delays > maxDelays) throw error;
      context.log.warn({ err: error, delays }, "The demo data is delayed");
    }
    await pause(200);
  }
}

const maxDelays = 20;

/** Whether a provider or the database took too long or is unavailable. */
const isDelay = (error: unknown): boolean =>
  isOutage(error) ||
  isDatabaseDown(error) ||
  isLockTimeout(error) ||
  (error instanceof AppError && error.status === 503) ||
  (error instanceof DOMException && error.name === "TimeoutError");

/** Whether the database is empty, or contains only incomplete demo data. */
export async function isEmpty(context: Context): Promise<boolean> {
  const [seed] = await context.db.select().from(demoSeeds);
  return seed ? seed.finishedAt === null : !(await hasAccounts(context.db));
}

/**
 * One transaction holds the lock and records the completion. The data itself is committed step by
 * step, because the providers store parts of it too. Every step checks what exists, so that a
 * second run adds only what is missing.
 *
 * @returns false while another process holds the lock.
 */
async function trySeeding(context: Context): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    const { rows } = await tx.execute<{ locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lock}) as locked`,
    );
    if (!rows[0]?.locked) return false;
    const startedAt = await begin(context);
    if (!startedAt) return true;
    await addEverything({ context, startedAt });
    await tx.update(demoSeeds).set({ finishedAt: new Date() }).where(eq(demoSeeds.id, demo));
    return true;
  });
}

/** When seeding started. Undefined if there is nothing to do. */
async function begin(context: Context): Promise<Date | undefined> {
  if (!(await isEmpty(context))) return undefined;
  const [seed] = await context.db.select().from(demoSeeds);
  if (seed) return seed.startedAt;
  const [added] = await context.db.insert(demoSeeds).values({ id: demo }).returning();
  return added?.startedAt;
}

async function hasAccounts(db: Db): Promise<boolean> {
  const [user] = await db.select({ id: users.id }).from(users).limit(1);
  return user !== undefined;
}

async function addEverything(run: DemoRun): Promise<void> {
  const { context } = run;
  const startedAt = performance.now();
  const people = await addPeople(run);
  await addStaffMembers(run);
  await addLetters(run);
  await addVettings(run, people);
  await addIntroduction(run, people);
  await equipTeachers(run, people);
  const courses = await addCourses(run, people);
  await addEnrollments(run, people, courses);
  if (run.context.config.stripe.sandbox) {
    await addPremium(run, people);
    await addPayouts(run);
  }
  await addMeetings(run, people, courses);
  await addReviews(run, people, courses);
  await addLearning(run, people, courses);
  await addRecitations(run, people, courses);
  await addLivePages(run, people, courses);
  await addStudy(run, people);
  await addComments(run, people, courses);
  await archiveCourses(run, people, courses);
  const moderator = await findStaff(run, "moderator");
  await addCases(run, people, courses, moderator);
  await addIncidents(run, people, courses, moderator);
  const { courses: catalog, teachers, students, reviews } = pageTags;
  await context.purgePages([catalog, teachers, students, reviews]);
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  context.log.info(
    { seconds, people: people.size, courses: courses.length },
    "The demo data is ready",
  );
}
