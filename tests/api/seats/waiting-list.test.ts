import { eq } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { erasePerson } from "#server/account-settings/erasure/erase.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { waitingPlaces } from "#server/db/tables/waiting-places.table.ts";
import { enroll } from "#server/enrollments/enroll.ts";
import { joinWaitingList, leaveWaitingList } from "#server/enrollments/join-waiting-list.ts";
import { findSeat } from "#server/enrollments/seat.ts";
import { listOwnWaitingPlaces } from "#server/seats/own-waiting-places.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { openMarket } from "../../support/open-market.ts";
import { addStudent, addTeacher, type Person } from "../../support/people.ts";

const { market, teacher } = await openMarket();

const path = (courseId: string) => `/api/enrollment/course/${courseId}/waiting-list`;
const join = (student: Person, courseId: string) =>
  market.call("POST", path(courseId), { token: student.token });
const leave = (student: Person, courseId: string) =>
  market.call("DELETE", path(courseId), { token: student.token });
// Access tokens expire while the tests advance the clock by hours, so these two calls don't use
// any.
const seatOf = (student: Person, courseId: string) =>
  findSeat(market.context, student.actor, courseId);
const enrollLater = (student: Person, courseId: string) =>
  enroll(market.context, student.actor, courseId, { studentId: student.profileId });
const joinLater = (student: Person, courseId: string) =>
  joinWaitingList(market.context, student.actor, courseId);
const refund = (enrollmentId: string) =>
  market.call("POST", `/api/enrollment/${enrollmentId}/refund`, { token: teacher.token });

/** The subjects of the emails to a student, newest first. */
async function subjectsTo(student: Person): Promise<string[]> {
  await market.context.jobs.drain();
  const box = await fetch(
    `${market.sandboxUrl}/mail/messages?to=${encodeURIComponent(student.email)}`,
  );
  return ((await box.json()) as { subject: string }[]).map(({ subject }) => subject);
}

/** A course whose only seat is taken. */
async function addFullCourse(overrides: Parameters<typeof addCourse>[2] = {}) {
  const courseId = await addCourse(market.context, teacher, {
    title: "Surat al-Mulk",
    maxStudents: 1,
    ...overrides,
  });
  const enrollmentId = await addEnrollment(
    market.context,
    await addStudent(market.context),
    courseId,
  );
  return { courseId, enrollmentId };
}

/** Sets the clock for the rest of the test. */
function setClock(now: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now });
  onTestFinished(() => void vi.useRealTimers());
}

/** Advances the clock to the end of the student's offer, or to a few minutes before it. */
async function waitForOffer(student: Person, courseId: string, minutesLeft = 0): Promise<void> {
  const { waiting } = await seatOf(student, courseId);
  setClock(Date.parse(waiting?.offerExpiresAt ?? "") - minutesLeft * 60_000);
}

/** Runs the job that runs every minute. */
async function sweep(): Promise<void> {
  await market.context.jobs.send(market.context.db, "waiting-list", {});
  await market.context.jobs.drain();
}

const students = (number: number) =>
  Promise.all(Array.from({ length: number }, () => addStudent(market.context)));

