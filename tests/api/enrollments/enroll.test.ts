import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { RefundPolicy } from "#lib/payments/refund-policy.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { reconcilePayments } from "#server/payments/reconciliation/reconcile.ts";
import { addCourse } from "../../support/courses.ts";
import { findSeats } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";
import { readMails } from "../../support/payments/enrolled.ts";
import { addAccount, addStudent, addTeacher, type Person } from "../../support/people.ts";

const { market, teacher, openCheckout } = await openMarket();

const setPrice = (courseId: string, priceCents: number) =>
  market.context.db.update(courses).set({ priceCents }).where(eq(courses.id, courseId));

/** Runs reconciliation at a time when no earlier request can still be running. */
async function laterReconcile(): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 20_000 });
  await reconcilePayments(market.context);
}

const listOf = async (student: Person) =>
  (await market.call("GET", "/api/enrollment/student/enrollments", { token: student.token })).body
    .data;

const sessionsOf = async (student: Person) =>
  (await market.ledger()).sessions.filter(
    ({ metadata }) => metadata.studentId === student.profileId,
  );

describe("a paid course", () => {
  it("opens a checkout for the exact amount, and paying it enrolls the student", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 19.99 });
    const student = await addStudent(market.context);

    const answer = await market.enroll(student, courseId);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ success: true, status: "success" });
    expect(await listOf(student)).toEqual([]);

    const back = await market.pay(answer.body.data.checkoutUrl);
    const landing = await market.call("GET", back);
    expect(landing.status).toBe(302);
    expect(landing.headers.get("location")).toBe(`/courses/${courseId}?payment=success`);

    expect(await listOf(student)).toMatchObject([
      { courseId, studentId: student.profileId, amount: 19.99 },
    ]);
    const { charges } = await market.ledger();
    expect(charges.filter(({ metadata }) => metadata.courseId === courseId)).toMatchObject([
      { amount: 1999, refunded: false, metadata: { studentId: student.profileId } },
    ]);
    const again = await market.enroll(student, courseId);
    expect(again).toMatchObject({ status: 409, body: { success: false, status: "error" } });
  });

  it("sends the money to the teacher's account, less ten percent for the platform", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 19.99 });
    const student = await addStudent(market.context);
    const { body } = await market.enroll(student, courseId);
    await market.pay(body.data.checkoutUrl);

    const [session] = await sessionsOf(student);
    const { payment_intent: intent } = await market.context.stripe.checkout.sessions.retrieve(
      session?.id ?? "",
      { expand: ["payment_intent"] },
    );
    const account = await market.call("GET", "/api/connect/accounts/current", {
      token: teacher.token,
    });
    expect(intent).toMatchObject({
      application_fee_amount: 200,
      transfer_data: { destination: account.body.data.id },
    });
  });

  it("costs the discounted price, whatever a request body claims", async () => {
    const facts = { price: 50, hasDiscount: true, discountPrice: 35 };
    const courseId = await addCourse(market.context, teacher, facts);
    const student = await addStudent(market.context);
    await market.call("POST", `/api/enrollment/course/${courseId}/enroll`, {
      token: student.token,
      body: { studentId: student.profileId, price: 1, amount: 1, currency: "eur", status: "paid" },
    });
    expect(await sessionsOf(student)).toMatchObject([{ amount_total: 3500, currency: "usd" }]);
  });

  it("gets a new checkout when it has become cheaper, and the more expensive one is closed", async () => {
    const { courseId, student, url } = await openCheckout({ price: 40, maxStudents: 1 });
    await setPrice(courseId, 2500);
    const again = await market.enroll(student, courseId);
    expect(again.status).toBe(201);
    expect(again.body.data.checkoutUrl).not.toBe(url);
    await laterReconcile();
    const sessions = await sessionsOf(student);
    expect(sessions.map(({ status, amount_total }) => [amount_total, status]).toSorted()).toEqual([
      [2500, "open"],
      [4000, "expired"],
    ]);
  });

  it("enrolls students at once after it became free, even one with an open checkout", async () => {
    const { courseId, student } = await openCheckout({ maxStudents: 1 });
    const next = await addStudent(market.context);
    const path = `/api/enrollment/course/${courseId}/waiting-list`;
    expect((await market.call("POST", path, { token: next.token })).status).toBe(201);
    await setPrice(courseId, 0);
    const again = await market.enroll(student, courseId);
    expect(again.body.data.checkoutUrl).toContain(`/courses/${courseId}`);
    expect(await listOf(student)).toMatchObject([{ courseId, amount: 0 }]);
    expect((await market.enroll(next, courseId)).status).toBe(409);
  });

  it("refunds a payment at an older checkout after it became free", async () => {
    const { courseId, student, url } = await openCheckout();
    await setPrice(courseId, 0);
    await market.enroll(student, courseId);
    const back = await market.pay(url);
    await market.call("GET", back);
    expect(await listOf(student)).toMatchObject([{ courseId, amount: 0 }]);
    const { charges } = await market.ledger();
    const own = charges.filter(({ metadata }) => metadata.studentId === student.profileId);
    expect(own).toMatchObject([{ refunded: true }]);
  });

  it("returns the same checkout again, at the price of the first click", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 20 });
    const student = await addStudent(market.context);
    const first = await market.enroll(student, courseId);
    await market.context.db
      .update(courses)
      .set({ priceCents: 9900, title: "Renamed in the meantime" })
      .where(eq(courses.id, courseId));
    const second = await market.enroll(student, courseId);
    expect(second.status).toBe(200);
    expect(second.body.data.checkoutUrl).toBe(first.body.data.checkoutUrl);
    expect(await sessionsOf(student)).toMatchObject([{ amount_total: 2000 }]);
  });

  it("creates one checkout for eight simultaneous clicks", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 20 });
    const student = await addStudent(market.context);
    const clicks = await Promise.all(
      Array.from({ length: 8 }, () => market.enroll(student, courseId)),
    );
    expect(clicks.every(({ status }) => status === 200 || status === 201)).toBe(true);
    expect(new Set(clicks.map(({ body }) => body.data.checkoutUrl)).size).toBe(1);
    expect(await sessionsOf(student)).toHaveLength(1);
  });

  it("holds the seat while the checkout is open, so that the next student finds it full", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 20, maxStudents: 1 });
    const first = await addStudent(market.context);
    const second = await addStudent(market.context);
    expect((await market.enroll(first, courseId)).status).toBe(201);
    const refused = await market.enroll(second, courseId);
    expect(refused.status).toBe(409);
    expect(refused.body).toEqual({
      success: false,
      status: "error",
      message: "This course is full",
    });
    expect((await market.enroll(first, courseId)).status).toBe(200);
  });

  it("keeps the session open when a card is declined", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 20 });
    const student = await addStudent(market.context);
    const { body } = await market.enroll(student, courseId);
    await expect(market.pay(body.data.checkoutUrl, "4000000000000002")).rejects.toThrow("402");
    expect((await market.enroll(student, courseId)).body.data).toEqual(body.data);
    await market.call("GET", await market.pay(body.data.checkoutUrl));
    expect(await listOf(student)).toHaveLength(1);
  });

  it("cannot be sold by a teacher without an accepted payment account", async () => {
    const courseId = await addCourse(market.context, await addTeacher(market.context), {
      price: 20,
    });
    const answer = await market.enroll(await addStudent(market.context), courseId);
    expect(answer.status).toBe(409);
  });
});

