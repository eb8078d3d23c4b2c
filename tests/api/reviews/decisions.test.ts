/** How reported reviews are handled. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keyedHash } from "#server/crypto.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { reviews } from "#server/db/tables/reviews.table.ts";
import { decideReview, findPendingReview } from "#server/reviews/decisions.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addEnrollment } from "../../support/courses.ts";
import { addStudent, type Person } from "../../support/people.ts";
import { keepQueuedMails, type QueuedMail } from "../../support/queued-mails.ts";
import {
  addAttendedCourse,
  addAttendees,
  courseReview,
  markAsAbsent,
  reviewCaller,
} from "./support.ts";

let app: TestApp;
let queued: QueuedMail[];
let author: Person;
let teacher: Person;
let courseId: string;
let reviewId: string;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "20" } });
});
beforeEach(async () => {
  queued = keepQueuedMails(app);
  const course = await addAttendedCourse(app);
  author = course.student;
  teacher = course.teacher;
  courseId = course.courseId;
  const { token } = author;
  const written = await call("POST", "/", { token, body: courseReview(courseId) });
  reviewId = written.body.data._id;
});
afterAll(() => app.close());

const call: ReturnType<typeof reviewCaller> = (...args) => reviewCaller(app)(...args);
const total = async () => (await call("GET", `/resource/${courseId}/stats`)).body.data.total;
const own = async () =>
  (await call("GET", `/own?resourceType=course&resourceId=${courseId}`, author)).body.data;

/** Reports the review, by default as students who attended the course. */
async function report(times: number, reporters?: Person[]): Promise<number[]> {
  const statuses: number[] = [];
  const people = reporters ?? (await addAttendees(app, { teacher, courseId }, times));
  for (const { token } of people) {
    statuses.push((await call("POST", `/${reviewId}/report`, { token })).status);
  }
  return statuses;
}

const addStrangers = (times: number) =>
  Promise.all(Array.from({ length: times }, () => addStudent(app.context)));

/** Adds a past class to the course. @returns its ID. */
async function addPastClass(): Promise<string> {
  const hour = 60 * 60 * 1000;
  const startsAt = new Date(Date.now() - 2 * hour);
  const [row] = await app.context.db
    .insert(classes)
    .values({
      courseId,
      teacherId: teacher.profileId,
      plannedStart: startsAt,
      startsAt,
      endsAt: new Date(Date.now() - hour),
    })
    .returning();
  if (!row) throw new Error("The class was not stored");
  return row.id;
}

/** The token of the link in the latest email to staff. */
function mailedToken(): string {
  const mail = queued.findLast(({ subject }) => subject === "A review needs your decision");
  const url = /http\S+\/reviews\/decide\?\S+/.exec(mail?.text ?? "")?.[0];
  if (!url) throw new Error("Staff got no link");
  expect(new URL(url).searchParams.get("review")).toBe(reviewId);
  return new URL(url).searchParams.get("token") ?? "";
}

const gone = expect.objectContaining({ code: "gone" });
const decide = (token: string, decision: "show" | "remove") =>
  decideReview(app.context, reviewId, token, decision);

describe("a review that three people report", () => {
  it("is hidden until staff decide, and staff get one email with its text", async () => {
    expect(await report(2)).toEqual([200, 200]);
    expect(queued).toEqual([]);
    expect(await report(2)).toEqual([200, 404]);
    expect(await total()).toBe(0);
    expect(queued).toMatchObject([{ to: "support@halaqa.test" }]);
    expect(queued[0]?.text).toContain("Patient, clear and always on time.");
    expect(await own()).toMatchObject({ review: { state: "waiting" }, mayWrite: false });
    const undecided = await findPendingReview(app.context, reviewId, mailedToken());
    expect(undecided).toMatchObject({ content: "Patient, clear and always on time." });
  });

  it("can be deleted by its author in the meantime, but not changed", async () => {
    await report(3);
    const { token } = author;
    const change = await call("PATCH", `/${reviewId}`, { token, body: { content: "Kind words" } });
    expect(change.status).toBe(409);
    expect((await call("DELETE", `/${reviewId}`, { token })).status).toBe(200);
    await expect(decide(mailedToken(), "show")).rejects.toEqual(gone);
  });

  it("is not hidden when a reporter withdraws a report in time", async () => {
    const [hasty = author] = await addAttendees(app, { teacher, courseId }, 1);
    await call("POST", `/${reviewId}/report`, hasty);
    await report(1);
    const back = await call("POST", `/${reviewId}/report`, hasty);
    expect(back.body.data).toEqual({ marked: false, count: 1 });
    await report(1);
    expect(await total()).toBe(1);
  });
});

