import { eq } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { classes } from "#server/db/tables/classes.table.ts";
import { waitingPlaces } from "#server/db/tables/waiting-places.table.ts";
import { joinWaitingList } from "#server/enrollments/join-waiting-list.ts";
import { findSeat } from "#server/enrollments/seat.ts";
import { remindOfOffers } from "#server/seats/remind-of-offers.ts";
import { addCourse, addEnrollment } from "../../support/courses.ts";
import { openMarket } from "../../support/open-market.ts";
import { addStudent, type Person, renewToken } from "../../support/people.ts";

const { market, teacher } = await openMarket();

const hour = 60 * 60 * 1000;

function setClock(now: string | number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  onTestFinished(() => void vi.useRealTimers());
}

/** Runs the job that runs every minute. */
async function sweep(): Promise<void> {
  await market.context.jobs.send(market.context.db, "waiting-list", {});
  await market.context.jobs.drain();
}

async function mailsTo(student: Person): Promise<{ subject: string; text: string }[]> {
  await market.context.jobs.drain();
  const box = await fetch(
    `${market.sandboxUrl}/mail/messages?to=${encodeURIComponent(student.email)}`,
  );
  return (await box.json()) as { subject: string; text: string }[];
}

const offersTo = async (student: Person) =>
  (await mailsTo(student)).filter(({ subject }) => subject.includes("holding a seat"));

async function endOf(student: Person, courseId: string): Promise<string | null> {
  const { waiting } = await findSeat(market.context, student.actor, courseId);
  return waiting?.offerExpiresAt ?? null;
}

/** At this instant, one student for each time zone gets the only seat of a course. */
async function offerSeats(now: string, zones: string[]) {
  setClock(now);
  const { token } = await renewToken(market.context, teacher);
  return Promise.all(
    zones.map(async (timeZone) => {
      const courseId = await addCourse(market.context, teacher, {
        title: `Surat al-Mulk in ${timeZone}`,
        startDate: "2026-05-04",
        endDate: "2026-12-20",
        maxStudents: 1,
      });
      const seated = await addStudent(market.context);
      const enrollmentId = await addEnrollment(market.context, seated, courseId);
      const student = await addStudent(market.context, { timeZone });
      await joinWaitingList(market.context, student.actor, courseId);
      await market.call("POST", `/api/enrollment/${enrollmentId}/refund`, { token });
      return { courseId, student };
    }),
  );
}