describe("a free course", () => {
  it("enrolls at once and returns a page of this site", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 0 });
    const student = await addStudent(market.context);
    const answer = await market.enroll(student, courseId);
    expect(answer.status).toBe(201);
    expect(answer.body.data.checkoutUrl).toBe(
      `${market.config.appUrl}/courses/${courseId}?enrolled=1`,
    );
    expect(await listOf(student)).toMatchObject([{ courseId, amount: 0 }]);
    expect((await market.enroll(student, courseId)).status).toBe(409);
  });

  it("can have a price when its discounted price is zero", async () => {
    const facts = { price: 50, hasDiscount: true, discountPrice: 0 };
    const courseId = await addCourse(market.context, teacher, facts);
    const student = await addStudent(market.context);
    await market.enroll(student, courseId);
    expect(await listOf(student)).toMatchObject([{ courseId, amount: 0 }]);
    expect(await sessionsOf(student)).toEqual([]);
  });
});

describe("enrolling", () => {
  it("is rejected without a log-in", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 0 });
    const answer = await market.call("POST", `/api/enrollment/course/${courseId}/enroll`, {
      body: { studentId: "prf_anybody" },
    });
    expect(answer.status).toBe(401);
    expect(answer.body.message).toBe("Authentication required to enroll");
  });

  it("is rejected for a teacher, whatever the request body contains", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 0 });
    for (const body of [{}, { studentId: teacher.profileId }]) {
      const path = `/api/enrollment/course/${courseId}/enroll`;
      const answer = await market.call("POST", path, { token: teacher.token, body });
      expect(answer.status).toBe(403);
      expect(answer.body.message).toBe(
        "Teachers cannot enroll in courses. Please use a student account.",
      );
    }
  });

  it("is rejected without a complete profile", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 0 });
    const { token } = await addAccount(market.context);
    const path = `/api/enrollment/course/${courseId}/enroll`;
    const answer = await market.call("POST", path, { token, body: { studentId: "prf_x" } });
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe(
      "Student profile not found. Please complete your profile first.",
    );
  });

  it("is rejected if it is requested for another student", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 0 });
    const [student, other] = [await addStudent(market.context), await addStudent(market.context)];
    const path = `/api/enrollment/course/${courseId}/enroll`;
    const body = { studentId: other.profileId };
    expect((await market.call("POST", path, { token: student.token, body })).status).toBe(403);
    expect(await listOf(other)).toEqual([]);
  });

  it("requires the student's ID in the body, as a string", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 0 });
    const student = await addStudent(market.context);
    const path = `/api/enrollment/course/${courseId}/enroll`;
    for (const studentId of [undefined, "", 7, ["a"], { $ne: "" }, "x".repeat(100)]) {
      const answer = await market.call("POST", path, { token: student.token, body: { studentId } });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toMatchObject([{ field: "studentId" }]);
    }
  });

  it("returns 404 for draft, archived and missing courses alike", async () => {
    const student = await addStudent(market.context);
    const hidden = await Promise.all([
      addCourse(market.context, teacher, { status: "draft" }),
      addCourse(market.context, teacher, { status: "archived" }),
    ]);
    for (const courseId of [...hidden, "crs_missing", "'; drop table courses"]) {
      const answer = await market.enroll(student, encodeURIComponent(courseId));
      expect(answer).toMatchObject({ status: 404, body: { message: "Course not found" } });
    }
  });

  it("asks for a confirmation if it is for other ages than the student's", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 20, audience: ["adults"] });
    const send = (student: Person, confirmed = {}) =>
      market.call("POST", `/api/enrollment/course/${courseId}/enroll`, {
        token: student.token,
        body: { studentId: student.profileId, ...confirmed },
      });
    const child = await addStudent(market.context, { age: 15 });
    const message = "This course is for: Adults (18 and over). The student is 15 years old.";
    expect(await send(child)).toMatchObject({
      status: 409,
      body: { message, errors: [{ field: "outsideAudience", message }] },
    });
    expect(await send(child, { outsideAudience: false })).toMatchObject({ status: 409 });
    expect(await findSeats(market, child, courseId)).toEqual([]);
    expect((await send(child, { outsideAudience: true })).status).toBe(201);
    // The open checkout was confirmed already.
    expect((await send(child)).status).toBe(200);
    for (const age of [18, 40]) {
      expect((await send(await addStudent(market.context, { age }))).status).toBe(201);
    }
  });

  it("requires a guardian before a child under 13 pays", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 20 });
    const guardian = { parentGuardianName: "", parentGuardianContact: "" };
    const alone = await addStudent(market.context, { age: 12, ...guardian });
    const refused = await market.enroll(alone, courseId);
    expect(refused.status).toBe(400);
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      "parentGuardianName",
      "parentGuardianContact",
    ]);
    expect(await sessionsOf(alone)).toEqual([]);
    const family = { parentGuardianName: "Maryam", parentGuardianContact: "+20 100 000 0000" };
    const accompanied = await addStudent(market.context, { age: 12, ...family });
    expect((await market.enroll(accompanied, courseId)).status).toBe(201);
    const older = await addStudent(market.context, { age: 13, ...guardian });
    expect((await market.enroll(older, courseId)).status).toBe(201);
  });
});