describe("the link in the email to staff", () => {
  it("also works in its earlier format", async () => {
    await report(3);
    const [row] = await app.context.db.select().from(reviews).where(eq(reviews.id, reviewId));
    const value = `${reviewId}:${row?.hiddenAt?.getTime()}`;
    const former = keyedHash(app.context.config.appSecret, "review-decision", value);
    expect(await findPendingReview(app.context, reviewId, former)).toBeDefined();
    await decide(former, "show");
    expect(await total()).toBe(1);
    await expect(decide(former, "show")).rejects.toEqual(gone);
  });

  it("cannot be used for another review", async () => {
    await report(3);
    const course = await addAttendedCourse(app);
    const { token } = course.student;
    const other = await call("POST", "/", { token, body: courseReview(course.courseId) });
    const { _id } = other.body.data;
    await expect(decideReview(app.context, _id, mailedToken(), "remove")).rejects.toEqual(gone);
    expect(await findPendingReview(app.context, reviewId, mailedToken())).toBeDefined();
  });
});

describe("a review that throwaway accounts report", () => {
  it("stays visible, and staff get one email with a link to decide", async () => {
    expect(await report(3, await addStrangers(3))).toEqual([200, 200, 200]);
    expect(await total()).toBe(1);
    expect(queued).toHaveLength(1);
    expect(queued[0]?.text).toContain("It is still visible");
    const token = mailedToken();
    expect(await findPendingReview(app.context, reviewId, token)).toBeDefined();
    expect(await report(2, await addStrangers(2))).toEqual([200, 200]);
    expect(queued).toHaveLength(1);
    await decide(token, "remove");
    expect(await total()).toBe(0);
    expect(await own()).toMatchObject({ review: { state: "removed" } });
    await expect(decide(token, "show")).rejects.toEqual(gone);
  });

  it("stays visible permanently once staff have approved it", async () => {
    await report(3, await addStrangers(3));
    const token = mailedToken();
    await decide(token, "show");
    await report(3);
    expect(await total()).toBe(1);
    await expect(decide(token, "remove")).rejects.toEqual(gone);
  });

  it("is hidden although the teacher marked the reporters, who had joined, as absent", async () => {
    const attendees = await addAttendees(app, { teacher, courseId }, 3);
    await markAsAbsent(app, { teacher, courseId }, attendees);
    expect(await report(3, attendees)).toEqual([200, 200, 200]);
    expect(await total()).toBe(0);
  });

  it("stays visible when its reporters only enrolled, or attended something else", async () => {
    const enrolled = await addStrangers(2);
    for (const student of enrolled) await addEnrollment(app.context, student, courseId);
    const elsewhere = await addAttendedCourse(app, 2);
    await report(6, [...enrolled, ...elsewhere.students, teacher, elsewhere.teacher]);
    expect(await total()).toBe(1);
  });

  it("stays visible when its reporters attended a class only after the review was written", async () => {
    const late = await addAttendees(app, { teacher, courseId }, 3);
    const written = new Date(Date.now() - 3 * 60 * 60 * 1000);
    await app.context.db
      .update(reviews)
      .set({ createdAt: written })
      .where(eq(reviews.id, reviewId));
    expect(await report(3, late)).toEqual([200, 200, 200]);
    expect(await total()).toBe(1);
    expect(queued[0]?.text).toContain("It is still visible");
  });

  it("stays visible when only the teacher recorded its reporters as present", async () => {
    const reporters = await addStrangers(3);
    const classId = await addPastClass();
    for (const student of reporters) {
      await addEnrollment(app.context, student, courseId);
      await app.context.db
        .update(enrollments)
        .set({ enrolledAt: new Date(Date.now() - 24 * 60 * 60 * 1000) })
        .where(eq(enrollments.studentId, student.profileId));
      const body = { studentId: student.profileId, present: true };
      const marked = { token: teacher.token, body };
      const { status } = await app.call("PUT", `/api/classes/${classId}/attendance`, marked);
      expect(status).toBe(200);
    }
    expect(await report(3, reporters)).toEqual([200, 200, 200]);
    expect(await total()).toBe(1);
  });

  it("stays visible when it is about the app, whichever classes its reporters attended", async () => {
    const { token } = author;
    const body = { ...courseReview("halaqa"), resourceType: "app" };
    const written = await call("POST", "/", { token, body });
    reviewId = written.body.data._id;
    const ring = await addAttendedCourse(app, 3);
    expect(await report(3, ring.students)).toEqual([200, 200, 200]);
    const { data } = (await call("GET", "/resource/halaqa/stats")).body;
    expect(data.total).toBe(1);
    await decide(mailedToken(), "remove");
  });

  it("is hidden once three attendees have reported it too, and the first link still decides", async () => {
    await report(3, await addStrangers(3));
    const token = mailedToken();
    await report(2);
    expect(await total()).toBe(1);
    await report(1);
    expect(await total()).toBe(0);
    await decide(token, "show");
    expect(await total()).toBe(1);
  });
});

