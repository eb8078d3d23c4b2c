/** The payment check compares the classes of paid seats with those that were sold. */
import { and, eq, isNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { classes } from "#server/db/tables/classes.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { paymentFindings } from "#server/db/tables/findings.table.ts";
import { checkPayments } from "#server/payments/reconciliation/check-payments.ts";
import { readMigrations } from "../../../support/database/migrations.ts";
import { findSeats } from "../../../support/market.ts";
import { dateIn, jump, openSoldCourses } from "../../../support/payments/sold-courses.ts";

const { market, replaceTeacher, addSold, listClasses, cancel, move } = await openSoldCourses();

const day = 24 * 60 * 60 * 1000;

describe("the payment check", () => {
  const findings = async () => {
    await checkPayments(market.context);
    return market.context.db
      .select({ subjectId: paymentFindings.subjectId })
      .from(paymentFindings)
      .where(
        and(eq(paymentFindings.kind, "seat-without-classes"), isNull(paymentFindings.resolvedAt)),
      );
  };
  const setClasses = (courseId: string, status: "dropped" | "scheduled") =>
    market.context.db.update(classes).set({ status }).where(eq(classes.courseId, courseId));

  test("reports paid seats in a course whose classes were removed", async () => {
    const { courseId, student } = await addSold();
    const [seat] = await findSeats(market, student, courseId);
    await setClasses(courseId, "dropped");
    expect(await findings()).toEqual([{ subjectId: seat?.enrollmentId }]);
    await setClasses(courseId, "scheduled");
    expect(await findings()).toEqual([]);
  });

  test("reports paid seats whose classes were removed before seats recorded what was sold", async () => {
    const { courseId, student } = await addSold();
    await replaceTeacher();
    const free = await addSold({ price: 0 });
    const [seat] = await findSeats(market, student, courseId);
    const { db } = market.context;
    const readSold = (id: string) =>
      db
        .select({
          soldStart: enrollments.soldStart,
          soldEnd: enrollments.soldEnd,
          soldMinutes: enrollments.soldMinutes,
        })
        .from(enrollments)
        .where(eq(enrollments.courseId, id));
    const [sold] = await readSold(courseId);
    const [first, second, third] = await listClasses(courseId);
    const updatedAt = new Date(Date.now() + 1_000);
    for (const id of [courseId, free.courseId]) {
      const removed = { status: "dropped", updatedAt } as const;
      await db.update(classes).set(removed).where(eq(classes.courseId, id));
      const unknown = { soldStart: null, soldEnd: null, soldMinutes: 0 };
      await db.update(enrollments).set(unknown).where(eq(enrollments.courseId, id));
    }
    const canceled = { status: "cancelled", updatedAt } as const;
    await db
      .update(classes)
      .set(canceled)
      .where(eq(classes.id, first?.id ?? ""));
    // The seat was sold after one class was removed, and before another one was added.
    await db
      .update(classes)
      .set({ updatedAt: new Date(0) })
      .where(eq(classes.id, second?.id ?? ""));
    await db
      .update(classes)
      .set({ createdAt: updatedAt })
      .where(eq(classes.id, third?.id ?? ""));
    expect(await findings()).toEqual([]);
    for (const migration of await readMigrations("removed-classes-as-sold")) {
      await market.database.pool.query(migration);
    }
    expect(await readSold(courseId)).toEqual([{ ...sold, soldMinutes: 90 }]);
    expect(await readSold(free.courseId)).toMatchObject([{ soldEnd: null, soldMinutes: 0 }]);
    expect(await findings()).toEqual([{ subjectId: seat?.enrollmentId }]);
    await setClasses(courseId, "scheduled");
    expect(await findings()).toEqual([]);
  });

  test("reports seats that lose all classes after a class was replaced and the right to a refund ended", async () => {
    const { courseId, student } = await addSold();
    const [seat] = await findSeats(market, student, courseId);
    const last = (await listClasses(courseId)).at(-1);
    await cancel(last?.id);
    const time = { date: dateIn(50), startTime: "03:00", endTime: "03:45" };
    expect((await move(last?.id ?? "", time)).status).toBe(200);
    await setClasses(courseId, "dropped");
    expect(await findings()).toEqual([]);
    jump(1.1);
    expect(await findings()).toEqual([{ subjectId: seat?.enrollmentId }]);
    await setClasses(courseId, "scheduled");
    expect(await findings()).toEqual([]);
  });

  test("reports no seats that students kept although a class was removed", async () => {
    const { courseId } = await addSold();
    const [first, ...others] = await listClasses(courseId);
    await cancel(others.at(-1)?.id);
    jump(Math.ceil(((others[1]?.endsAt.getTime() ?? 0) - Date.now()) / day));
    expect(first && first.endsAt < new Date()).toBe(true);
    expect(await findings()).toEqual([]);
  });

  test("reports no seats in free, past or complete courses", async () => {
    const free = await addSold({ price: 0 });
    await setClasses(free.courseId, "dropped");
    await replaceTeacher();
    await addSold();
    expect(await findings()).toEqual([]);
    jump(60);
    expect(await findings()).toEqual([]);
  });
});