describe("the list of enrollments", () => {
  it("is available to students only and shows only their own", async () => {
    const courseId = await addCourse(market.context, teacher, { price: 0 });
    const [student, other] = [await addStudent(market.context), await addStudent(market.context)];
    await market.enroll(student, courseId);
    expect(await listOf(other)).toEqual([]);
    const path = "/api/enrollment/student/enrollments";
    expect((await market.call("GET", path)).status).toBe(401);
    expect((await market.call("GET", path, { token: teacher.token })).status).toBe(403);
  });
});

it("enrolling notifies the student and the teacher by email, once", async () => {
  const courseId = await addCourse(market.context, teacher, {
    price: 20,
    title: "Mail and Tafsir",
  });
  const student = await addStudent(market.context);
  const { body } = await market.enroll(student, courseId);
  const back = await market.pay(body.data.checkoutUrl);
  await Promise.all([market.call("GET", back), market.call("GET", back)]);
  await market.context.jobs.drain();
  const subjectsTo = async (email: string) => {
    const mails = await fetch(`${market.sandboxUrl}/mail/messages?to=${email}`);
    const list = (await mails.json()) as { subject: string }[];
    return list.map(({ subject }) => subject).filter((subject) => subject.includes("Mail and"));
  };
  expect(await subjectsTo(student.email)).toEqual(["You are enrolled in Mail and Tafsir"]);
  expect(await subjectsTo(teacher.email)).toEqual(["A new student in Mail and Tafsir"]);
});

