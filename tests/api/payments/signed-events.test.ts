import { expect, it } from "vitest";
import { addCourse } from "../../support/courses.ts";
import { findSeats } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";
import { addStudent, type Person } from "../../support/people.ts";

const { market, teacher } = await openMarket();

async function mailsTo({ email }: Person): Promise<{ subject: string; text: string }[]> {
  await market.context.jobs.drain();
  const path = `/mail/messages?to=${encodeURIComponent(email)}`;
  return (await (await fetch(market.sandboxUrl + path)).json()) as {
    subject: string;
    text: string;
  }[];
}

it.each([
  ["no object", { id: "evt_1", type: "charge.refunded", data: { object: null } }],
  ["no data", { id: "evt_2", type: "charge.refunded" }],
  ["no type", { id: "evt_3", data: { object: { id: "ch_1" } } }],
  ["a list for an id", { id: ["evt_4"], type: "x", data: { object: {} } }],
  ["an object whose id is a number", { id: "evt_5", type: "x", data: { object: { id: 7 } } }],
  ["U+0000 in its id", { id: "evt_\u0000", type: "x", data: { object: {} } }],
  ["nothing at all", {}],
])("a signed body with %s is refused as no event", async (_what, event) => {
  const answer = await market.deliver(event);
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({
    success: false,
    status: "error",
    message: "The body is not an event.",
  });
});

it("a disputed charge is told to the teacher once, and the seat stays", async () => {
  const courseId = await addCourse(market.context, teacher, { price: 20 });
  const student = await addStudent(market.context);
  const { body } = await market.enrol(student, courseId);
  await market.call("GET", await market.pay(body.data.checkoutUrl));
  const [charge] = (await market.ledger()).charges;
  const dispute = {
    id: "evt_dispute",
    object: "event",
    type: "charge.dispute.created",
    data: { object: { id: "dp_1", object: "dispute", charge: charge?.id, amount: 2000 } },
  };
  for (let time = 0; time < 3; time += 1) {
    expect((await market.deliver(dispute)).status).toBe(200);
  }
  const told = (await mailsTo(teacher)).filter(({ subject }) => subject.includes("disputed"));
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain("$20.00");
  expect(await findSeats(market, student, courseId)).toMatchObject([
    { enrolment: "enrolled", payment: "paid" },
  ]);
});

it("a dispute about a foreign charge changes nothing", async () => {
  const before = await mailsTo(teacher);
  const event = {
    id: "evt_foreign",
    type: "charge.dispute.created",
    data: { object: { id: "dp_2", charge: "ch_foreign" } },
  };
  expect((await market.deliver(event)).status).toBe(200);
  expect(await mailsTo(teacher)).toEqual(before);
});
