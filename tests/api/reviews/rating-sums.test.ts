/** After any sequence of changes to reviews, ratings equal the sum of the visible ones. */
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AppError } from "#lib/errors.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { reviews } from "#server/db/tables/reviews.table.ts";
import { decideReview } from "#server/reviews/decisions.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import type { Person } from "../../support/people.ts";
import { keepQueuedMails } from "../../support/queued-mails.ts";
import { addAttendedCourse, courseReview, reviewCaller } from "./support.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "100" } });
});
afterAll(() => app.close());

/** A pseudorandom sequence that is the same in every run (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * Ignores the error if another person has decided in the meantime or the author has deleted the
 * review.
 */
function unlessGone(error: unknown): void {
  if (!(error instanceof AppError && error.code === "gone")) throw error;
}

it.each([1, 2, 3])(
  "the rating after many simultaneous changes is the sum of all reviews (sequence %i)",
  async (seed) => {
    const first = await addAttendedCourse(app, 6);
    const second = await addAttendedCourse(app, 6, first);
    const courseIds = [first.courseId, second.courseId];
    const random = randomFrom(seed);
    const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T;
    const queued = keepQueuedMails(app);
    const findToken = (reviewId: string): string => {
      const link = queued.findLast(({ text }) => text.includes(`review=${reviewId}`))?.text;
      return /token=([\w.-]+)/.exec(link ?? "")?.[1] ?? "";
    };

    const act = async (person: Person): Promise<void> => {
      const call = reviewCaller(app);
      const { token } = person;
      const action = pick([
        "write",
        "write",
        "change",
        "delete",
        "report",
        "report",
        "report",
        "decide",
        "teacher",
      ]);
      const rating = 1 + random(5);
      const courseId = pick(courseIds);
      const decision = pick(["show", "remove"] as const);
      if (action === "write") {
        await call("POST", "/", { token, body: courseReview(courseId, rating) });
        return;
      }
      if (action === "teacher") {
        const resource = { resourceId: first.teacher.profileId, resourceType: "teacher" };
        await call("POST", "/", { token, body: { ...courseReview("", rating), ...resource } });
        return;
      }
      const known = await app.context.db
        .select({ id: reviews.id, hiddenAt: reviews.hiddenAt, authorId: reviews.authorId })
        .from(reviews)
        .where(inArray(reviews.resourceId, courseIds));
      if (known.length === 0) return;
      const review = known[random(known.length)];
      if (!review) return;
      if (action === "report") {
        // The author's report is rejected, as are all reports after the third.
        const reporters = first.students.map((reporter) => reporter.token);
        await Promise.all(
          reporters.map((token) => call("POST", `/${review.id}/report`, { token })),
        );
      }
      if (action === "change") await call("PATCH", `/${review.id}`, { token, body: { rating } });
      if (action === "delete") await call("DELETE", `/${review.id}`, { token });
      if (action === "decide" && review.hiddenAt) {
        await decideReview(app.context, review.id, findToken(review.id), decision).catch(
          unlessGone,
        );
      }
    };
    for (let round = 0; round < 12; round += 1) {
      await Promise.all(first.students.map((student) => act(student)));
      await expectSums(courseIds, first.teacher);
    }
  },
);

async function expectSums(courseIds: string[], teacher: Person): Promise<void> {
  const { db } = app.context;
  const sums = { sum: 0, count: 0 };
  for (const courseId of courseIds) {
    const [real] = await db
      .select({
        sum: sql<number>`coalesce(sum(${reviews.rating}), 0)`.mapWith(Number),
        count: sql<number>`count(*)`.mapWith(Number),
      })
      .from(reviews)
      .where(and(eq(reviews.resourceId, courseId), isNull(reviews.hiddenAt)));
    const [card] = await db
      .select({ sum: courses.ratingSum, count: courses.ratingCount })
      .from(courses)
      .where(eq(courses.id, courseId));
    expect(card).toEqual(real);
    const { body } = await app.call("GET", `/api/courses/${courseId}`);
    expect(body.data.ratingCount).toBe(real?.count);
    const mean = real?.count ? real.sum / real.count : 0;
    expect(body.data.rating).toBeCloseTo(mean, 2);
    sums.sum += real?.sum ?? 0;
    sums.count += real?.count ?? 0;
  }
  const [profile] = await db
    .select({ sum: profiles.ratingSum, count: profiles.ratingCount })
    .from(profiles)
    .where(eq(profiles.id, teacher.profileId));
  expect(profile).toEqual(sums);
}