describe("an offered seat", () => {
  it("is held for 24 hours, or until 8:00 if the 24 hours end at night in the student's zone", async () => {
    const offers = await offerSeats("2026-06-01T18:30:00Z", [
      "Europe/London",
      "Asia/Karachi",
      "America/Toronto",
    ]);
    const ends = await Promise.all(offers.map(({ student, courseId }) => endOf(student, courseId)));
    // 19:30 in London, 23:30 in Karachi and 14:30 in Toronto.
    expect(ends).toEqual([
      "2026-06-02T18:30:00.000Z",
      "2026-06-03T03:00:00.000Z",
      "2026-06-02T18:30:00.000Z",
    ]);
  });

  it("is announced with its real end in the student's time zone", async () => {
    const [offer] = await offerSeats("2026-06-01T18:30:00Z", ["Asia/Karachi"]);
    if (!offer) throw new Error("No seat was offered");
    const [mail] = await mailsTo(offer.student);
    expect(mail?.text).toContain("until Wed, Jun 3, 08:00");
    setClock("2026-06-03T03:00:00Z");
    await sweep();
    const [lapsed] = await mailsTo(offer.student);
    expect(lapsed?.subject).toMatch(/^Your hold on a seat in .+ has expired$/);
    expect(lapsed?.text).toContain("until Wed, Jun 3, 08:00");
    expect(await endOf(offer.student, offer.courseId)).toBeNull();
  });

  it("ends at 8:00 local time on a morning when the clocks change", async () => {
    const offers = await offerSeats("2026-10-31T06:00:00Z", ["America/Toronto"]);
    const [offer] = offers;
    // 02:00 in summer. The clocks go back an hour on November 1, before 8:00.
    expect(offer && (await endOf(offer.student, offer.courseId))).toBe("2026-11-01T13:00:00.000Z");
  });

  it("keeps its end if the student changes the time zone of the profile", async () => {
    const [offer] = await offerSeats("2026-06-01T18:30:00Z", ["Asia/Karachi"]);
    if (!offer) throw new Error("No seat was offered");
    const { token } = await renewToken(market.context, offer.student);
    const path = `/api/students/${offer.student.profileId}`;
    const answer = await market.call("PUT", path, { token, body: { timeZone: "Europe/London" } });
    expect(answer.status).toBe(200);
    expect(await endOf(offer.student, offer.courseId)).toBe("2026-06-03T03:00:00.000Z");
  });

  it("causes one reminder, when half of its time has passed", async () => {
    const [offer] = await offerSeats("2026-06-01T18:30:00Z", ["Asia/Karachi"]);
    if (!offer) throw new Error("No seat was offered");
    const { student, courseId } = offer;
    const startsAt = new Date("2026-06-08T13:00:00Z");
    const endsAt = new Date("2026-06-08T14:00:00Z");
    await market.context.db
      .insert(classes)
      .values({ courseId, teacherId: teacher.profileId, plannedStart: startsAt, startsAt, endsAt });
    // The offer lasts 32.5 hours.
    setClock(Date.parse("2026-06-02T10:45:00Z") - 1);
    await sweep();
    expect(await offersTo(student)).toHaveLength(1);
    setClock("2026-06-02T10:45:00Z");
    await Promise.all(Array.from({ length: 5 }, () => remindOfOffers(market.context)));
    await sweep();
    const [reminder, ...earlier] = await offersTo(student);
    expect(earlier).toHaveLength(1);
    expect(reminder?.subject).toMatch(/^We're still holding a seat in /);
    expect(reminder?.text).toContain("until Wed, Jun 3, 08:00");
    // The course got its class after the seat was offered.
    expect(earlier[0]?.text).toMatch(
      /Course: Surat al-Mulk in Asia\/Karachi\nTeacher: .+\nPrice: Free\nOffer ends: Wed, Jun 3, 08:00\n/,
    );
    expect(reminder?.text).toMatch(
      /Teacher: .+\nYour first class: Mon, Jun 8, 18:00\nPrice: Free\nOffer ends: Wed, Jun 3, 08:00\n/,
    );
    const [place] = await market.context.db
      .select()
      .from(waitingPlaces)
      .where(eq(waitingPlaces.courseId, courseId));
    expect(place?.remindedAt).toEqual(new Date("2026-06-02T10:45:00Z"));
  });

  it("causes no reminder after it was released, or while the course is hidden", async () => {
    const [released, waiting] = await offerSeats("2026-06-01T18:30:00Z", [
      "Europe/London",
      "Europe/London",
    ]);
    if (!released || !waiting) throw new Error("No seat was offered");
    const { token } = await renewToken(market.context, released.student);
    await market.call("DELETE", `/api/enrollment/course/${released.courseId}/waiting-list`, {
      token,
    });
    const archived = await renewToken(market.context, teacher);
    await market.call("DELETE", `/api/courses/${waiting.courseId}`, { token: archived.token });
    setClock(Date.now() + 13 * hour);
    await sweep();
    expect(await offersTo(released.student)).toHaveLength(1);
    const subjects = (await mailsTo(waiting.student)).map(({ subject }) => subject);
    expect(subjects.some((subject) => subject.includes("still holding"))).toBe(false);
  });

  it("still counts as unused if it was declined in the second half of a two-hour offer", async () => {
    const [offer] = await offerSeats("2026-06-01T10:00:00Z", ["Europe/London"]);
    if (!offer) throw new Error("No seat was offered");
    const { courseId, student } = offer;
    // As the previous version stored it, without its start.
    const now = new Date();
    const row = { courseId, studentId: student.profileId, status: "left" as const, endedAt: now };
    await market.context.db
      .update(waitingPlaces)
      .set({
        ...row,
        offeredAt: null,
        offerExpiresAt: new Date(now.getTime() + hour / 2),
      })
      .where(eq(waitingPlaces.courseId, courseId));
    await market.context.db
      .insert(waitingPlaces)
      .values({ ...row, number: 2, offerExpiresAt: new Date(now.getTime() + hour / 2) });
    await addEnrollment(market.context, await addStudent(market.context), courseId);
    await expect(joinWaitingList(market.context, student.actor, courseId)).rejects.toThrow(
      "Two offers of a seat",
    );
  });
});