it("the email about a paid enrollment has its facts, and the guardian's copy has no links to the account", async () => {
  const courseId = await addCourse(market.context, teacher, {
    price: 20,
    title: "Facts and Tajweed",
    refundPolicy: "14-days",
  });
  const guardian = `mother-${courseId.toLowerCase()}@example.org`;
  const student = await addStudent(market.context, {
    age: 9,
    parentGuardianName: "Saira",
    parentGuardianContact: guardian,
  });
  const { body } = await market.enroll(student, courseId);
  await market.call("GET", await market.pay(body.data.checkoutUrl));
  const isCopy = ({ subject }: { subject: string }) => subject.includes("Facts and Tajweed");
  const [mail] = (await readMails(market, student)).filter(isCopy);
  expect(mail?.text).toMatch(/^Your first class: \w{3}, /m);
  expect(mail?.text).toMatch(/^Price: \$20\.00$/m);
  expect(mail?.text).toMatch(/^Receipt: [0-9A-Z]{6}-\d{4}\nhttp\S+\/dashboard\/receipts\/pay_/m);
  expect(mail?.text).toMatch(/^Full refund until: /m);
  expect(mail?.text).toContain(`/dashboard/enrolled-courses/${courseId}`);
  const [copy] = (await readMails(market, { ...student, email: guardian })).filter(isCopy);
  expect(copy?.text).toMatch(/^Receipt: [0-9A-Z]{6}-\d{4}$/m);
  expect(copy?.text).not.toContain("/dashboard");
  const [toTeacher] = (await readMails(market, teacher)).filter(isCopy);
  expect(toTeacher?.text).toMatch(/^Student: \S/m);
  expect(toTeacher?.text).toMatch(/^Price: \$20\.00$/m);
  expect(toTeacher?.text).toMatch(/^Next class: \w{3}, /m);
  expect(toTeacher?.text).toMatch(/^Enrolled students: 1$/m);
  expect(toTeacher?.text).toContain(`/dashboard/classes/${courseId}`);
  expect(toTeacher?.text).not.toContain("/dashboard/receipts");
});