describe("the waiting list", () => {
  it("contains each student once, in the order of joining", async () => {
    const { courseId } = await addFullCourse();
    const [first, second] = (await students(2)) as [Person, Person];
    const joined = await join(first, courseId);
    expect(joined.status).toBe(201);
    expect(joined.body.data).toEqual({
      courseId,
      status: "none",
      holdExpiresAt: null,
      payable: true,
      refundsUntil: null,
      seatsLeft: 0,
      waitingCount: 1,
      waiting: { position: 1, offerExpiresAt: null },
    });
    expect((await join(second, courseId)).body.data.waiting.position).toBe(2);
    const again = await join(first, courseId);
    expect([again.status, again.body.data.waiting.position]).toEqual([200, 1]);
  });

  it("adds a student only once, even if the student joins twenty times at once", async () => {
    const { courseId } = await addFullCourse();
    const student = await addStudent(market.context);
    const answers = await Promise.all(Array.from({ length: 20 }, () => join(student, courseId)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect((await seatOf(student, courseId)).waitingCount).toBe(1);
  });

  it("moves up when a student leaves, and a student who rejoins is last", async () => {
    const { courseId } = await addFullCourse();
    const [first, second] = (await students(2)) as [Person, Person];
    await join(first, courseId);
    await join(second, courseId);
    expect((await leave(first, courseId)).status).toBe(200);
    expect((await seatOf(second, courseId)).waiting?.position).toBe(1);
    expect((await leave(first, courseId)).status).toBe(404);
    expect((await join(first, courseId)).body.data.waiting.position).toBe(2);
  });

  it("appears in its students' overviews: positions first, then the offer", async () => {
    const { courseId, enrollmentId } = await addFullCourse();
    const other = await addFullCourse({ title: "Surat Ya-Sin" });
    const [first, second] = (await students(2)) as [Person, Person];
    for (const student of [first, second]) await join(student, courseId);
    await join(second, other.courseId);
    expect(await listOwnWaitingPlaces(market.context, second.actor)).toEqual({
      offers: [],
      inLine: [
        { courseId, title: "Surat al-Mulk", position: 2 },
        { courseId: other.courseId, title: "Surat Ya-Sin", position: 1 },
      ],
    });
    await refund(enrollmentId);
    const { waiting } = await seatOf(first, courseId);
    expect(await listOwnWaitingPlaces(market.context, first.actor)).toEqual({
      offers: [
        { courseId, title: "Surat al-Mulk", until: new Date(waiting?.offerExpiresAt ?? "") },
      ],
      inLine: [],
    });
    const after = await listOwnWaitingPlaces(market.context, second.actor);
    expect(after.inLine.map(({ position }) => position)).toEqual([1, 1]);
    await waitForOffer(first, courseId);
    expect((await listOwnWaitingPlaces(market.context, first.actor)).offers).toEqual([]);
    await market.context.db
      .update(courses)
      .set({ hiddenAt: new Date(), hiddenReason: "The course was reported." })
      .where(eq(courses.id, courseId));
    const left = await listOwnWaitingPlaces(market.context, second.actor);
    expect(left.inLine.map(({ title }) => title)).toEqual(["Surat Ya-Sin"]);
  });

  it("is available only to students of a full, open course", async () => {
    const { courseId } = await addFullCourse();
    const roomy = await addCourse(market.context, teacher, { maxStudents: 2 });
    const draft = await addCourse(market.context, teacher, { status: "draft" });
    const over = await addFullCourse({ startDate: "2020-01-06", endDate: "2020-02-28" });
    const student = await addStudent(market.context);
    const outcomes = [
      await market.call("POST", path(courseId)),
      await join(await addTeacher(market.context), courseId),
      await join(student, roomy),
      await join(student, draft),
      await join(student, "crs_none"),
      await join(student, over.courseId),
    ].map(({ status, body }) => [status, body.message]);
    expect(outcomes).toEqual([
      [401, "Authentication required to enroll"],
      [403, "Teachers cannot enroll in courses. Please use a student account."],
      [409, "A seat is available in this course. You can enroll now."],
      [404, "Course not found"],
      [404, "Course not found"],
      [409, "This course has ended"],
    ]);
  });

  it("requires a child's guardian when joining, not when the offer arrives", async () => {
    const { courseId } = await addFullCourse({ price: 20 });
    const answer = await join(await addStudent(market.context, { age: 9 }), courseId);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe("parentGuardianName");
  });

  it("reveals nothing about a course that the student may not see", async () => {
    const draft = await addCourse(market.context, teacher, { status: "draft" });
    const { token } = await addStudent(market.context);
    for (const id of [draft, "crs_none"]) {
      const answer = await market.call("GET", `/api/enrollment/course/${id}/seat`, { token });
      expect([answer.status, answer.body.message]).toEqual([404, "Course not found"]);
    }
  });
});

describe("a freed seat", () => {
  it("is offered only to the first student in line, who is notified", async () => {
    const { courseId, enrollmentId } = await addFullCourse();
    const [first, second, stranger] = (await students(3)) as [Person, Person, Person];
    await join(first, courseId);
    await join(second, courseId);
    await refund(enrollmentId);
    const { waiting, seatsLeft } = await seatOf(first, courseId);
    expect(seatsLeft).toBe(0);
    expect(waiting?.position).toBe(0);
    expect(Date.parse(waiting?.offerExpiresAt ?? "")).toBeGreaterThan(Date.now());
    expect(await subjectsTo(first)).toEqual(["We're holding a seat in Surat al-Mulk for you"]);
    expect(await subjectsTo(second)).toEqual([]);
    for (const other of [second, stranger]) {
      const refused = await market.enroll(other, courseId);
      expect([refused.status, refused.body.message]).toEqual([409, "This course is full"]);
    }
    expect((await market.enroll(first, courseId)).status).toBe(201);
    expect((await seatOf(first, courseId)).waiting).toBeNull();
    expect((await seatOf(second, courseId)).waiting?.position).toBe(1);
  });

  it("goes to the next student when the offer expires, and to everyone when the list is empty", async () => {
    const { courseId, enrollmentId } = await addFullCourse();
    const [first, second] = (await students(2)) as [Person, Person];
    await join(first, courseId);
    await join(second, courseId);
    await refund(enrollmentId);
    await waitForOffer(first, courseId);
    await sweep();
    expect((await seatOf(first, courseId)).waiting).toBeNull();
    expect((await seatOf(second, courseId)).waiting?.position).toBe(0);
    expect((await subjectsTo(first))[0]).toBe("Your hold on a seat in Surat al-Mulk has expired");
    await expect(enrollLater(first, courseId)).rejects.toThrow("This course is full");
    await waitForOffer(second, courseId);
    await sweep();
    expect((await seatOf(first, courseId)).seatsLeft).toBe(1);
    expect((await enrollLater(first, courseId)).isNew).toBe(true);
  });

  it("is not offered again for a week to a student who let two offers expire", async () => {
    const { courseId, enrollmentId } = await addFullCourse();
    const [first, second] = (await students(2)) as [Person, Person];
    await join(first, courseId);
    await join(second, courseId);
    await refund(enrollmentId);
    await waitForOffer(first, courseId);
    await joinLater(first, courseId);
    await waitForOffer(second, courseId);
    await joinLater(second, courseId);
    await waitForOffer(first, courseId, 1);
    await leaveWaitingList(market.context, first.actor, courseId);
    const refusal =
      "Two offers of a seat in this course have expired, so you can't join its waiting list for a week.";
    await expect(joinLater(first, courseId)).rejects.toThrow(refusal);
    await waitForOffer(second, courseId);
    await sweep();
    const stranger = await addStudent(market.context);
    expect((await enrollLater(stranger, courseId)).isNew).toBe(true);
    setClock(Date.now() + 7 * 24 * 60 * 60_000);
    expect((await joinLater(first, courseId)).isNew).toBe(true);
  });

  it("is offered again to a student who promptly declined two offers", async () => {
    const { courseId, enrollmentId } = await addFullCourse();
    const [first, second] = (await students(2)) as [Person, Person];
    await join(first, courseId);
    await refund(enrollmentId);
    await join(second, courseId);
    await leave(first, courseId);
    await join(first, courseId);
    await leave(second, courseId);
    await leave(first, courseId);
    expect((await enrollLater(second, courseId)).isNew).toBe(true);
    expect((await join(first, courseId)).status).toBe(201);
  });

  it("stays held while the student opens a checkout, cancels it and pays in another one", async () => {
    const { courseId, enrollmentId } = await addFullCourse({ price: 20 });
    const [first, second] = (await students(2)) as [Person, Person];
    await join(first, courseId);
    await join(second, courseId);
    await refund(enrollmentId);
    const checkout = await market.enroll(first, courseId);
    expect(checkout.status).toBe(201);
    expect(await seatOf(first, courseId)).toMatchObject({ status: "held", seatsLeft: 0 });
    await market.call("GET", await market.cancelCheckout(checkout.body.data.checkoutUrl));
    expect((await seatOf(first, courseId)).waiting?.position).toBe(0);
    expect((await market.enroll(second, courseId)).status).toBe(409);
    const { body } = await market.enroll(first, courseId);
    await market.call("GET", await market.pay(body.data.checkoutUrl));
    expect(await seatOf(first, courseId)).toMatchObject({ status: "enrolled", waiting: null });
    expect((await seatOf(second, courseId)).waiting?.position).toBe(1);
  });

  it("is offered after a checkout was canceled", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 20, maxStudents: 1 });
    const [payer, waiting] = (await students(2)) as [Person, Person];
    const { body } = await market.enroll(payer, courseId);
    await join(waiting, courseId);
    await market.call("GET", await market.cancelCheckout(body.data.checkoutUrl));
    expect((await seatOf(waiting, courseId)).waiting?.position).toBe(0);
    expect((await market.enroll(payer, courseId)).status).toBe(409);
  });

  it("is offered to the next student after an offer was declined", async () => {
    const { courseId, enrollmentId } = await addFullCourse();
    const [first, second] = (await students(2)) as [Person, Person];
    await join(first, courseId);
    await join(second, courseId);
    await refund(enrollmentId);
    await leave(first, courseId);
    expect((await seatOf(second, courseId)).waiting?.position).toBe(0);
  });

  it("is offered after the course got more seats", async () => {
    const { courseId } = await addFullCourse();
    const [first, second, third] = (await students(3)) as [Person, Person, Person];
    for (const student of [first, second, third]) await join(student, courseId);
    const schedule = [{ day: "Sunday", startTime: "06:00", endTime: "07:00" }];
    const resize = (maxStudents: number) =>
      market.call("PUT", `/api/courses/${courseId}`, {
        token: teacher.token,
        body: { maxStudents, schedule },
      });
    expect((await resize(3)).status).toBe(200);
    await market.context.jobs.drain();
    expect((await seatOf(first, courseId)).waiting?.position).toBe(0);
    expect((await seatOf(second, courseId)).waiting?.position).toBe(0);
    expect((await seatOf(third, courseId)).waiting?.position).toBe(1);
    expect((await resize(2)).status).toBe(409);
  });

  it("is offered after an account was deleted", async () => {
    const { courseId, enrollmentId } = await addFullCourse();
    const [first, second] = (await students(2)) as [Person, Person];
    await join(first, courseId);
    await join(second, courseId);
    await refund(enrollmentId);
    await market.context.db.transaction((tx) =>
      erasePerson(tx, { id: first.userId, email: first.email }),
    );
    await sweep();
    expect((await seatOf(second, courseId)).waiting?.position).toBe(0);
  });

  it("never goes to another student while someone is waiting, whatever freed it", async () => {
    const { courseId } = await addFullCourse();
    const [first, stranger] = (await students(2)) as [Person, Person];
    await join(first, courseId);
    await market.context.db.update(courses).set({ maxStudents: 2 }).where(eq(courses.id, courseId));
    expect((await market.enroll(stranger, courseId)).status).toBe(409);
    await sweep();
    expect((await seatOf(first, courseId)).waiting?.position).toBe(0);
  });
});

