/** Classes that students paid for, while a refund is pending or after the first class changes. */
import { describe, expect, test } from "vitest";
import { findEnrolledCourse } from "#server/learning/enrolled-course.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { findSeats } from "../../../support/market.ts";
import { findAccountId, pressAtProvider } from "../../../support/payments/enrolled.ts";
import {
  dateIn,
  jump,
  noClassesLeft,
  openSoldCourses,
} from "../../../support/payments/sold-courses.ts";
import { renewToken } from "../../../support/people.ts";

const {
  market,
  currentTeacher,
  addSold,
  listClasses,
  asTeacher,
  edit,
  cancel,
  move,
  leave,
  refund,
} = await openSoldCourses();

const findUpcoming = async (courseId: string) =>
  (await listClasses(courseId)).filter(({ status }) => status === "scheduled");

describe("while a teacher's refund waits for the payment provider,", () => {
  async function addWaiting() {
    const { courseId, student } = await addSold();
    await market.fault({ fault: "status-500", match: "/v1/refunds", times: 100 });
    expect((await refund(student, courseId)).status).toBe(503);
    return { courseId, student };
  }
  const archive = (courseId: string) => asTeacher("DELETE", `/api/courses/${courseId}`);

  test("the course keeps its classes for the student after it is archived", async () => {
    const { courseId } = await addWaiting();
    expect((await archive(courseId)).status).toBe(200);
    expect(await findUpcoming(courseId)).toHaveLength(4);
  });

  test("a student keeps the classes if the provider then rejects the refund", async () => {
    const { courseId, student } = await addWaiting();
    await archive(courseId);
    await pressAtProvider(
      market,
      `/express/${await findAccountId(market, await renewToken(market.context, currentTeacher()))}/disconnect`,
    );
    await market.clearFaults();
    await expect(reconcilePayments(market.context)).rejects.toThrow("rejected this refund");
    expect(await findSeats(market, student, courseId)).toMatchObject([
      { enrollment: "enrolled", payment: "paid" },
    ]);
    expect(await findUpcoming(courseId)).toHaveLength(4);
  });

  test("an archived course loses its classes once the refund is made", async () => {
    const { courseId, student } = await addWaiting();
    await archive(courseId);
    await market.clearFaults();
    await reconcilePayments(market.context);
    expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "refunded" }]);
    expect(await findUpcoming(courseId)).toHaveLength(0);
  });

  test("the teacher cannot end the course by changing its dates", async () => {
    const { courseId } = await addWaiting();
    const ended = await edit(courseId, { startDate: dateIn(-10), endDate: dateIn(-1) });
    expect(ended).toMatchObject({ status: 409, body: { message: noClassesLeft } });
  });

  test("a canceled class still gives the student the right to leave with a refund", async () => {
    const { courseId, student } = await addWaiting();
    await cancel((await listClasses(courseId)).at(-1)?.id);
    const { leaving } = await findEnrolledCourse(market.context, student.actor, courseId);
    expect(leaving.lostClasses).toBe(true);
  });
});

describe("the right to a refund until the first class", () => {
  test("does not end because a class was briefly moved forward", async () => {
    const { courseId, student } = await addSold({ refundPolicy: "until-first-class" });
    const [first] = await listClasses(courseId);
    const time = { date: dateIn(1), startTime: "02:00", endTime: "02:45" };
    expect((await move(first?.id ?? "", time)).status).toBe(200);
    jump(3);
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
  });

  test("lasts longer if the first class is postponed", async () => {
    const { courseId, student } = await addSold({ refundPolicy: "until-first-class" });
    expect((await edit(courseId, { startDate: dateIn(40), endDate: dateIn(67) })).status).toBe(200);
    jump(38);
    expect((await leave(student, courseId)).body.data.refunded).toBe(true);
  });
});