it("a student who has left and pays again gets the emails about the second payment at once", async () => {
  const courseId = await addCourse(market.context, teacher, { price: 20, title: "Paid twice" });
  const student = await addStudent(market.context);
  const receipts = new Set<string | undefined>();
  for (const number of [1, 2]) {
    const { body } = await market.enroll(student, courseId);
    await market.call("GET", await market.pay(body.data.checkoutUrl));
    const own = await readMails(market, student);
    const confirmed = own.filter(({ subject }) => subject === "You are enrolled in Paid twice");
    expect(confirmed).toHaveLength(number);
    for (const { text } of confirmed) receipts.add(/^Receipt: (\S+)$/m.exec(text)?.[1]);
    const toTeacher = (await readMails(market, teacher)).filter(
      ({ subject }) => subject === "A new student in Paid twice",
    );
    expect(toTeacher).toHaveLength(number);
    const path = `/api/enrollment/course/${courseId}/leave`;
    const left = await market.call("POST", path, { token: student.token });
    expect(left.body.data).toMatchObject({ refunded: true });
  }
  expect(receipts.size).toBe(2);
});

it("a guardian who shares the child's address gets one email", async () => {
  const courseId = await addCourse(market.context, teacher, { price: 0, title: "Shared Address" });
  const family = { age: 9, parentGuardianName: "Saira" };
  const student = await addStudent(market.context, {
    ...family,
    parentGuardianContact: "someone@example.org",
  });
  const { email } = student;
  await market.context.db
    .update(profiles)
    .set({ parentGuardianContact: email, guardianConfirmed: email })
    .where(eq(profiles.id, student.profileId));
  await market.enroll(student, courseId);
  const subjects = (await readMails(market, student)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes("Shared Address"))).toEqual([
    "You are enrolled in Shared Address",
  ]);
});

describe("a student whose request names the terms that the page showed", () => {
  const setPolicy = (courseId: string, refundPolicy: RefundPolicy) =>
    market.context.db.update(courses).set({ refundPolicy }).where(eq(courses.id, courseId));

  const enrollSeeing = (student: Person, courseId: string, seen: object) =>
    market.call("POST", `/api/enrollment/course/${courseId}/enroll`, {
      token: student.token,
      body: { studentId: student.profileId, seen },
    });

  async function addSold() {
    const courseId = await addCourse(market.context, teacher, { price: 20 });
    return { courseId, student: await addStudent(market.context) };
  }

  const seen = { price: 20, refundPolicy: "until-first-class" };
  const changed =
    "The price, the refund policy or the classes of this course have changed. Please reload the page and check them before you enroll.";

  it("is not enrolled under another refund policy", async () => {
    const { courseId, student } = await addSold();
    await setPolicy(courseId, "none");
    const answer = await enrollSeeing(student, courseId, seen);
    expect(answer).toMatchObject({ status: 409, body: { message: changed } });
    expect(await findSeats(market, student, courseId)).toEqual([]);
    const informed = { ...seen, refundPolicy: "none" };
    expect((await enrollSeeing(student, courseId, informed)).status).toBe(201);
  });

  it("is not enrolled at a higher price, but is at a lower one", async () => {
    const { courseId, student } = await addSold();
    await setPrice(courseId, 3000);
    expect((await enrollSeeing(student, courseId, seen)).status).toBe(409);
    await setPrice(courseId, 1000);
    expect((await enrollSeeing(student, courseId, seen)).status).toBe(201);
  });

  it("gets a new checkout if the open one has another refund policy", async () => {
    const { courseId, student } = await addSold();
    await setPolicy(courseId, "none");
    const first = await market.enroll(student, courseId);
    await setPolicy(courseId, "until-first-class");
    const second = await enrollSeeing(student, courseId, seen);
    expect(second.status).toBe(201);
    expect(second.body.data.checkoutUrl).not.toBe(first.body.data.checkoutUrl);
    await market.call("GET", await market.pay(second.body.data.checkoutUrl));
    const [mail] = await readMails(market, student);
    expect(mail?.text).toContain("Full refund if you leave before your first class.");
  });

  it("continues an open checkout with these terms", async () => {
    const { courseId, student } = await addSold();
    const first = await enrollSeeing(student, courseId, seen);
    await setPolicy(courseId, "none");
    const second = await enrollSeeing(student, courseId, seen);
    expect(second.body.data.checkoutUrl).toBe(first.body.data.checkoutUrl);
  });

  it("gets an error if the terms are invalid", async () => {
    const { courseId, student } = await addSold();
    for (const wrong of [
      { price: 20 },
      { ...seen, refundPolicy: "always" },
      { ...seen, price: "20" },
    ]) {
      expect((await enrollSeeing(student, courseId, wrong)).status).toBe(400);
    }
  });
});
