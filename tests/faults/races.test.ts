import { describe, expect, it } from "vitest";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";
import { addCourse } from "../support/courses.ts";
import { addStudent, type Person } from "../support/people.ts";
import { type Answer, type Call, patiently } from "../support/processes/client.ts";
import { type Product, startProduct } from "../support/processes/product.ts";
import { report } from "../support/processes/report.ts";
import { enroll, pay, tallyStatuses } from "./support/checkout-steps.ts";
import { type MarketDay, openMarket } from "./support/market-day.ts";
import { ask } from "./support/records/ask.ts";
import {
  findContradictions,
  findOverbooked,
  findUnsettled,
  readRecords,
} from "./support/records/audit.ts";
import { pickSize } from "./support/run-size.ts";
import { setUpForFile } from "./support/shared-setup.ts";

const racers = pickSize(40, 200);
const seats = 7;
const settling = { timeout: 300_000, interval: 250 };

let product: Product;
let day: MarketDay;
/** Alternates between the two servers. */
let either: (index: number) => Call;
setUpForFile(
  async () => {
    product = await startProduct({ LOG_LEVEL: "fatal" });
    day = await openMarket(product, { students: racers, courses: 0, seats: 1 });
    const other = await product.addServer();
    either = (index) => (index % 2 === 0 ? product.call : other.call);
  },
  async () => product?.stop(),
);

function teacher(): Person {
  const [first] = day.teachers;
  if (!first) throw new Error("There is no teacher");
  return first;
}

const newCourse = (price: number) =>
  product.withContext((context) => addCourse(context, teacher(), { price, maxStudents: seats }));

/** Sends the same call many times at once, alternating between the two servers. */
const atOnce = (times: number, act: (call: Call) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => act(either(index))));

async function expectBooksInOrder(): Promise<void> {
  const unsettled = async () => findUnsettled(await readRecords(product));
  await expect.poll(unsettled, settling).toEqual([]);
  expect(await findContradictions(product)).toEqual([]);
  expect(await findOverbooked(product)).toEqual([]);
}

describe("two servers on one database", () => {
  it.each([
    ["a free course", 0],
    ["a paid course", 25],
  ])("sell each seat of %s once, however many people want it at once", async (kind, price) => {
    const rounds = pickSize(1, 5);
    const all: Answer[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const course = await newCourse(price);
      const answers = await Promise.all(
        day.students.map((student, index) =>
          patiently(
            () => enroll(either(index), student, course),
            ({ status, body }) => ({ status, message: body.message }),
          ),
        ),
      );
      // A busy server may respond with 503 and enroll the student nevertheless.
      const won = answers.filter(
        ({ status, body }) => status === 201 || body.message === enrollMessages.enrolled,
      );
      expect(won, tallyStatuses(answers)).toHaveLength(seats);
      const lost = answers.filter((answer) => !won.includes(answer));
      expect(lost.map(({ status }) => status)).toEqual(lost.map(() => 409));
      const [taken] = await ask<{ seats: number }>(
        product,
        `select count(*)::int as seats from enrolments
          where course_id = '${course}' and status in ('held', 'enrolled')`,
      );
      expect(taken?.seats).toBe(seats);
      all.push(...answers);
    }
    report({
      fault: `${racers} students race for ${seats} seats of ${kind} on two servers`,
      times: `${rounds}`,
      found: `${tallyStatuses(all)}; never a seat too many`,
    });
  });

  it("create one checkout for 20 clicks, one enrollment for 20 returns and one refund for 20 requests", async () => {
    const rounds = pickSize(2, 10);
    for (let round = 0; round < rounds; round += 1) {
      const course = await newCourse(30);
      const student = await product.withContext((context) => addStudent(context));
      const clicks = await atOnce(20, (call) => enroll(call, student, course));
      const addresses = new Set(clicks.map(({ body }) => body.data?.checkoutUrl));
      expect(addresses.size, tallyStatuses(clicks)).toBe(1);
      const [checkout] = [...addresses];

      const back = await pay(checkout);
      const returns = await atOnce(20, (call) => call("GET", back));
      expect(new Set(returns.map(({ status }) => status))).toEqual(new Set([302]));
      const list = await product.call("GET", "/api/enrollment/student/enrollments", student);
      expect(list.body.data).toHaveLength(1);

      const path = `/api/enrollment/${list.body.data[0]._id}/refund`;
      const { token } = teacher();
      const refunds = await atOnce(20, (call) => call("POST", path, { token }));
      expect(refunds.every(({ status }) => status === 200 || status === 409)).toBe(true);
      expect(refunds.some(({ status }) => status === 200)).toBe(true);
    }
    await expectBooksInOrder();
    const { charges, refunds } = (await readRecords(product)).ledger;
    expect([charges.length, refunds.length]).toEqual([rounds, rounds]);
    report({
      fault: "the same click, return and refund 20 times at once on two servers",
      times: `${rounds}`,
      found: `${charges.length} charges, ${refunds.length} refunds, no contradiction`,
    });
  });

  it("refund once even if the teacher, the student and a course cancellation request it at the same time", async () => {
    const rounds = pickSize(1, 5);
    const before = (await readRecords(product)).ledger;
    const leavers = 3;
    const statuses: Answer[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const course = await newCourse(30);
      const people = await product.withContext((context) =>
        Promise.all(Array.from({ length: leavers }, () => addStudent(context))),
      );
      const seatIds = await Promise.all(
        people.map(async (student) => {
          const { body } = await enroll(product.call, student, course);
          await product.call("GET", await pay(body.data.checkoutUrl));
          const list = await product.call("GET", "/api/enrollment/student/enrollments", student);
          return list.body.data[0]._id as string;
        }),
      );
      const { token } = teacher();
      const requests = [
        ...seatIds.map(
          (id) => (call: Call) => call("POST", `/api/enrollment/${id}/refund`, { token }),
        ),
        ...people.map(
          (person) => (call: Call) =>
            call("POST", `/api/enrollment/course/${course}/leave`, { token: person.token }),
        ),
        (call: Call) => call("POST", `/api/courses/${course}/cancel`, { token }),
      ];
      const all = [...requests, ...requests];
      // Every request is sent to both servers.
      const answers = await Promise.all(
        all.map((request, index) =>
          request(either(index < requests.length ? index : index + requests.length + 1)),
        ),
      );
      for (const { status, body } of answers) {
        expect([200, 404, 409], JSON.stringify(body)).toContain(status);
      }
      statuses.push(...answers);
    }
    await expectBooksInOrder();
    const { charges, refunds } = (await readRecords(product)).ledger;
    const made = leavers * rounds;
    expect(charges.length - before.charges.length).toBe(made);
    expect(refunds.length - before.refunds.length).toBe(made);
    report({
      fault:
        "teacher's refund, student's leaving and the end of the course at the same time, each on two servers",
      times: `${rounds}`,
      found: `${made} charges, ${made} refunds, no contradiction; ${tallyStatuses(statuses)}`,
    });
  });
});
