import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addCourse } from "../../support/courses.ts";
import { addSeller, createMarket, type Market } from "../../support/market.ts";
import { addAccount, addStudent, addTeacher, type Person } from "../../support/people.ts";

let market: Market;
let teacher: Person;

beforeAll(async () => {
  market = await createMarket();
  teacher = await addSeller(market);
});
afterAll(() => market.close());

describe("a paid course", () => {
  it("leads to a checkout of the exact amount, and paying it enrols", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 19.99 });
    const student = await addStudent(market.context);

    const answer = await market.enrol(student, courseId);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ success: true, status: "success" });

    const back = await market.pay(answer.body.data.checkoutUrl);
    const landing = await market.call("GET", back);
    expect(landing.status).toBe(302);
    expect(landing.headers.get("location")).toBe(`/courses/${courseId}?payment=success`);

    const list = await market.call("GET", "/api/enrollment/student/enrollments", {
      token: student.token,
    });
    expect(list.body.data).toMatchObject([
      { courseId, studentId: student.profileId, amount: 19.99 },
    ]);
    const { charges } = await market.ledger();
    expect(charges.filter(({ metadata }) => metadata.courseId === courseId)).toMatchObject([
      { amount: 1999, refunded: false, metadata: { studentId: student.profileId } },
    ]);
  });
});