describe("a staff decision about a review", () => {
  it("can approve the review; the same text is not hidden again, but a changed text can be", async () => {
    await report(3);
    await decide(mailedToken(), "show");
    expect(await total()).toBe(1);
    await report(4);
    expect(await total()).toBe(1);
    const { token } = author;
    await call("PATCH", `/${reviewId}`, { token, body: { content: "Worse words" } });
    await report(1);
    expect(await total()).toBe(0);
    expect(queued).toHaveLength(2);
  });

  it("can remove the review permanently, and its author is notified", async () => {
    await report(3);
    await decide(mailedToken(), "remove");
    expect(await total()).toBe(0);
    expect(await own()).toMatchObject({ review: { state: "removed" }, mayWrite: false });
    expect(queued.at(-1)).toMatchObject({
      to: author.email,
      subject: "Your review was removed",
      text: expect.stringContaining("/cases/appeal?"),
    });
    const { token } = author;
    const change = await call("PATCH", `/${reviewId}`, { token, body: { rating: 1 } });
    expect(change.status).toBe(409);
  });

  it("prevents another review, even if the author deletes the removed one", async () => {
    await report(3);
    await decide(mailedToken(), "remove");
    const { token } = author;
    expect((await call("DELETE", `/${reviewId}`, { token })).status).toBe(200);
    expect((await call("DELETE", `/${reviewId}`, { token })).status).toBe(404);
    expect(await own()).toMatchObject({
      review: null,
      mayWrite: false,
      refusal: "We removed your review. You can't write another one.",
    });
    const again = await call("POST", "/", { token, body: courseReview(courseId) });
    expect([again.status, again.body.message]).toEqual([
      409,
      "We removed your review. You can't write another one.",
    ]);
    expect(await total()).toBe(0);
    const [row] = await app.context.db.select().from(reviews).where(eq(reviews.id, reviewId));
    expect(row?.content).toBe("");
  });

  it("is made once, and only with the link that was sent when this review was hidden", async () => {
    await expect(decide("", "show")).rejects.toEqual(gone);
    await report(3);
    const token = mailedToken();
    for (const wrong of ["", "x", `${token.slice(0, -1)}!`]) {
      await expect(decide(wrong, "remove")).rejects.toEqual(gone);
      expect(await findPendingReview(app.context, reviewId, wrong)).toBeUndefined();
    }
    const results = await Promise.allSettled([
      decide(token, "show"),
      decide(token, "remove"),
      decide(token, "show"),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(decide(token, "remove")).rejects.toEqual(gone);
    expect(await findPendingReview(app.context, reviewId, token)).toBeUndefined();
    const [row] = await app.context.db.select().from(reviews).where(eq(reviews.id, reviewId));
    expect([row?.clearedAt === null, row?.removedAt === null].filter(Boolean)).toHaveLength(1);
  });
});
