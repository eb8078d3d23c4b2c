import { expect, it } from "vitest";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { addCourse, addEnrollment } from "../../../support/courses.ts";
import { findImbalances, findSeats } from "../../../support/market.ts";
import { openMarket } from "../../../support/open-market.ts";
import { addStudent, addTeacher } from "../../../support/people.ts";

const { market, teacher } = await openMarket();

async function sell(students: number) {
  const courseId = await addCourse(market.context, teacher, { price: 20, maxStudents: 9 });
  const payers = await Promise.all(
    Array.from({ length: students }, () => addStudent(market.context)),
  );
  for (const student of payers) {
    await market.pay((await market.enroll(student, courseId)).body.data.checkoutUrl);
    await reconcilePayments(market.context);
    expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "enrolled" }]);
  }
  return { courseId, payers };
}

const cancel = (courseId: string, { token } = teacher) =>
  market.call("POST", `/api/courses/${courseId}/cancel`, { token, body: {} });

it("canceling a course refunds everyone once, however often it is requested", async () => {
  const { courseId, payers } = await sell(2);
  const guest = await addStudent(market.context);
  await addEnrollment(market.context, guest, courseId);
  const answers = await Promise.all([cancel(courseId), cancel(courseId), cancel(courseId)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await cancel(courseId)).body).toMatchObject({
    message: "Course canceled. No students were enrolled.",
    data: { refunds: 0 },
  });
  for (const student of [...payers, guest]) {
    expect(await findSeats(market, student, courseId)).toMatchObject([{ enrollment: "refunded" }]);
  }
  const { charges, refunds } = await market.ledger();
  const own = charges.filter(({ metadata }) => metadata.courseId === courseId);
  expect(own.map(({ refunded }) => refunded)).toEqual([true, true]);
  expect(refunds.filter(({ charge }) => own.some(({ id }) => id === charge))).toHaveLength(2);
  expect(await findImbalances(market)).toEqual([]);
  const gone = await market.call("GET", `/api/courses/${courseId}`);
  expect(gone.status).toBe(404);
});

it("refunds that the provider cannot make now are made later", async () => {
  const { courseId, payers } = await sell(1);
  const [student] = payers;
  if (!student) throw new Error("Nobody has paid");
  await market.fault({ fault: "status-500", match: "/v1/refunds", times: 20 });
  expect((await cancel(courseId)).body).toMatchObject({ data: { refunds: 1 } });
  await market.clearFaults();
  await reconcilePayments(market.context);
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrollment: "refunded", payment: "refunded" },
  ]);
  expect(await findImbalances(market)).toEqual([]);
});

it("only the teacher can cancel the course", async () => {
  const courseId = await addCourse(market.context, teacher, { price: 20 });
  const draft = await addCourse(market.context, teacher, { price: 20, status: "draft" });
  const colleague = await addTeacher(market.context);
  const student = await addStudent(market.context);
  expect((await cancel(courseId, colleague)).status).toBe(403);
  expect((await cancel(draft, colleague)).status).toBe(404);
  expect((await cancel(courseId, student)).status).toBe(403);
  const missing = await market.call("POST", `/api/courses/${courseId}/cancel`, { body: {} });
  expect(missing.status).toBe(401);
});