describe("the waiting list of a closed course", () => {
  it("is closed and says so", async () => {
    const { courseId } = await addFullCourse();
    const student = await addStudent(market.context);
    await join(student, courseId);
    await market.call("DELETE", `/api/courses/${courseId}`, { token: teacher.token });
    expect(await subjectsTo(student)).toEqual(["The waiting list for Surat al-Mulk is closed"]);
    const [place] = await market.context.db
      .select()
      .from(waitingPlaces)
      .where(eq(waitingPlaces.courseId, courseId));
    expect(place?.status).toBe("closed");
  });

  it("offers no seat after the last day in the teacher's time zone", async () => {
    const courseId = await addCourse(market.context, teacher, {
      startDate: "2026-01-05",
      endDate: "2026-02-27",
    });
    const student = await addStudent(market.context);
    // The teacher is in Cairo, two hours ahead of UTC.
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-02-27T22:00:00Z") });
    onTestFinished(() => void vi.useRealTimers());
    await expect(enrollLater(student, courseId)).rejects.toThrow("This course has ended");
    vi.setSystemTime(new Date("2026-02-27T21:59:59Z"));
    expect((await enrollLater(student, courseId)).isNew).toBe(true);
    vi.useRealTimers();
    const late = await market.enroll(await addStudent(market.context), courseId);
    expect([late.status, late.body.message]).toEqual([409, "This course has ended"]);
  });
});
